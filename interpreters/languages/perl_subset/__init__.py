"""The part of Perl 5 that programs of lists, hashes and patterns use.

Defining documents: perlsyn, perldata, perlop, perlsub, perlre and perlfunc of Perl 5. Chosen here:

- Scalars, arrays, hashes, slices, references to arrays and hashes, nested data; if, unless, while, until, for, foreach,
  labels, next and last, modifiers, blocks, do; named subs with @_; map, grep, sort; patterns, s///, tr///;
  here-documents; use v5.x; the functions of words.py.
- Not there: packages, objects, closures, references to scalars and subs, local, eval, formats, integer arithmetic by
  pragma, operators on bits, file handles in variables, and what words.py calls absent. A program that asks for it is
  refused with its place, not run otherwise than Perl would.
- Patterns are Python's, behind a translator that refuses what would differ (regex.py).
- The elements of @_ are copies: assigning to one ends the run as not built: Perl would change the caller's variable.
- A loop changes the elements of one array where they are; one that would change the items of other lists is refused.
- Subs that are nowhere defined, labels without a loop and files that are nowhere opened are refused before the run.
- The keys of a hash are in the order of their first assignment; Perl's own order is arbitrary.
- Texts are of Unicode characters, as under use utf8, and are printed in UTF-8; the classes of patterns are ASCII's.
- Whether an element of an array that is undef was ever assigned is not known: exists asks for entries of hashes only.
- A text stays one: that it has been used as a number, which Perl remembers for ++, changes nothing here.
- Elements of an array that were never assigned are undef like any other.
- %ENV is empty; a note says so where a text uses it.
- What a sub gives whose last statement is a loop, which Perl leaves open, is an empty list.
- A program reads its tapes, by their names; what it writes to files is part of the run's output, never on the disk.
- Random numbers begin with the seed 0, so that a run can be repeated.
- The clock stands still, so that a run can be repeated; the setting `clock` lets it go.
"""

from getallenband.interpreters.language import Clue, Language, Setting, lazy

LANGUAGE = Language(
    name="perl_subset",
    title="Perl",
    extensions=(".pl",),
    arithmetics=("ieee754",),
    settings=(Setting("clock", ("frozen", "real"), "frozen", "whether time() stands still"),),
    clues=(
        Clue(r"\A#!.*\bperl", "#! … perl", 20),
        Clue(r"\b(my|our|local)\s*\(?\s*[$@%]", "my $…", 8),
        Clue(r"^\s*use\s+(strict|warnings|utf8|\d)", "use strict", 8),
        Clue(r"\$[A-Za-z_]\w*|\$_\b", "$name", 5),
        Clue(r"@[A-Za-z_]\w*|@_", "@name", 3),
        Clue(r"=~|\bforeach\b|\bunless\b|\bqw\b", "=~, foreach, unless or qw", 4),
        Clue(r"\bsub\s+\w+\s*\{", "sub name {", 6),
        Clue(r"\b(print|join|push|shift|sort|map|keys)\b", "print, join and the like", 1),
    ),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
    notes=lazy(f"{__name__}.parse", "notes"),
)
