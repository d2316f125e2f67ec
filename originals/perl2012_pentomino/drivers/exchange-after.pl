print "@array\n";
print join(' ', map { $hash{$_} } sort keys %hash), "\n";
