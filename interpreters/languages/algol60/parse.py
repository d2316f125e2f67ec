"""ALGOL 60 text into its syntax tree.

parse(SourceText("x.a60", "begin integer k; k := 1 end"), options).body
Block((TypeDeclaration(False, "integer", (Name("k"),)),), (Assignment((Name("k"),), IntegerNumber(1)),))
"""

from __future__ import annotations

from typing import Any, cast

from interpreters.language import Options
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.lexer import tokens
from interpreters.languages.algol60.mistakes import explained
from interpreters.source.diagnostics import Diagnostic, SourceError
from interpreters.source.lark_parser import Grammar, Recovery, Token, Tree
from interpreters.source.position import Place, SourceText

WORDS = "BEGIN END IF THEN ELSE FOR DO STEP UNTIL WHILE GOTO OWN VALUE INTEGER REAL ARRAY PROCEDURE SWITCH LABEL STRING"
NAMES = {
    "UNSIGNED_INTEGER": "a number", "UNSIGNED_REAL": "a number", "IDENTIFIER": "an identifier", "TEXT": "a string",
    "TRUE": "true", "FALSE": "false", "PLUS": "+", "MINUS": "-", "TIMES": "×", "SLASH": "/", "DIV": "÷",
    "POWER": "↑", "RELATION": "a relation", "NOT": "¬", "AND": "∧", "OR": "∨", "IMPLIES": "⊃", "EQUIVALENT": "≡",
    "ASSIGN": ":=", "COLON": ":", "SEMICOLON": ";", "COMMA": ",", "LPAR": "(", "RPAR": ")", "LSQB": "[", "RSQB": "]",
    "PARAMETER_DELIMITER": "",
    **{word: word.lower() for word in WORDS.split()},
    "BOOLEAN": "Boolean",
}  # fmt: skip
GRAMMAR = Grammar("interpreters.languages.algol60", "grammar.lark", names=NAMES, own_tokens=True)
RECOVERY = Recovery(
    stops=frozenset({"SEMICOLON"}),
    openers=frozenset({"BEGIN"}),
    closers=frozenset({"END"}),
    barriers=frozenset({"OWN", "INTEGER", "REAL", "BOOLEAN", "ARRAY", "PROCEDURE", "SWITCH"}),
)
"""Behind a syntax error the parser goes on at the statement's end, unless declarations follow."""


def parse(source: SourceText, options: Options) -> syntax.Program:
    """Parse a program; raise SourceError where it does not follow the grammar."""
    found = tokens(source, options.settings.get("representation", "auto"))
    try:
        tree = GRAMMAR.parse_tokens(source, found, RECOVERY)
    except SourceError as error:
        raise explained(source, found, error) from None
    return cast(syntax.Program, Builder(source).build(tree.children[0]))


class Builder:
    """Turn the parser's tree into syntax; one method for each rule of the grammar."""

    def __init__(self, source: SourceText) -> None:
        self.source = source

    def build(self, tree: Any) -> Any:
        """Build what a tree stands for."""
        return getattr(self, tree.data)(tree.children)

    def at(self, token: Token) -> Place:
        """Return the place of a token."""
        return self.source.place(token.start_pos or 0, token.end_pos or 0)

    def several(self, children: list[Any]) -> tuple[Any, ...]:
        """Build all the trees among the children."""
        return tuple(self.build(child) for child in children if isinstance(child, Tree))

    def name(self, token: Token) -> syntax.Name:
        """Build an identifier, or a label that is a number (leading zeros do not count, 3.5.1)."""
        text = str(token)
        if token.type == "UNSIGNED_INTEGER":
            text = text.lstrip("0") or "0"
        return syntax.Name(text, place=self.at(token))

    def names(self, children: list[Any]) -> tuple[syntax.Name, ...]:
        """Build the identifiers among the children."""
        return tuple(self.name(child) for child in children if isinstance(child, Token) and child.type == "IDENTIFIER")

    # 2 Basic symbols

    def logical_value(self, children: list[Any]) -> syntax.LogicalValue:
        """Build true or false."""
        return syntax.LogicalValue(children[0].type == "TRUE", place=self.at(children[0]))

    def unsigned_number(self, children: list[Any]) -> syntax.Expression:
        """Build a number."""
        token = children[0]
        if token.type == "UNSIGNED_INTEGER":
            return syntax.IntegerNumber(int(token), place=self.at(token))
        value = float(token)
        if value == float("inf"):
            raise SourceError(
                self.source, [Diagnostic(self.at(token), f"{token} is too large for a real number (2.5)")]
            )
        return syntax.RealNumber(value, str(token), place=self.at(token))

    def string(self, children: list[Any]) -> syntax.String:
        """Build a string; strings in sequence are one (2.6.3)."""
        return syntax.String("".join(map(str, children)), place=self.at(children[0]))

    # 3 Expressions

    def variable(self, children: list[Any]) -> syntax.Name:
        """Build an identifier that stands alone."""
        return self.name(children[0])

    def subscripted_variable(self, children: list[Any]) -> syntax.Subscripted:
        """Build a subscripted variable."""
        name = self.name(children[0])
        return syntax.Subscripted(name, self.several(children[2].children), place=name.place)

    def function_designator(self, children: list[Any]) -> syntax.FunctionDesignator:
        """Build a function designator."""
        name = self.name(children[0])
        return syntax.FunctionDesignator(name, self.several(children[2].children), place=name.place)

    def parenthesized(self, children: list[Any]) -> Any:
        """Build what stands between parentheses."""
        return self.build(children[1])

    def unary(self, children: list[Any]) -> syntax.Unary:
        """Build a sign or ¬ with its operand."""
        sign, operand = children
        return syntax.Unary(str(sign), self.build(operand), place=self.at(sign))

    def binary(self, children: list[Any]) -> syntax.Binary:
        """Build an operator with its operands; chains to the left are followed without recursion."""
        chain = []
        while True:
            left, sign, right = children
            chain.append((sign, right))
            if left.data != "binary":
                break
            children = left.children
        found = self.build(left)
        for sign, right in reversed(chain):
            found = syntax.Binary(str(sign), found, self.build(right), place=self.at(sign))
        return cast(syntax.Binary, found)

    def conditional_expression(self, children: list[Any]) -> syntax.Conditional:
        """Build a conditional expression."""
        clause, yes, _, no = children
        place = self.at(clause.children[0])
        return syntax.Conditional(self.build(clause), self.build(yes), self.build(no), place=place)

    def if_clause(self, children: list[Any]) -> Any:
        """Build the condition of an if clause."""
        return self.build(children[1])

    # 4 Statements

    def program(self, children: list[Any]) -> syntax.Program:
        """Build the program; it must be a block or a compound statement (4.1.1)."""
        body = self.build(children[0])
        if not isinstance(body, syntax.Block | syntax.Compound):
            raise SourceError(self.source, [Diagnostic(body.place, "a program is begin … end (4.1.1)", "begin")])
        return syntax.Program(body, place=body.place)

    def labelled(self, children: list[Any]) -> syntax.Statement:
        """Build a statement with a label before it."""
        label, colon, statement = children
        name = self.name(label.children[0])
        found = cast(syntax.Statement, self.build(statement))
        found.labels = (name, *found.labels)
        if found.place is syntax.NOWHERE:
            found.place = self.at(colon)
        return found

    def compound_statement(self, children: list[Any]) -> syntax.Compound:
        """Build a compound statement."""
        return syntax.Compound(self.statements(children), place=self.at(children[0]))

    def block(self, children: list[Any]) -> syntax.Block:
        """Build a block."""
        declarations = tuple(
            self.build(child) for child in children if isinstance(child, Tree) and child.data in DECLARATIONS
        )
        return syntax.Block(declarations, self.statements(children), place=self.at(children[0]))

    def statements(self, children: list[Any]) -> tuple[syntax.Statement, ...]:
        """Build the statements between begin and end; an empty one stands where its separator does."""
        found: list[syntax.Statement] = []
        for index, child in enumerate(children):
            if isinstance(child, Tree) and child.data not in DECLARATIONS:
                statement = self.build(child)
                if statement.place is syntax.NOWHERE:
                    statement.place = self.at(children[index + 1])
                found.append(statement)
        return tuple(found)

    def assignment_statement(self, children: list[Any]) -> syntax.Assignment:
        """Build an assignment statement."""
        targets = tuple(self.build(child.children[0]) for child in children[:-1])
        return syntax.Assignment(targets, self.build(children[-1]), place=targets[0].place)

    def go_to_statement(self, children: list[Any]) -> syntax.GoTo:
        """Build a go to statement; a number in it is a label."""
        return syntax.GoTo(designational(self.build(children[1])), place=self.at(children[0]))

    def dummy_statement(self, children: list[Any]) -> syntax.Dummy:
        """Build a dummy statement."""
        assert not children
        return syntax.Dummy()

    def if_statement(self, children: list[Any]) -> syntax.ConditionalStatement:
        """Build a conditional statement."""
        clause = children[0]
        place = self.at(clause.children[0])
        then = self.at(clause.children[2])
        yes = self.body(children[1], then)
        no = self.body(children[3], self.at(children[2])) if len(children) > 2 else None
        return syntax.ConditionalStatement(self.build(clause), yes, no, place=place)

    def body(self, tree: Any, before: Place) -> syntax.Statement:
        """Build a statement that may be empty, and then stands where the symbol before it does."""
        found = cast(syntax.Statement, self.build(tree))
        if found.place is syntax.NOWHERE:
            found.place = before
        return found

    def for_loop(self, children: list[Any]) -> syntax.For:
        """Build a for statement."""
        sign, variable, _, elements, do, body = children
        found = self.several(elements.children)
        return syntax.For(self.build(variable), found, self.body(body, self.at(do)), place=self.at(sign))

    def single_element(self, children: list[Any]) -> syntax.SingleElement:
        """Build a for list element that is an expression."""
        value = self.build(children[0])
        return syntax.SingleElement(value, place=value.place)

    def step_element(self, children: list[Any]) -> syntax.StepElement:
        """Build a step-until-element."""
        first, sign, step, _, last = children
        return syntax.StepElement(self.build(first), self.build(step), self.build(last), place=self.at(sign))

    def while_element(self, children: list[Any]) -> syntax.WhileElement:
        """Build a while-element."""
        value, sign, condition = children
        return syntax.WhileElement(self.build(value), self.build(condition), place=self.at(sign))

    def procedure_statement(self, children: list[Any]) -> syntax.ProcedureStatement:
        """Build a procedure statement."""
        name = self.name(children[0])
        actuals = self.several(children[2].children) if len(children) > 1 else ()
        return syntax.ProcedureStatement(name, actuals, place=name.place)

    # 5 Declarations

    def type(self, children: list[Any]) -> str:
        """Return the name of a type."""
        return NAMES[children[0].type]

    def typed(self, children: list[Any]) -> tuple[bool, str]:
        """Return whether a declaration is own, and its type."""
        own = isinstance(children[0], Token) and children[0].type == "OWN"
        types = [child for child in children if isinstance(child, Tree) and child.data == "type"]
        return own, self.type(types[0].children) if types else ""

    def type_declaration(self, children: list[Any]) -> syntax.TypeDeclaration:
        """Build a type declaration."""
        own, kind = self.typed(children)
        names = self.names(children[-1].children)
        return syntax.TypeDeclaration(own, kind, names, place=names[0].place)

    def array_declaration(self, children: list[Any]) -> syntax.ArrayDeclaration:
        """Build an array declaration; without a type it is real (5.2.3.3)."""
        own, kind = self.typed(children)
        segments = self.several([child for child in children if isinstance(child, Tree) and child.data != "type"])
        return syntax.ArrayDeclaration(own, kind or "real", segments, place=segments[0].place)

    def array_segment(self, children: list[Any]) -> syntax.ArraySegment:
        """Build identifiers with their bounds."""
        names = self.names(children[0].children)
        return syntax.ArraySegment(names, self.several(children[1:]), place=names[0].place)

    def bound_pair(self, children: list[Any]) -> tuple[syntax.Expression, syntax.Expression]:
        """Build a lower and an upper bound."""
        return self.build(children[0]), self.build(children[2])

    def switch_declaration(self, children: list[Any]) -> syntax.SwitchDeclaration:
        """Build a switch declaration."""
        name = self.name(children[1])
        elements = tuple(map(designational, self.several(children[2:])))
        return syntax.SwitchDeclaration(name, elements, place=name.place)

    def procedure_declaration(self, children: list[Any]) -> syntax.ProcedureDeclaration:
        """Build a procedure declaration."""
        _, kind = self.typed(children)
        index = 1 if kind else 0
        token, formals, semicolon, values, specifications, body = children[index + 1 :]
        name = self.name(token)
        return syntax.ProcedureDeclaration(
            kind,
            name,
            self.names(formals.children),
            self.names(values.children[1].children) if values.children else (),
            self.several(specifications.children),
            self.body(body, self.at(semicolon)),
            place=name.place,
        )

    def specification(self, children: list[Any]) -> syntax.Specification:
        """Build a specification."""
        specifier, listed = children
        _, kind = self.typed([*specifier.children])
        word = next((child.type for child in specifier.children if isinstance(child, Token)), "SIMPLE")
        names = self.names(listed.children)
        if word == "ARRAY":
            kind = kind or "real"
        return syntax.Specification(word.lower(), kind, names, place=names[0].place)


def designational(node: syntax.Expression) -> syntax.Expression:
    """Take the numbers of a designational expression for labels (3.5.1)."""
    if isinstance(node, syntax.IntegerNumber):
        return syntax.Name(str(node.value), place=node.place)
    if isinstance(node, syntax.Conditional):
        node.yes, node.no = designational(node.yes), designational(node.no)
    return node


DECLARATIONS = {"type_declaration", "array_declaration", "switch_declaration", "procedure_declaration"}
