"""C as programs of 1978 to 1990 use it.

Defining document: ISO C90, with the old forms of Kernighan and Ritchie (1978): implicit int, old function headings,
calls of functions that are defined further down. Chosen here:

- Integers, float and double, pointers, arrays, structs and unions (passed and returned by value too), enums and
  typedefs.
- Arithmetics: ilp32 and lp64. char is signed, an enum is an int. Right shifts of negative numbers keep the sign.
- What C leaves undefined is a trap: signed overflow, division by zero, shifts out of range, an access outside its
  object or through the null pointer, pointers into different objects compared, variables and values that were never
  set. Elements of arrays in functions that were never set are not noticed.
- A pointer stays inside its object or at its end; the object of a variable ends with its function.
- The preprocessor is whole but for #include of files that are no standard headers; // begins a comment, and
  declarations may stand anywhere in a block. library/ has the functions; formats are string constants.
  Files are stdin (the tape), stdout, stderr (dropped), other tapes by their names, and what the program writes. malloc
  takes blocks from half of the memory that is left; rand is the standard's example.
- Left out, and refused by name: long long, long double, bit fields, varying arguments, setjmp, signal, wchar_t.
- The yen sign of JIS X 0201 is the backslash of ASCII.

Beside the usual files, preprocessor.py carries out directives (conditions.py, definitions.py, headers.py), constants.py
says what numbers and characters are worth, prelude.py holds functions of the library in C, types.py holds the types and
their conversions, and typed.py the tree that check leaves for lower.
"""

from getallenband.interpreters.language import Clue, Language, lazy

LANGUAGE = Language(
    name="c_subset",
    title="C",
    extensions=(".c",),
    arithmetics=("lp64", "ilp32"),
    settings=(),
    clues=(
        Clue(r"^\s*#\s*(include\s*[<\"]|define\s+\w|ifn?def\s)", "#include or #define", 8),
        Clue(r"^[\w \t]*\bmain\s*\(", "main(", 6),
        Clue(r"\b(int|char|long|unsigned|void|double|struct\s+\w+)\s+\**\w+\s*[\[(;=,]", "declarations like int n;", 4),
        Clue(r"\b(printf|putchar|scanf|getchar)\s*\(", "printf( and the like", 2),
        Clue(r"/\*", "/* comments", 2),
        Clue(r"\b(for|while|if|switch)\s*\([^$]*\)", "for ( or while (", 1),
        Clue(r"\b(typedef|static|struct|extern|return)\b[^$]*;", "typedef, static, struct or return", 3),
    ),
    parse=lazy(f"{__name__}.parse", "parse"),
    lower=lazy(f"{__name__}.lower", "lower"),
    notes=lazy(f"{__name__}.notes", "notes"),
)
