# lines split into fields, summed by a key and joined again
use strict;

my @lines = map { join ':', $_ % 50, "name$_", $_ * 7 % 1000, '', $_ } 1 .. 200_000;
my (%sum, $fields);
foreach my $line (@lines) {
    my @field = split /:/, $line;
    $fields += @field;
    $sum{$field[0]} += $field[2];
}
my $all = join ',', map { "$_=$sum{$_}" } sort { $a <=> $b } keys %sum;
print "$fields ", length($all), " $sum{7}\n";
