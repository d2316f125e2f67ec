"""Write what was found: tables for the terminal, pages, pictures, exports."""
