# sorts by number, by string and by two keys
use strict;

my ($seed, @numbers) = (7);
for (1 .. 200_000) {
    $seed = ($seed * 1103515245 + 12345) % 0x80000000;
    push @numbers, $seed / 65536 % 10_000;
}
my @up = sort { $a <=> $b } @numbers;
my @words = sort map { "n$_" } @numbers;
my @both = sort { $a % 100 <=> $b % 100 or $b <=> $a } @numbers;
print "$up[0] $up[-1] $words[1000] $both[0] $both[-1]\n";
