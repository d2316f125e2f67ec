d174.pl: No such file or directory
