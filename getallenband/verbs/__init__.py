"""The verbs, one file each: its function `command` is turned by click into arguments and options."""
