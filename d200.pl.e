d200.pl: No such file or directory
