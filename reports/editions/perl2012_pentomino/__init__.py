"""The Perl page's pieces, boards and recorded searches."""
