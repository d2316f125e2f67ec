"""The observers that serve every edition, a module for each subject; those of one edition are in reports/editions."""
