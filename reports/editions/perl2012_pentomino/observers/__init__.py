"""The Perl page's pieces, boards and times: observers."""
