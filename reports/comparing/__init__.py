"""Set runs beside modern searches and beside each other: counts by level, the table of all programs."""
