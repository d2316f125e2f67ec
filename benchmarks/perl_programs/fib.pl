# calls of a sub that calls itself
use strict;

sub fib {
    my $n = shift;
    return $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}

print fib(26), "\n";
