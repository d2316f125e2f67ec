"""C as programs of 1978 to 1990 use it.

Defining document: ISO C90, with the old forms of Kernighan and Ritchie (1978): implicit int, old function headings,
calls of functions that are defined further down. Chosen here:

- Integers, float and double, pointers, arrays, structs and unions (passed and returned by value too), enums and
  typedefs; no long long, long double, bit fields, or functions of one's own with varying arguments.
- Arithmetics: ilp32 and lp64. char is signed, an enum is an int. Right shifts of negative numbers keep the sign.
- What C leaves undefined is a trap: signed overflow, division by zero, shifts out of range, an access outside its
  object or through the null pointer, pointers into different objects compared, variables and values that were never
  set. Elements of arrays in functions that were never set are not noticed.
- A pointer stays inside its object or at its end; the object of a variable ends with its function.
- #include of standard headers declares nothing more than what is built in: printf, scanf, putchar, puts, getchar, abs,
  exit, strlen, strcmp, strcpy, isdigit, isalpha, isspace, toupper, tolower. Formats are string constants.
- The name of a type cannot be the name of a variable too. Initializers of arrays and structs are constant.
- The yen sign of JIS X 0201 is the backslash of ASCII.

Beside the usual files, preprocessor.py carries out directives, types.py holds the types and their conversions, and
typed.py the tree that check leaves for lower.
"""

from interpreters.language import Clue, Language
from interpreters.languages.c_subset.lower import lower
from interpreters.languages.c_subset.parse import parse

LANGUAGE = Language(
    name="c_subset",
    title="C",
    extensions=(".c",),
    arithmetics=("lp64", "ilp32"),
    settings=(),
    clues=(
        Clue(r"^\s*#\s*(include\s*[<\"]|define\s+\w|ifn?def\s)", "#include or #define", 8),
        Clue(r"^[\w\s]*\bmain\s*\(", "main(", 6),
        Clue(r"\b(int|char|long|unsigned|void|double|struct\s+\w+)\s+\**\w+\s*[\[(;=,]", "declarations like int n;", 4),
        Clue(r"\b(printf|putchar|scanf|getchar)\s*\(", "printf( and the like", 2),
        Clue(r"/\*", "/* comments", 2),
        Clue(r"\b(for|while|if|switch)\s*\([^$]*\)", "for ( or while (", 1),
        Clue(r"\b(typedef|static|struct|extern|return)\b[^$]*;", "typedef, static, struct or return", 3),
    ),
    parse=parse,
    lower=lower,
)
