# strings built, cut, searched and changed
use strict;

my ($text, $vowels, $places, $changed) = ('', 0, 0, 0);
foreach my $i (1 .. 200_000) {
    $text .= chr(97 + $i % 26) . ($i % 7 == 0 ? ' ' : '');
}
foreach my $i (0 .. length($text) - 1) {
    my $letter = substr($text, $i, 1);
    $vowels++ if $letter eq 'a' or $letter eq 'e' or $letter eq 'i';
    $places += index($text, $letter, $i);
}
foreach my $word (split / /, $text) {
    (my $copy = $word) =~ tr/a-m/A-M/;
    $copy =~ s/([n-z]+)/<$1>/g;
    $changed += length $copy;
    $changed++ if $word =~ /^[a-k]+$/;
}
print length($text), " $vowels $places $changed\n";
