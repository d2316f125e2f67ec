# numbers as text: the usual formats, and real numbers with few and with all digits
my $size = 0;
for my $i (1 .. 200_000) {
    my $third = $i / 3;
    my $tenth = $i / 10;
    $size += length(sprintf("%5d|%-8s|%04x|%.2f", $i, "ab$i", $i, $third)) + length("$third $tenth");
}
print "$size\n";
