"""The part of Perl 5 that programs of lists, hashes and patterns use.

Defining documents: perlsyn, perldata, perlop, perlsub, perlre and perlfunc of Perl 5. Chosen here:

- Scalars, arrays, hashes, slices, references to arrays and hashes, nested data; if, unless, while, until, for, foreach,
  labels, next and last, modifiers; named subs with @_; map, grep, sort; the functions of lexer.py's lists.
- Not there: packages, objects, closures, references to scalars and subs, formats, tied variables, wantarray, eval.
- The variable of foreach, map and grep is a copy: assigning to it does not change the list.
- The keys of a hash are in the order of their first assignment; Perl's own order is arbitrary.
- A program cannot read files; what it writes to files is kept in the run's output, never on the disk. What it prints
  to STDERR is dropped.
- The clock stands still, so that a run can be repeated; the setting `clock` lets it go.
- Subs may be 4000 calls deep.
"""

from interpreters.language import Language, Setting
from interpreters.languages.perl_subset.evaluate import evaluate
from interpreters.languages.perl_subset.parse import parse
from interpreters.languages.perl_subset.unparse import unparse

LANGUAGE = Language(
    name="perl_subset",
    title="Perl",
    extensions=(".pl",),
    arithmetics=("ieee754",),
    settings=(Setting("clock", ("frozen", "real"), "frozen", "whether time() stands still"),),
    parse=parse,
    unparse=unparse,
    evaluate=evaluate,
)
