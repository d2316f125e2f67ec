r"""Random Perl programs of the subset that end soon: for comparing the interpreter with Perl itself.

    Maker(Random(7)).program()      # "use strict;\nmy $s0 = '3abc';\n…"

They are made by a grammar: a rule's alternatives stand one on a line, each <name> in them is made in turn, by the rule
of that name or by a method. No program depends on what Perl leaves open, or on how it keeps its values: hashes are gone
through by their sorted keys, an array is left alone while foreach goes through it, a statement changes one variable at
most within an expression, and a text that has been used as a number meets neither ++ nor an operator of bits.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

GRAMMAR = r"""
number      0 | 1 | 2 | 3 | 5 | 7 | 10 | 12 | 60 | 255 | (-1) | (-3) | 0.5 | 1.25 | (-2.5) | 1e3 | 0x1f | 017
            1023 | 1024 | 1048577 | 4294967296
text        '' | '0' | '00' | '0.0' | '1' | '3abc' | ' 7' | '1e2' | 'abc' | 'Az' | 'zz' | 'a9' | '-5' | 'a b  c' | '.5'
            '01:02:1-1' | 'a,b,,c,,' | 'AAB0' | '0 but true' | 'x' | '+4' | 'B' | '10' | '9' | "two\nlines"
            'fifteen letters' | 'sixteen letters.' | 'seventeen letters' | ('64 letters: abcd' x 4) | ('a,b 5' x 13)
literal     <number> | <text>
key         'a' | 'b' | '00' | 7 | 'x y' | -1 | 1.50 | '' | 'sixteen letters.' | 'seventeen letters' | 1024
digit       0 | 1 | 2 | 3
index       0 | 1 | 2 | 3 | 4
near        -2 | -1 | 0 | 1 | 2
pattern     /a/ | /^[A-L]+$/ | /0/ | /^\d+$/ | /(\d+)/ | /([a-z])(\w)?/ | /^\s*(-?\d+(?:\.\d+)?)/ | /b¦c/i | /^$/
            /(.)\1/ | /[^a-z0-9]/ | /^.{2,3}$/s | /x*$/ | /\bb/ | /(a)¦(b)/ | /[a-c9]/ | /^[a-z0]+$/
separator   // | /,/ | /:/ | ' ' | / / | /\s*,\s*/ | /(,)/ | /b/ | /[ab]/ | ',' | /x?/ | /^/
format      %i | %05.1f | %+.3d | % d | %#x | %#o | %-6.2e¦ | %c | %.0f | %5% | %u
            %s | %5s¦ | %-4s¦ | %d | %03d | %+d | %.2f | %x | %o | %e | %g | %5.1f | %%%s | %.1s | %b
searched    a | b | \d+ | (\w) | \s+ | ^ | $ | x* | [A-L] | (.)(.) | \b | (a)¦(b) | [^a-z]+?
replacement x | [$1] | <$&> | $s1 | \t | -$s0- | \\ | $h0{a} |
global      g | i | gi |
letters     a-z | a-c | 0-9 | abc | A-Za-z | \t\n | -a | a-
others      A-Z | x | xyz | a-z | 9-9 |
tr_flags    d | s | ds |
rewritten   tr/<letters>/<others>/<tr_flags>r | tr/<letters>//cdr | tr/<letters>/x/csr | y/<letters>//c
            s/<searched>/<replacement>/<global>r
            s/(\w)/uc($1) . <atom>/<global>er
changed_text  tr/<letters>/<others>/<tr_flags> | tr/<letters>//cd | tr/<letters>/-/cs | s/(\w+)/<atom> . $1/e
            s/<searched>/<replacement>/<global>
            s/\d/$& + 1/ge | s/<searched>//<global> | tr/<letters>// | tr/<letters>//c
compare     == | != | < | > | <= | >= | eq | ne | lt | gt | le | ge
order       { $a <=> $b } | { $b <=> $a } | { $a cmp $b } | { length $a <=> length $b or $a cmp $b }
            { $a <=> $b ¦¦ $a cmp $b } | { lc $b cmp lc $a }

atom        <literal> | <literal> | <variable> | <variable> | $a0[<index>] | $h0{<key>} | scalar(<array>) | (undef)
            ($#<bare> + 0) | $rows->[<digit>]->[<digit>] | $data->{n}{<key>} | $data->{list}[-1] | <item>
compound    <scalar> + <scalar> | <scalar> - <scalar> | <scalar> * <scalar> | <scalar> / <scalar> | <scalar> % <scalar>
            <atom> ** 2 | <atom> ** 0.5 | <atom> ** -1 | <atom> ** 0 | <scalar> <compare> <scalar>
            <scalar> <=> <scalar> | <scalar> cmp <scalar> | <scalar> . <scalar> | <scalar> . <scalar>
            <variable> x <digit> | substr(<scalar>, <near>) | substr(<scalar>, <near>, <near>) | join(<atom>, <list>)
            sprintf('<format>', <scalar>) | index(<scalar>, <atom>) | rindex(<scalar>, <atom>, <index>)
            lc(<scalar>) | uc(<scalar>) | ucfirst(<scalar>) | lcfirst(<scalar>) | length(<scalar>) | ord(<scalar>)
            scalar reverse(<scalar>) | "<inserted>-<inserted>" | <scalar> ¦¦ <scalar> | <scalar> && <scalar>
            <scalar> // <scalar> | <scalar> or <scalar> | <scalar> and <scalar> | !<scalar> | not <scalar>
            defined(<scalar>) | <condition> ? <scalar> : <scalar> | int(<scalar>) | abs(<scalar>) | -<atom>
            sqrt(abs(<atom>))
            chr(65 + <digit>) | ref($rows) | (grep { $_ ne <atom> } <list>)[0] | (<list>)[<near>]
            (split <separator>, <atom>)[<near>] | (sort <order> <defined>)[0] | grep { <test> } <list>
            map { ($_, 1) } <list> | () = <list> | scalar(keys <hash>) | do { scalar(my @t = @a0) } | <called>
            <change_inside> | (<variable> =~ <rewritten>) | (<variable> =~ <rewritten>) | do { my $d = <scalar>; $d }
            int(rand(1)) | (wantarray // 'n')
condition   <atom> <compare> <atom> | <atom> | <array> | exists $h0{<key>} | <atom> =~ <pattern>
            (<atom> and <atom> or <atom>) | (grep { $_ eq <atom> } <list>)
test        $_ <compare> <atom> | <pattern> | $_ | defined $_ | length($_ // '') > 1
inserted    <variable> | <array> | $a0[0] | $h0{a} | $h1{'00'} | $rows->[0][1] | @{$data->{list}} | $#a1 | \x41\t
            @{[<scalar>]} | @a0[0, 1]

pair        (<atom>, <atom>)
compounds   <array> | <array> | map { <mapped> } <list> | sort <order> <defined> | sort <defined> | @h0{<key>, <key>}
            split(<separator>, <scalar>) | split(<separator>, <scalar>, -1) | split(<separator>, <scalar>, 2)
            0 .. 3 | 0...3 | 'a' .. 'e' | '08' .. '11' | 'x' .. 'ab' | 2.7 .. 5.2 | 3 .. 1 | '2' .. '04' | -2 .. 1
            @a0[<digit>, <digit>] | (<list>)[0, 1] | @{$rows->[1]}[0] | @{$data->{n}}{'a', 'b'} | grep { <test> } <list>
            reverse(<list>) | sort keys <hash> | (<atom>, <list>, <scalar>) | @{$data->{list}} | @{$rows->[0]}
            (<condition> ? (<list>) : ()) | (<condition> ? @h1{<key>, <key>} : ($h0{<key>}, $a1[<index>])) | <called>
defined     map { $_ // '' } <list>
mapped      $_ . <atom> | $_ * 2 | (<atom>, $_) | $_ ? $_ : () | "<$_>" | my $x = "$_"; $x++; $x | substr($_, 0, 1)
            split //, $_ | my $y = $_; map { $_ . $y } 1 .. 2
pairs       (map { $_ => <atom> } <list>) | (x => <scalar>, y => <scalar>) | (<hash>, k => <atom>)
            reverse(a => 1, b => 2)

place       <variable> | <variable> | $a0[<index>] | $h0{<key>} | $rows->[<digit>][<digit>] | $data->{n}{<key>}
            $a1[-1]
operator    += | -= | *= | .= | ¦¦= | &&= | //= | %= | /=
printed     print <scalar>, "\n" | print join("¦", map { defined $_ ? $_ : "undef" } <list>), "\n"
            print "<inserted> <inserted>\n" | printf("<format>\n", <scalar>) | print scalar(<called>), "\n"
matched     if (<scalar> =~ <pattern>) { print 'found [', defined $1 ? $1 : 'u', "] $&\n" }
            print "last [", $1 // 'u', "]\n"
            my @m = <scalar> =~ <pattern>; print "@m[0, 1]\n" | print <scalar> !~ <pattern> ? "no\n" : "yes\n"
            print join("¦", map { $_ // "u" } <scalar> =~ <pattern>g), "\n" | print scalar(grep <pattern>, <list>), "\n"
simple      <printed> | <printed> | <printed> | <matched> | <place> = <scalar> | <place> = <scalar>
            <array> = (<list>) | <hash> = <pairs> | ($s0, $s1) = (<list>) | ($s2, <array>) = (<list>)
            $s1 = () = (<list>) | <place> =~ <changed_text> | <place> =~ <changed_text>
            (my $c = <scalar>) =~ <changed_text>
            print <place> =~ <changed_text>, "\n" | print <place> !~ <changed_text> ? "kept\n" : "changed\n"
            $count = 0; do { <printed>; $count++ } while ($count < <digit>) | do { $s0 .= 'o' } until length $s0 > 2
            do { <printed> } | <heredoc>
            { my $m = <scalar>; print "[$&]" while $m =~ <pattern>g; print "\n"; }
            { my $m = <scalar>; while ($m =~ <pattern>g) { print $1 // 'u', "<$&>"; next if <condition>; <printed>; } }
            ($s0, $s1) = ($s1, $s0) | @a1 = (<atom>, <atom>) x <digit> | @a0 = map { $_ . 'r' } (<atom>, <atom>) x 2
            <place> <operator> <atom> | <place> <operator> <atom> | <variable> = <number> + 1
            $s1 = substr($s1, 0, 3); $s1 x= <digit>
            <place>-- | --<place> | $count++ | ++$count | $count += 0.5 | my $i = "<inserted>"; $i++; $i++; print "$i\n"
            push <array>, <list> | unshift <array>, <scalar> | pop <array> | shift <array> | splice(<array>, -1)
            splice(<array>, 1, <digit>, <list>) | $#<bare> = 0 | $#<bare> = -1 | <array> = reverse <array>, ()
            <array> = sort <order> <defined> | delete $h0{<key>} | $h1{<key>} += 1 | delete @h1{<key>, <key>}
            @h0{<key>, <key>} = (<list>) | { my %new; $new{$_ // ''} .= 'z' for <list>; %h0 = (%h0, %new); }
            @a0[<digit>, <digit>] = (<list>) | @a0[0, 1] = @a0[1, 0] | @h1{'00' .. '02'} = (<list>)
            @$rows[0, 1] = ([<list>], [<list>]) | @{$data->{n}}{'p', 'q'} = (<list>) | push @{$rows->[<index>]}, <list>
            $data->{new}{<key>}[1] = <scalar> | my $r = [@{$rows->[0]}] | $rows = [map { [@$_, <scalar>] } @$rows]
            print join(";", map { join ",", map { ref $_ ? ref $_ : $_ // "u" } @$_ } @$rows), "\n"
            print join(",", sort keys %$data), exists $data->{new} ? 1 : 0, " $#{$rows} ", scalar @{$data->{list}}, "\n"
simple_in_sub  <printed> | <printed> | <matched> | $p = <scalar> | $q = <scalar> | $l[0] = <scalar> | push @l, <list>
            @l = reverse @l | shift @l
change_now  $count++ | --$s0 | $count . $count++ | $s1 = <atom> | pop <array> | substr($s2, 0, 1, <atom>)
            join '-', $count, $count++, $count | $s1 .= <atom>
            join '-', map { push @a0, <atom> if @a0 < 5; $_ // 'u' } @a0
            scalar(grep { $rows->[<index>][1] .= 'g'; 1 } @$rows)
change_now_in_sub  $p .= 'p' | pop @l | $q = $p | join '-', map { push @l, <atom> if @l < 5; $_ // 'u' } @l
given_back  return <list>; | return <scalar>; | <list>; | return @l; | return; | <scalar> if <condition>; | @l[0, 1];
            if (<condition>) { <scalar> } else { <list> } | scalar @_; | @_;
begun       my ($p, @l) = @_; my $q = shift; | my ($p, $q, @l) = @_;
items       @{[<list>]} | 0 .. <digit> | sort keys <hash>
changed_items  @a0 | @a1 | @{$data->{list}} | @{$rows->[1]}
change_item  .= 'x' | += 1 | *= -1 | ¦¦= 7 | = length(<this> // '')
jump        next | last
word        if | unless
while       while ($N++ < 3) | until ($N++ >= 2) | for (; $N < 3; $N++)
strictness  use strict; | use strict; use warnings; |
"""
DEEPEST = 3
"""How deep expressions and blocks lie in one another."""


def rules(grammar: str) -> dict[str, list[str]]:
    """Read the grammar: a rule begins at the line's beginning; | separates alternatives, ¦ stands for itself as |."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in filter(None, grammar.split("\n")):
        name, alternatives = line.split(maxsplit=1) if line[0] != " " else (name, line.strip())
        kept = [part.strip().replace("¦", "|") for part in re.split(r" \|(?: |$)", alternatives)]
        found.setdefault(name, []).extend(kept)
    return found


RULES = rules(GRAMMAR)


class Maker:
    """Make one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.serial = self.depth = self.blocks = 0
        self.subs: list[str] = []
        self.topics: list[str] = []
        self.labels: list[str] = []
        self.in_sub = self.changed = False

    def pick(self, items: Any) -> Any:
        return self.random.choice(items)

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def make(self, rule: str) -> str:
        """Make what a rule describes."""
        return self.fill(self.pick(RULES[rule]))

    def fill(self, text: str) -> str:
        """Make each <name> in a text."""
        return re.sub(r"<([a-z_]+)>", lambda match: getattr(self, match[1], lambda: self.make(match[1]))(), text)

    # names

    def fresh(self, letter: str) -> str:
        self.serial += 1
        return f"{letter}{self.serial}"

    def variable(self) -> str:
        name: str = self.pick(("$s0", "$s1", "$s2", *(("$p", "$q") if self.in_sub else ())))
        return name

    def array(self) -> str:
        return "@l" if self.in_sub else f"@{self.bare()}"

    def bare(self) -> str:
        name: str = self.pick(("a0", "a1"))
        return "l" if self.in_sub else name

    def hash(self) -> str:
        name: str = self.pick(("%h0", "%h1"))
        return name

    def item(self) -> str:
        return self.topics[-1] if self.topics else self.variable()

    def called(self) -> str:
        """Make the call of a sub; subs call no others, so that all end."""
        name = self.pick(self.subs) if self.subs and not self.in_sub else "join"
        if name == "join":
            return f"join(',', {self.list()})"
        if self.chance(25):
            return f"{name} {self.list()}"
        return f"{'&' * self.chance(20)}{name}({self.list()})"

    # expressions

    def deeper(self, rule: str, shallow: str) -> str:
        if self.depth >= DEEPEST or self.chance(35):
            return self.make(shallow)
        self.depth += 1
        text = self.make(rule)
        self.depth -= 1
        return text if rule == "compounds" else f"({text})"

    def scalar(self) -> str:
        return self.deeper("compound", "atom")

    def list(self) -> str:
        return self.deeper("compounds", "pair")

    def heredoc(self) -> str:
        """Make a here-document; its lines stand after the statement."""
        quote, mark = self.pick(("", '"', "'")), self.fresh("E")
        tilde, lead = self.pick((("", ""), ("~", "  "), ("~", "\t")))
        lines = [self.fill(self.pick(("<inserted>", "a <inserted> b", "", "  deeper", "\\\\ and"))) for _ in range(3)]
        body = "".join(f"{lead}{line}\n" if line else "\n" for line in [*lines, "last"])
        return f"print <<{tilde}{quote}{mark}{quote}, '|';\n{body}{lead}{mark}\n"

    def change_inside(self) -> str:
        """Make what changes a variable, once in a statement: Perl leaves open what two such changes do."""
        if self.changed:
            return self.make("atom")
        self.changed = True
        return self.make("change_now_in_sub" if self.in_sub else "change_now")

    # statements

    def program(self) -> str:
        lines = [self.make("strictness")]
        lines += [self.fill(f"my $s{number} = <literal>;") for number in range(3)]
        lines += [
            self.fill(f"my @a{number} = ({', '.join(['<literal>'] * self.random.randrange(5))});")
            for number in range(2)
        ]
        lines += [
            self.fill(
                f"my %h{number} = ({', '.join(f'{key} => <literal>' for key in self.random.sample(RULES['key'], 3))});"
            )
            for number in range(2)
        ]
        lines += ["my $count = 3; my $rows = [[1, 2], ['x', 5, 'y'], []]; my $data = {n => {a => 1}, list => [3, 4]};"]
        lines += [self.sub() for _ in range(self.random.randrange(3))]
        lines += [self.statement() for _ in range(self.random.randrange(5, 14))]
        lines += ['print "end: [$s0] [$s1] [$s2] [@a0] [@a1]\\n";']
        lines += [f'print join(",", map {{ "$_=" . ($h{n}{{$_}} // "u") }} sort keys %h{n}), "\\n";' for n in range(2)]
        text = "\n".join(lines) + "\n"
        if self.chance(50):  # as closely as many people write
            text = re.sub(r" (=|[-+*.|]=|<=|==|<=>|=~|=>|\?|:|\|\|) ", r"\1", text).replace(", ", ",")
        return text

    def sub(self) -> str:
        self.in_sub, name = True, self.fresh("f")
        lines = [
            self.make("begun"),
            *[self.statement() for _ in range(self.random.randrange(3))],
            self.make("given_back"),
        ]
        self.in_sub = False
        self.subs.append(name)
        return f"sub {name} {{\n" + "\n".join(lines) + "\n}"

    def statement(self) -> str:
        self.changed = False
        if self.blocks < DEEPEST and self.chance(35):
            return str(self.pick((self.foreach, self.choice, self.while_loop, self.block, self.foreach_changing))())
        if self.labels and self.chance(15):
            label = self.pick(("", f" {self.pick(self.labels)}"))
            return self.fill(f"<jump>{label} if <condition>;")
        text = self.make("simple_in_sub" if self.in_sub else "simple")
        complete = any(sign in text for sign in (";", " for ", " until ")) or text.startswith(("if ", "my ", "(my "))
        if complete or self.chance(75):
            return f"{text};"
        return text + self.fill(self.pick((" <word> <condition>;", " <word> <condition>;", " foreach @{[<list>]};")))

    def body(self, label: str = "", topic: str = "") -> str:
        """Make a block, that of a loop with this label if there is one."""
        self.blocks += 1
        self.labels += [label] if label else []
        self.topics += [topic] if topic else []
        lines = [self.statement() for _ in range(self.random.randrange(1, 4))]
        self.blocks -= 1
        if label:
            self.labels.pop()
        if topic:
            self.topics.pop()
        return "{ " + " ".join(lines) + " }"

    def foreach(self) -> str:
        label = self.fresh("L")
        topic = self.pick(("$_", f"${label}"))
        named = "" if topic == "$_" else f"my {topic} "
        return f"{label}: foreach {named}({self.make('items')}) {self.body(label, topic)}"

    def foreach_changing(self) -> str:
        """Make a loop that changes the items of a list."""
        if self.in_sub:
            return self.foreach()
        over, change = self.make("changed_items"), self.pick(RULES["change_item"])
        if self.chance(50):
            return f"$_ {change.replace('<this>', '$_')} foreach {over};"
        return f"foreach my $v ({over}) {{ $v {change.replace('<this>', '$v')}; print $v, ' ' }}"

    def choice(self) -> str:
        text = self.fill("<word> (<condition>) ") + self.body()
        text += self.fill(" elsif (<condition>) ") + self.body() if self.chance(30) else ""
        return text + (f" else {self.body()}" if self.chance(50) else "")

    def while_loop(self) -> str:
        label, name = self.fresh("L"), self.fresh("n")
        head = self.make("while").replace("$N", f"${name}")
        return f"my ${name} = 0; {label}: {head} {self.body(label)}"

    def block(self) -> str:
        label = self.fresh("L")
        return f"{label}: {self.body(label)}"
