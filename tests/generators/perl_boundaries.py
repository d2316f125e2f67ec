r"""Random Perl programs about values at the boundaries of this implementation: for comparing it with Perl itself.

    program(Random(7), 40)      # "…{ my $x = 'ab' x 8; my $y = 9007199254740993; print show($x eq $y), "\n"; }\n…"

Strings have lengths around those of interned strings, buffers and packed keys; integers have all magnitudes, among them
those around the 63 bits of a cell and the 64 of Perl. Each statement has variables of its own, since Perl notes in a
variable how it was used. All are run twice: what a memo keeps must not reach another statement. The empty string meets
no arithmetic: that it is a whole number here is said in the manual.
"""

from __future__ import annotations

import re
from random import Random

from tests.generators.perl_programs import rules

LENGTHS = (0, 1, 2, 7, 8, *range(14, 21), 31, 32, 33, *range(63, 67), 254, 255, 256, 257, 1023, 1024, 1025)
POWERS = (4, 7, 8, 10, 15, 16, 20, 30, 31, 32, 40, 52, 53, 54, 56, 58, 59, 60, 61, 62, 63)
NUMBERS = (
    "'N'", "'1048575.0'", "'Nx'", "' N'", "'12eE'", "'-7eE'", "1234567890123.0", "0.5", "(-2.5)", "1e16", "1e18",
    "9.3e18", "1e19", "1e100", "1234567.75", "$x",
)  # fmt: skip
"""Real numbers, and texts that are numbers; none has 16 digits, which Perl prints otherwise when it was compared."""
GRAMMAR = r"""
shown       <string> eq <string> | <string> ne <any> | <any> eq <quoted> | <any> ne <quoted> | <any> eq <any>
            <any> eq '<digits>' | <string> cmp <string> | <any> cmp <any> | <any> lt <any> | <any> ge <any>
            <any> . <any> | <string> . <string> | join(<any>, <any>, <any>) | join('', <any>, <string>, <integer>)
            "<inner>" | "$x$y" | "[$x]-[$y]" | join(',', reverse(<any>, <any>, <any>))
            scalar reverse(<any>, <any>) | reverse(<any>, <any>) | split(//, <any>) | split(/[a5]/, <string>)
            split(/(b)/, <any>, <limit>) | split('', <any>, <limit>) | split(/7/, <any>) | substr(<any>, <place>)
            substr(<any>, <place>, <place>) | substr(<string>, <near>, <near>)
            substr(<string>, 0, 2), substr(<string>, <place>, <near>)
            substr($x, 0, 2), substr($x, <place>, <near>)
            substr($x, <near>, <near>), substr($x, <place>, <place>), substr($x, <place>) | index(<any>, <any>)
            index(<string>, <any>, <place>) | rindex(<string>, <any>, <place>) | index($x . $y, $y)
            lc(<plain>), uc(<plain>), ucfirst(<plain>), lcfirst(<plain>) | length(<any>), ord(<any>)
            <string> x <near> | <any> x 2 | sprintf('<format>', <any>) | index(<any>, <any>, <beyond>)
            rindex(<any>, <any>, <beyond>) | "<digits>" + 1 | "<digits>" - <integer>
            sprintf('<format>', <number>) | sprintf('%s,%s', <any>, <any>) | sort(<any>, <any>, <any>)
            sort { $b cmp $a } (<any>, <string>, <any>) | sort { $a <=> $b } (<number>, <number>, <number>)
            map { "$_" } (<any>, <any>) | grep { $_ eq $x } (<any>, <any>, $x) | <any> =~ /^(..)(.*)$/s
            <string> =~ /(b+)/ | <any> =~ /5/g | ($x =~ s/<searched>/<any>/r) | ($x =~ tr/a-z0-4/A-Z5-9/r)
            ($x =~ s/(.)$/<$1>/r) | ($x =~ s/<searched>/<$&>/gr) | $x =~ tr/a5//
number_shown  <number> + <number> | <number> - <number> | <number> * <number> | <number> / (<number> ¦¦ 3)
            <number> % <divisor> | <number> <=> <number> | <number> == <number> | <number> < <number>
            <number> >= <number> | <number> != <number> | <number> ** <small>
            -<number> | int(<number>) | abs(<number>) | sqrt(abs(<number>)) | <integer> + <integer>
            <integer> - <integer> | <integer> * <integer> | <integer> / <divisor> | <integer> % <divisor>
            <number> + (undef) | (undef) - <number> | (undef) + <number> | int(<integer> / 3) | <integer> . ''
            <integer> * 0.5 | <number> + 0 . 'x' | <integer> == <integer> | <integer> <=> <number>
            <integer> < <integer> | $x + $x | $x - $y | $x * $x
compound    + | - | *
changed     $x .= <any>; $x .= <string> | $x <compound>= <number> | my $n = <integer>; $n++; $x = $n
            my $n = <integer>; $n--; $x = $n | my $n = <integer>; ++$n; ++$n; $x = "$n"
            my $n; $n <compound>= <number>; $x = $n | $x x= 2 | chomp $x | $x = <string>; $x++
            $x =~ s/<searched>/<any>/ | $x =~ s/<searched>/<any>/g | $x =~ tr/a-m/n-z/
            $x .= $_ for (<string>, <integer>)
            my ($p, $n) = (<place>, <place>); if (defined substr($x, $p, $n)) { substr($x, $p, $n, <any>) }
            my %h = (<any> => 1, <any> => 2, <string> => 3); $h{<any>} .= 'n'; $x = join('¦', sort(%h))
            my %h; $h{$_}++ for (<any>, <any>, $x, "$x", <string>); $x = join('¦', map { "$_=$h{$_}" } sort keys %h)
            my %h = ($x => <any>, $y => <any>); delete $h{<any>}; $x = exists $h{$x}; $x .= join(',', sort values %h)
            my %h = map { $_ => 1 } (<any>, $y); $x = $h{$x} ¦¦ $h{$y}; delete $h{$y}; $x .= join(',', keys %h)
            $x = join(',', map { $_ // 'u' } (1, 2, 3)[<near>, <near>]) | my @a = (1, 2, 3); $x = $a[<place>]
            my @a = (1 .. 5); $x = join(',', map { $_ // 'u' } $a[<beyond>], @a[<beyond>, 0])
            my @a = (1 .. 5); $x = join(',', splice(@a, <near>, <beyond>), '', @a)
            my @a; $a[<small>] = <any>; my @b = sort { ($a // '') cmp ($b // '') } @a; $x = "$b[-1]" . @b
            my @a; $a[<small>] = <any>; $a[<small>] .= 'n'; $x = join(',', map { $_ // 'u' } @a, reverse @a)
            my @a = (<any>) x <small>; $x = "@a" | my @a = (<any>, <any>); push @a, <any>; $x = join($y, @a)
            $y = $x; $x = $y . $x | my @a = (<any>, <string>, <any>); @a = sort @a; $x = "@a[0, 1]"
            my @a = split(/,/, "$x,$y"); $x = $a[0] . @a
            my $s = ''; foreach my $i (<first> .. <last>) { $s .= "$i," } $x = $s
            $x = join(',', <first> .. <last>)
            my $s = 'q'; foreach my $c (split //, <any>) { $s = $c . $s if length $s < 70 } $x = $s
            my @m = (<any>) =~ /(.)(.)$/; $x = join('-', @m)
            $x = join('', map { chr(ord($_) + 1) } split //, <string>)
beyond      18446744073709551615 | 18446744073709551614 | 1e30 | -1e30 | 9223372036854775808 | '18446744073709551615'
inner       $x | $y | <digits>$x | $x\x{e9} | \x{263a}$y | $x $y
format      %s | %20s | %-17s | %.16s | %d | %u | %x | %.0f | %e | %g | %18d | %-18d¦ | %018d | %+d | %o | %b | %.3e
            %i | %17s | %64d
searched    a | b+ | \d | (.)$ | ^. | [a-e]{16} | 5 | .{17} | $
"""
RULES = rules(GRAMMAR)


class Boundaries:
    """What a program is made of."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def fill(self, text: str) -> str:
        """Make each <name> in a text."""
        return re.sub(r"<([a-z_0-9]+)>", lambda match: getattr(self, match[1], lambda: self.make(match[1]))(), text)

    def make(self, rule: str) -> str:
        return self.fill(self.random.choice(RULES[rule]))

    def whole(self) -> int:
        """Choose an integer of any magnitude that 64 bits hold, with a sign or without."""
        kind, near = self.random.random(), self.random.randrange(-2, 3)
        if kind < 0.15:
            return self.random.choice((0, 1, -1, 5, 17, 255, 1022, 1023, 1024, 1025, -1024))
        if kind < 0.45:
            number = 10 ** self.random.randrange(1, 19) + near
        elif kind < 0.8:
            number = (1 << self.random.choice(POWERS)) + near
        else:
            number = self.random.randrange(1 << self.random.randrange(1, 63))
        return max(-(2**63), -number) if self.random.random() < 0.3 else number

    def integer(self) -> str:
        return f"({self.whole()})"

    def digits(self) -> str:
        return str(self.whole())

    def divisor(self) -> str:
        return f"({self.whole() or 7})"

    def number(self) -> str:
        """Make a number, or a text that is one."""
        text = self.random.choice((self.integer(), self.integer(), *NUMBERS))
        return text.replace("N", str(self.whole())).replace("E", str(self.random.randrange(22)))

    def string(self) -> str:
        """Make a string of a length at a boundary."""
        length = self.random.choice(LENGTHS)
        sample = "".join(self.random.choice("ab5B, ") for _ in range(self.random.randrange(1, 9)))
        last = self.random.choice(("", "", "", "a", "b", "7", "\\x{e9}", "\\x{263a}", "\\n"))
        made = f"substr('{sample}' x {length}, 0, {length})" if length > 20 else f"'{(sample * length)[:length]}'"
        if not last:
            return made
        return f'({made} . "{last}")' if self.random.random() < 0.7 else f'("{last}" . {made})'

    def plain(self) -> str:
        """Make what has only characters of ASCII, whose case Perl changes however it holds a string."""
        return self.random.choice((self.integer, self.quoted, lambda: "'aB, 5' x 11"))()

    def quoted(self) -> str:
        return "'" + "".join(self.random.choice("ab5") for _ in range(self.random.choice(LENGTHS[:14]))) + "'"

    def any(self) -> str:
        return self.random.choice((self.integer, self.integer, self.string, self.quoted, lambda: "$x", lambda: "$y"))()

    def near(self) -> str:
        return str(self.random.choice((-17, -16, -3, -2, -1, 0, 1, 2, 3, 15, 16, 17, 18)))

    def place(self) -> str:
        return self.random.choice((self.near, self.near, self.far))()

    def far(self) -> str:
        near = self.random.randrange(-3, 4)
        return f"({near + (self.random.choice((0, 1, -1)) << self.random.choice(POWERS[2:-1]))})"

    def limit(self) -> str:
        return self.random.choice(("-1", "0", "1", "2", "3", "17", self.far()))

    def small(self) -> str:
        return str(self.random.choice((0, 1, 2, 3, 5, 8)))

    def first(self) -> str:
        power = self.random.choice((-1, 1)) << self.random.choice(POWERS[:-1])
        self.begin = power + self.random.choice((0, 1, 3))
        return f"({self.begin})"

    def last(self) -> str:
        return f"({self.begin + self.random.randrange(-1, 4)})"

    def value(self) -> str:
        return self.random.choice((self.integer, self.string, self.string, self.quoted))()

    def statement(self) -> str:
        """Make a block with two variables; arithmetic has numbers only."""
        if self.random.random() < 0.3:
            x, body = self.integer(), f"print show({self.make('number_shown')})"
        elif self.random.random() < 0.5:
            x, body = self.value(), f"print show({self.make('shown')})"
        else:
            changed = self.random.choice(RULES["changed"])
            x = self.integer() if "<compound>" in changed else self.value()
            body = f"{self.fill(changed)}; print show($x)"
        return f'{{ my $x = {x}; my $y = {self.value()}; {body}, "\\n"; }}'


SHOW = "sub show { return join '|', map { defined $_ ? length($_) . \":$_\" : 'undef' } @_ }\n"
GARBAGE = "{ my $g; $g = ('g' x 90000) . $_ foreach 1 .. 60; }"
"""What lets memory be collected, with what was interned and remembered."""


def program(random: Random, count: int) -> str:
    """Make a program that runs so many statements, twice; a collection comes between the first half and the second."""
    made = Boundaries(random)
    statements = [made.statement() for _ in range(count)]
    statements.insert(count // 2, GARBAGE)
    return SHOW + "foreach my $turn (1, 2) {\n" + "\n".join(statements) + "\n}\n"
