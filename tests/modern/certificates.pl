#!/usr/bin/perl
# Check certificates of all three kinds, as docs/certificates.md and docs/modern.md describe them.
#
#     perl certificates.pl CERTIFICATE PUZZLE     # "36 solutions, 9 up to 8 symmetries"; or "refused: …", exit code 2
#
# Of puzzles it reads those on the square lattice, of covers the .dlx files. Modules: those that come with perl.

use strict;
use warnings;
use Compress::Zlib;
use Digest::SHA qw(sha256 sha256_hex);
use JSON::PP;
use List::Util qw(all first max min sum0 uniq);
use Math::BigInt;

no warnings 'recursion';
sub need { my ($condition, $why) = @_; die "refused: $why\n" unless $condition }
sub contents { my ($path) = @_; open my $file, '<:raw', $path or die "refused: $path: $!\n"; local $/; <$file> }

# --- the puzzle file ---

# A part of TOML: tables, dotted keys, texts, integers, lists, inline tables.
sub toml {
    local $_ = shift;
    my $root = {};
    my $table = $root;
    my ($value, $key, $assign);
    my $blank = sub { my $lines = shift; $lines ? /\G(?:\s|#.*)*/gc : /\G[ \t]*/gc };
    $key = sub {
        my @parts;
        do {
            $blank->();
            /\G"([^"\\]*)"/gc || /\G'([^']*)'/gc || /\G([\w-]+)/gc or die "refused: no key in the puzzle file\n";
            push @parts, $1;
            $blank->();
        } while /\G\./gc;
        @parts;
    };
    my $into = sub { my ($at, @parts) = @_; $at = $at->{$_} //= {} for @parts; $at };
    $assign = sub {
        my $at = shift;
        my @parts = $key->();
        my $last = pop @parts;
        /\G=/gc or die "refused: no value in the puzzle file\n";
        $at = $into->($at, @parts);
        push @{ $at->{' order'} }, $last;
        $at->{$last} = $value->();
    };
    $value = sub {
        $blank->();
        return $1 if /\G"""\n?([^"]*)"""/gc || /\G'''\n?(.*?)'''/gcs || /\G"([^"\\]*)"/gc || /\G'([^']*)'/gc;
        return 0 + $1 if /\G([+-]?\d+)/gc;
        if (/\G\[/gc) {
            my @list;
            until ($blank->(1), /\G\]/gc) { push @list, $value->(); $blank->(1); /\G,/gc }
            return \@list;
        }
        /\G\{/gc or die "refused: a value that this checker does not read\n";
        my $inner = {};
        until ($blank->(), /\G\}/gc) { $assign->($inner); $blank->(); /\G,/gc }
        return $inner;
    };
    while ($blank->(1), pos() < length) {
        if (/\G\[/gc) { $table = $into->($root, $key->()); /\G\]/gc or die "refused: a table\n" }
        else          { $assign->($table) }
    }
    return $root;
}

sub cells {    # of a drawing or a list
    my $given = shift;
    return map { [@$_] } @$given if ref $given;
    my @rows = split m{[/\n]}, $given =~ s{^[/\n]+|[/\n]+$}{}gr;
    map { my $y = $_; map { [$y, $_] } grep { substr($rows[$y], $_, 1) eq '#' } 0 .. length($rows[$y]) - 1 } 0 .. $#rows;
}

# Return items, [low, high] or undef for an optional one; options, as [[item, colour], …], in order; the number of cells.
sub puzzle {
    my $data = toml(shift);
    need(($data->{lattice} // '') eq 'square', 'this checker reads puzzles on the square lattice only');
    need(!$data->{polyforms} || $data->{pieces}, 'this checker does not enumerate polyforms');
    need(!$data->{fixed}, 'this checker does not fix pieces');
    my $board = $data->{board};
    my @whole = $board->{rectangle}
        ? map { my $y = $_; map { [$y, $_] } 0 .. $board->{rectangle}[1] - 1 } 0 .. $board->{rectangle}[0] - 1
        : cells($board->{drawing} // $board->{cells});
    my %without = map { ("@$_" => 1) } cells($board->{without} // []);
    my @cells = sort { $a->[0] <=> $b->[0] || $a->[1] <=> $b->[1] } grep { !$without{"@$_"} } @whole;
    my %number = map { ("@{$cells[$_]}" => $_) } 0 .. $#cells;
    my (@pieces, %seen);
    for my $name (@{ $data->{pieces}{' order'} }) {
        my %places;
        for my $turn (0 .. 7) {
            my $sides = $data->{sides} // 'free';
            next if $sides eq 'fixed' && $turn || $sides eq 'one-sided' && $turn > 3;
            my @shape = map {
                my ($y, $x) = @$_;
                $x = -$x if $turn > 3;
                ($y, $x) = ($x, -$y) for 1 .. $turn % 4;
                [$y, $x]
            } cells($data->{pieces}{$name});
            for my $to (@cells) {
                my ($down, $right) = ($to->[0] - $shape[0][0], $to->[1] - $shape[0][1]);
                my @place = map { $number{ ($_->[0] + $down) . ' ' . ($_->[1] + $right) } } @shape;
                next if grep { !defined } @place;
                @place = sort { $a <=> $b } @place;
                $places{"@place"} = \@place;
            }
        }
        my $copies = $data->{copies} // 1;
        $copies = $copies->{$name} // 1 if ref $copies;
        push @pieces, { size => scalar cells($data->{pieces}{$name}), places => [values %places], range($copies, 0 + @cells) };
    }
    if (defined(my $holes = $data->{holes})) {
        my @at = ref $holes ? map { $number{"@$_"} } cells($holes->{cells}) : 0 .. $#cells;
        my %range = range(ref $holes ? $holes->{number} // 'any' : $holes, ref $holes ? 0 + @at : 0 + @cells);
        push @pieces, { size => 1, places => [map { [$_] } @at], %range };
    }
    narrow(\@pieces, 0 + @cells);
    for my $piece (@pieces) {
        $piece->{places} = [sort { (first { $_ } map { $a->[$_] <=> $b->[$_] } 0 .. $#$a) // 0 } @{ $piece->{places} }];
    }
    return (\@cells, \@pieces);
}

sub range {
    my ($given, $cells) = @_;
    return (low => 0, high => $cells) if $given eq 'any';
    my ($low, $high) = $given =~ /^(\d+)(?:-(\d+))?$/ or die "refused: copies\n";
    return (low => $low, high => $high // $low);
}

sub narrow {
    my ($pieces, $cells) = @_;
    my $least = sum0 map { $_->{low} * $_->{size} } @$pieces;
    $_->{high} = min($_->{high}, int($cells / $_->{size})) for @$pieces;
    my $most = sum0 map { $_->{high} * $_->{size} } @$pieces;
    my @to = map {
        my $less = ($most - $cells) / $_->{size};
        $less = int($less) - ($less < int $less);
        [max($_->{low}, $_->{high} - $less), min($_->{high}, $_->{low} + int(($cells - $least) / $_->{size}))]
    } @$pieces;
    if (all { $_->[0] <= $_->[1] } @to) { ($pieces->[$_]{low}, $pieces->[$_]{high}) = @{ $to[$_] } for 0 .. $#to }
    $_->{high} ||= 1 for @$pieces;
}

sub cover {
    my @lines = grep { /\S/ && !/^\|/ } split /\r?\n/, shift;
    my ($optional, @items, %number);
    for my $word (split ' ', shift @lines) {
        if ($word eq '|') { $optional = 1; next }
        my ($low, $high, $name) = $word =~ /^(?:(\d+)(?::(\d+))?\|)?([^|:]+)$/ or die "refused: the item $word\n";
        $number{$name} = @items;
        push @items, $optional ? undef : [$low // 1, $high // $low // 1];
    }
    my @options = map { [map { my ($name, $colour) = split /:/; [$number{$name} // die("refused: an item\n"), $colour // ''] } split ' '] } @lines;
    return (\@items, [grep { grep { $items[$_->[0]] } @$_ } @options]);
}

# --- trees ---

sub walk_puzzle {
    my ($tree, $cells, $pieces, $kept) = @_;
    my $once = sub { my $piece = $pieces->[shift]; $piece->{low} == 1 && $piece->{high} == 1 };
    my $all = $cells + grep { $once->($_) } 0 .. $#$pieces;
    my (%of, %covered, $at, $solutions, $node);
    for my $p (0 .. $#$pieces) {
        for my $place (@{ $pieces->[$p]{places} }) {
            my $option = [$p, [@$place, $once->($p) ? $cells + $p : ()]];
            push @{ $of{$_} }, $option for @{ $option->[1] };
        }
    }
    my @placed = (0) x @$pieces;
    ($at, $solutions) = (0, 0);
    $node = sub {
        if (keys %covered == $all) {
            $solutions += all { $placed[$_] >= $pieces->[$_]{low} } 0 .. $#$pieces;
            return;
        }
        need($at < length $tree, 'the tree ends too early');
        my $item = ord substr $tree, $at++, 1;
        need(!$covered{$item} && ($item < $cells || $item - $cells < @$pieces && $once->($item - $cells)), 'a wrong item');
        for my $option (@{ $of{$item} // [] }) {
            my ($p, $its) = @$option;
            next if $placed[$p] == $pieces->[$p]{high} || grep { $covered{$_} } @$its;
            $placed[$p]++;
            @covered{@$its} = (1) x @$its;
            $node->();
            delete @covered{@$its};
            $placed[$p]--;
        }
    };
    $node->();
    need($at == length $tree, 'the tree goes on after its end');
    return $solutions;
}

sub walk_cover {
    my ($tree, $items, $options) = @_;
    my @tree = unpack 'v*', $tree;
    need(2 * @tree == length $tree, 'the tree ends too early');
    my (@of, @struck, $solutions, $node);
    for my $o (0 .. $#$options) { push @{ $of[$_->[0]] }, $o for @{ $options->[$o] } }
    my %left = map { ($_ => $items->[$_]) } grep { $items->[$_] } 0 .. $#$items;
    $solutions = 0;
    $node = sub {
        my %rest = @_;
        if (!keys %rest) { $solutions++; return }
        my $item = shift @tree // die "refused: the tree ends too early\n";
        my ($low, $high) = @{ $rest{$item} // die "refused: a wrong item\n" };
        my @before = @struck;
        my @candidates = grep { !$struck[$_] } @{ $of[$item] // [] };
        return if @candidates < $low;
        if ($high == 1) { $struck[$_] = 1 for @candidates }
        for my $option (@candidates) {
            $struck[$option] = 1;
            my @undo = @struck;
            my %after = %rest;
            for (@{ $options->[$option] }) {
                my ($its, $colour) = @$_;
                my $bounds = delete $after{$its};
                if ($bounds && $bounds->[1] > 1) { $after{$its} = [$bounds->[0] - 1, $bounds->[1] - 1]; next }
                for my $other (@{ $of[$its] }) {
                    my ($pair) = grep { $_->[0] == $its } @{ $options->[$other] };
                    $struck[$other] = 1 unless $colour ne '' && $pair->[1] eq $colour;
                }
            }
            $node->(%after);
            @struck = @undo;
        }
        if ($low <= 0) {
            my %after = %rest;
            delete $after{$item};
            $node->(%after);
        }
        @struck = @before;
    };
    $node->(%left);
    need(!@tree, 'the tree goes on after its end');
    return $solutions;
}

sub check_kept {    # the symmetries of a puzzle's tree, and the piece that breaks them
    my ($claim, $cells, $pieces, $names) = @_;
    my $group = $claim->{symmetries};
    group([0 .. $cells - 1], $group);
    my $moved = sub { my $g = shift; join '|', sort map { my $p = $_; "$p->{low}-$p->{high}:" . join ';', sort map { join ' ', sort { $a <=> $b } @$g[@$_] } @{ $p->{places} } } @$pieces };
    my $still = $moved->([0 .. $cells - 1]);
    need((all { $moved->($_) eq $still } @$group), 'a symmetry does not take placements to placements');
    return need(@$group == 1, 'no piece breaks the symmetries') unless defined $claim->{piece};
    my $index = first { $names->[$_] eq $claim->{piece} } 0 .. $#$names;
    need(defined $index, 'its piece');
    my $piece = $pieces->[$index];
    need($piece->{low} == 1 && $piece->{high} == 1, 'its piece is not placed once');
    my @images = map { my $g = $_; map { join ' ', sort { $a <=> $b } @$g[@$_] } @{ $claim->{kept} } } @$group;
    my @own = map { "@$_" } @{ $piece->{places} };
    need(@images == uniq(@images) && "@{[sort @images]}" eq "@{[sort @own]}", 'its kept placements');
    my %kept = map { ("@$_" => 1) } @{ $claim->{kept} };
    $piece->{places} = [grep { $kept{"@$_"} } @{ $piece->{places} }];
}

sub group {
    my ($identity, $group) = @_;
    need(@$group <= 512, 'too many symmetries');
    my %known = map { (join(' ', @$_) => 1) } @$group;
    need(keys %known == @$group && $known{"@$identity"}, 'a symmetry twice, or no identity');
    for my $g (@$group) {
        need("@{[sort { $a <=> $b } @$g]}" eq "@$identity", 'a symmetry is no permutation');
        need($known{"@$g[@$_]"}, 'the symmetries are no group') for @$group;
    }
}

# --- an order ---

sub in_order {
    my ($claim, $items, $options) = @_;
    my $identity = [0 .. $#$items];
    my @group = ($identity, @{ $claim->{symmetries} });
    group($identity, \@group);
    my $name = sub { my ($option, $g) = @_; join ' ', sort map { "$g->[$_->[0]]:$_->[1]" } @$option };
    my %by_name = map { ($name->($_, $identity) => $_) } @$options;
    need(@group == 1 || keys %by_name == @$options, 'two options are alike');
    my $bounds = sub { my $its = $items->[shift]; $its ? "@$its" : '' };
    for my $g (@group) {
        need((all { $bounds->($_) eq $bounds->($g->[$_]) } @$identity), 'a symmetry changes bounds');
        need((all { $by_name{ $name->($_, $g) } } @$options), 'a symmetry does not take options to options');
    }
    my @numbers;
    for my $g (@group) {
        my (%seen, @orbits);
        for my $option ($g == $identity ? () : @$options) {
            my @orbit;
            for (my $one = $option; !$seen{ my $its = $name->($one, $identity) }++; $one = $by_name{ $name->($one, $g) }) {
                push @orbit, @$one;
            }
            push @orbits, \@orbit if @orbit;
        }
        push @numbers, count($claim->{order}, $items, $g == $identity ? $options : \@orbits);
    }
    my $sum = Math::BigInt->bzero;
    $sum += $_ for @numbers;
    return ($numbers[0], $sum / @group, scalar @group);
}

# A state is a text: covered items of the order as a row of 0 and 1; numbers of the others; colours.
sub count {
    my ($order, $items, $groups) = @_;
    my %place = map { ($order->[$_] => $_) } 0 .. $#$order;
    need(keys %place == @$order, 'its order has an item twice');
    need($_ >= 0 && $_ < @$items && $items->[$_] && $items->[$_][1] == 1, 'an item of the order') for @$order;
    my @others = grep { $items->[$_] && !exists $place{$_} } 0 .. $#$items;
    my %counter = map { ($others[$_] => $_) } 0 .. $#others;
    my (@steps, %last);
    OPTION: for my $group (@$groups) {
        my (@times, %shade, $covered);
        $covered = "\0" x @$order;
        for (@$group) {
            my ($item, $colour) = @$_;
            if (exists $place{$item}) {
                next OPTION if ord substr $covered, $place{$item}, 1;
                substr($covered, $place{$item}, 1) = "\1";
            } elsif (exists $counter{$item}) {
                next OPTION if ++$times[$counter{$item}] > $items->[$item][1];
            } else {
                next OPTION if exists $shade{$item} && ($colour eq '' || $shade{$item} ne $colour);
                $shade{$item} = $colour;
            }
        }
        my $first = index $covered, "\1";
        need($first >= 0, 'an option covers no item of the order');
        push @{ $steps[$first] }, [$covered, \@times, \%shade];
        $last{$_} = max($last{$_} // 0, $first) for keys %shade;
    }
    for (0 .. $#$order) {
        my $covered = "\0" x @$order;
        substr($covered, $_, 1) = "\1";
        push @{ $steps[$_] }, [$covered, [], {}] if $items->[$order->[$_]][0] == 0;
    }
    my @levels = ({ 'start' => ["\0" x @$order, [(0) x @others], {}, Math::BigInt->bone] });
    for my $at (0 .. $#$order) {
        my $here = $levels[$at];
        $levels[$at] = undef;
        for my $state (values %$here) {
            my ($covered, $times, $shade, $ways) = @$state;
            STEP: for my $step (@{ $steps[$at] // [] }) {
                next if ($covered & $step->[0]) =~ tr/\1//;
                my @after = @$times;
                for (0 .. $#{ $step->[1] }) {
                    next unless $step->[1][$_];
                    next STEP if ($after[$_] += $step->[1][$_]) > $items->[$others[$_]][1];
                }
                my %colours = %$shade;
                for (keys %{ $step->[2] }) {
                    my $colour = $step->[2]{$_};
                    next STEP if exists $colours{$_} && ($colour eq '' || $colours{$_} ne $colour);
                    $colours{$_} = $colour;
                }
                my $next = $covered | $step->[0];
                my $gap = index $next, "\0";
                $gap = @$order if $gap < 0;
                delete @colours{ grep { $last{$_} < $gap } keys %colours };
                my $key = join '|', $next, "@after", map { "$_:$colours{$_}" } sort keys %colours;
                if (my $known = $levels[$gap]{$key}) { $known->[3] += $ways }
                else                                 { $levels[$gap]{$key} = [$next, \@after, \%colours, $ways->copy] }
            }
        }
    }
    my $number = Math::BigInt->bzero;
    for (values %{ $levels[@$order] // {} }) {
        my $times = $_->[1];
        $number += $_->[3] if all { $times->[$_] >= $items->[$others[$_]][0] } 0 .. $#others;
    }
    return $number;
}

# --- the certificate ---

local $SIG{__WARN__} = sub { die "refused: @_" };    # a number that is none, or of no cell
my ($path, $file) = @ARGV;
my $all = contents($path);
need(length $all > 32 && sha256(substr $all, 0, -32) eq substr($all, -32), 'the checksum is wrong');
my ($line, $packed) = substr($all, 0, -32) =~ /^([^\n]*)\n(.*)$/s or die "refused: no claim\n";
my $json = JSON::PP->new->ascii->allow_bignum;
my $claim = $json->decode($line);
my ($kind) = $line =~ /^\{"(\w+)": 1, / or die "refused: another version\n";
my $text = contents($file);
need(sha256_hex($text) eq ($claim->{puzzle_sha256} // $claim->{cover_sha256}), 'another puzzle file');
my $tree = $kind eq 'order_certificate' ? '' : uncompress($packed) // die "refused: the tree cannot be unpacked\n";
need($kind ne 'order_certificate' || $packed eq '', 'something follows the claim');
if ($kind eq 'order_certificate') { need(scalar($line =~ /"$_": "\d+"/), "its $_ is no text of digits") for qw(solutions solutions_up_to_symmetry) }
if ($kind eq 'certificate') {
    my ($cells, $pieces) = puzzle($text);
    check_kept($claim, scalar @$cells, $pieces, [@{ toml($text)->{pieces}{' order'} }, '.']);
    my $solutions = walk_puzzle($tree, scalar @$cells, $pieces);
    my $in_all = $solutions * @{ $claim->{symmetries} };
    need($solutions == $claim->{solutions} && $in_all == $claim->{solutions_in_all}, "$solutions and $in_all solutions");
    print "$in_all solutions, $solutions up to ${\scalar @{$claim->{symmetries}}} symmetries\n";
} elsif ($kind eq 'cover_certificate') {
    my $solutions = walk_cover($tree, cover($text));
    need($solutions == $claim->{solutions}, "$solutions solutions");
    print "$solutions solutions\n";
} else {
    my ($items, $options);
    if ($file =~ /\.dlx$/) { ($items, $options) = cover($text) }
    else {
        my ($cells, $pieces) = puzzle($text);
        $items = [map { [1, 1] } @$cells];
        for my $piece (@$pieces) {
            my $size = min map { scalar @$_ } @{ $piece->{places} };
            my $free = $piece->{low} == 0 && $piece->{high} >= int(@$cells / ($size // 1));
            my $number = @$items;
            push @$items, $free ? undef : [$piece->{low}, $piece->{high}];
            push @$options, [(map { [$_, ''] } @$_), $free ? () : [$number, '']] for @{ $piece->{places} };
        }
    }
    my ($solutions, $classes, $symmetries) = in_order($claim, $items, $options);
    need($claim->{solutions} eq "$solutions" && $claim->{solutions_up_to_symmetry} eq "$classes", "$solutions and $classes solutions");
    print "$solutions solutions, $classes up to $symmetries symmetries\n";
}
