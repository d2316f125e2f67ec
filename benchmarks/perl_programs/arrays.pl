# a product of matrices, and sums over arrays by foreach
use strict;

my $n = 100;
my (@a, @b, @c);
foreach my $i (0 .. $n - 1) {
    foreach my $j (0 .. $n - 1) {
        $a[$i][$j] = $i + $j;
        $b[$i][$j] = $i - $j;
    }
}
foreach my $i (0 .. $n - 1) {
    foreach my $j (0 .. $n - 1) {
        my $sum = 0;
        foreach my $k (0 .. $n - 1) {
            $sum += $a[$i][$k] * $b[$k][$j];
        }
        $c[$i][$j] = $sum;
    }
}
my $trace = 0;
$trace += $c[$_][$_] foreach 0 .. $n - 1;
my @numbers = map { $_ * 3 % 1000 } 1 .. 500_000;
my ($sum, $most) = (0, 0);
foreach my $number (@numbers) {
    $sum += $number;
    $most = $number if $number > $most;
}
print "$trace $sum $most\n";
