use strict;
my @array = (1, 2, 3);
my %hash = ('key1' => 1, 'key2' => 2, 'key3' => 3);
