# words counted, looked up and deleted
use strict;

my ($seed, %count) = (42);
for (1 .. 700_000) {
    $seed = ($seed * 1103515245 + 12345) % 0x80000000;
    $count{"word" . $seed / 65536 % 5000}++;
}
my ($most, $missing) = (0, 0);
foreach my $number (0 .. 9999) {
    if (exists $count{"word$number"}) {
        $most = $count{"word$number"} if $count{"word$number"} > $most;
    } else {
        $missing++;
    }
}
delete $count{"word$_"} foreach 0 .. 999;
print scalar(keys %count), " $most $missing\n";
