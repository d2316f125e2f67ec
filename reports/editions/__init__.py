"""What is of one edition alone: its observers and drawings, found by folder.

editions/kawai_hamekomi/observers/tables.py          # `observe = "site_table"` in that edition's claims.toml
editions/kawai_hamekomi/drawings/boxes.py            # `drawing = "boxes"` in its report.toml
"""
