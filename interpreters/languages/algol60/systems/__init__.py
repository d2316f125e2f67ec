"""The systems whose standard procedures a program may use: one table of them in each file, `SYSTEM`."""
