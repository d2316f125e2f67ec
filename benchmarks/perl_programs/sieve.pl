# an array of flags
use strict;

my $size = 1_000_000;
my @composite;
my $count = 0;
for (my $i = 2; $i <= $size; $i++) {
    next if $composite[$i];
    $count++;
    for (my $j = 2 * $i; $j <= $size; $j += $i) {
        $composite[$j] = 1;
    }
}
print "$count\n";
