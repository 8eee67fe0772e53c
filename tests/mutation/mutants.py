"""The mutants of a file: each is its syntax tree with one small fault put in.

What is left alone, as a fault in it is none or is noticed by other means: docstrings, annotations, decorators, dunder
names, the types that `isinstance` and `NewType` are given, how much a cache keeps, what only type checkers run.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

OTHER_COMPARISON: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OTHER_OPERATOR: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
OTHER_FUNCTION: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
Key = tuple[str, str, str, str, int]
FOR_TYPES: Final = {"NewType", "TypeVar", "cast", "assert_never"}


@dataclass(frozen=True)
class Slot:
    """A place in a syntax tree that holds a node or a value."""

    holder: ast.AST
    name: str
    index: int | None = None

    def get(self) -> object:
        kept = getattr(self.holder, self.name)
        return kept if self.index is None else kept[self.index]

    def put(self, value: object) -> None:
        if self.index is None:
            setattr(self.holder, self.name, value)
        else:
            getattr(self.holder, self.name)[self.index] = value

    def shown(self) -> str:
        """What stands there, on one line."""
        node = self.get()
        assert isinstance(node, ast.AST)
        return " ".join(ast.unparse(node).split())


@dataclass
class Mutant:
    """One fault: a place in a syntax tree, and what to put there."""

    file: str
    where: str
    """The function, method or class that it is in; `""`: the module itself."""
    slot: Slot = field(repr=False)
    new: object = field(repr=False)
    lines: range
    """A test that notices it runs one of these lines."""
    in_function: bool
    """Whether it is in the body of a function, so that the function alone can be exchanged."""
    before: str
    after: str
    nth: int = 1
    """Which one, among those that look alike."""

    @property
    def key(self) -> Key:
        """What it is called, from one version of the file to the next."""
        return self.file, self.where, self.before, self.after, self.nth

    def put_in(self) -> None:
        """Put the fault into the syntax tree."""
        self.slot.put(self.new)


def mutants(file: str, tree: ast.Module) -> list[Mutant]:
    """All mutants of a file, in its order; `file` is what they say they are of."""
    walk = _Walk(file)
    walk.block(Slot(tree, "body"))
    seen: Counter[tuple[str, str, str]] = Counter()
    for mutant in walk.found:
        alike = (mutant.where, mutant.before, mutant.after)
        seen[alike] += 1
        mutant.nth = seen[alike]
    return walk.found


class _Walk:
    """Goes through a tree and knows where it is."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.functions = 0

    # Statements

    def block(self, slot: Slot) -> None:
        for index, statement in enumerate(getattr(slot.holder, slot.name)):
            self.statement(Slot(slot.holder, slot.name, index), statement)

    def statement(self, slot: Slot, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef() | ast.ClassDef():
                self.definition(statement)
            case (
                ast.Import()
                | ast.ImportFrom()
                | ast.Expr(value=ast.Constant() | ast.Call(func=ast.Name("assert_never")))
            ):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) if name.startswith("__"):
                pass
            case ast.AnnAssign(annotation=annotation) if "TypeAlias" in ast.unparse(annotation):
                pass
            case ast.If(test=test) if "TYPE_CHECKING" in ast.unparse(test):
                pass
            case ast.If() | ast.While() | ast.For() | ast.Match() | ast.Try() | ast.With():
                self.compound(statement)
            case _:
                self.simple(slot, statement)

    def definition(self, statement: ast.FunctionDef | ast.ClassDef) -> None:
        self.names.append(statement.name)
        if isinstance(statement, ast.FunctionDef):
            for defaults in ("defaults", "kw_defaults"):
                for index, default in enumerate(getattr(statement.args, defaults)):
                    if default is not None:
                        self.whole(Slot(statement.args, defaults, index))
            self.functions += 1
            self.block(Slot(statement, "body"))
            self.functions -= 1
        else:
            self.block(Slot(statement, "body"))
        self.names.pop()

    def compound(self, statement: ast.stmt) -> None:
        match statement:
            case ast.If() | ast.While():
                self.condition(Slot(statement, "test"))
            case ast.For():
                self.whole(Slot(statement, "iter"))
            case ast.Match():
                self.whole(Slot(statement, "subject"))
                for case in statement.cases:
                    if case.guard is not None:
                        self.condition(Slot(case, "guard"))
                    self.block(Slot(case, "body"))
            case ast.Try():
                for handler in statement.handlers:
                    self.block(Slot(handler, "body"))
            case _:
                pass
        for name in ("body", "orelse", "finalbody"):
            if hasattr(statement, name):
                self.block(Slot(statement, name))

    def simple(self, slot: Slot, statement: ast.stmt) -> None:
        def instead(new: ast.stmt) -> None:
            self.add(slot, slot, ast.fix_missing_locations(ast.copy_location(new, statement)))

        match statement:
            case ast.Expr() | ast.Raise():
                instead(ast.Pass())
            case ast.Continue():
                instead(ast.Break())
            case ast.Break():
                instead(ast.Continue())
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                instead(ast.Pass())
            case ast.AugAssign(target=target, value=value, op=op):
                instead(ast.Pass())
                instead(ast.Assign([target], value))
                self.other_operator(slot, statement, op)
            case ast.Return(value=ast.expr() as value) if not _is_none(value):
                self.add(slot, Slot(statement, "value"), ast.copy_location(ast.Constant(None), value))
            case _:
                pass
        if isinstance(statement, ast.AnnAssign):
            if statement.value is not None:
                self.expression(slot, Slot(statement, "value"))
        else:
            self.parts(slot, statement)

    # Expressions

    def whole(self, slot: Slot) -> None:
        """An expression that stands for itself, as what is below the statement is not to be shown."""
        self.expression(slot, slot)

    def condition(self, slot: Slot) -> None:
        self.opposite(slot, slot)
        self.expression(slot, slot)

    def opposite(self, shown: Slot, slot: Slot) -> None:
        """The opposite of a condition that has no operator of its own to exchange."""
        test = slot.get()
        assert isinstance(test, ast.expr)
        if not isinstance(test, ast.Compare | ast.BoolOp) and not _is_not(test):
            self.add(shown, slot, ast.copy_location(ast.UnaryOp(ast.Not(), test), test))

    def parts(self, shown: Slot, node: ast.AST) -> None:
        for slot in _slots(node):
            child = slot.get()
            if isinstance(child, ast.expr | ast.comprehension | ast.keyword) and not _says_types(node, child):
                self.expression(shown, slot)

    def expression(self, shown: Slot, slot: Slot) -> None:
        node = slot.get()
        assert isinstance(node, ast.AST)
        match node:
            case ast.Compare():
                for index, op in enumerate(node.ops):
                    self.add(shown, Slot(node, "ops", index), OTHER_COMPARISON[type(op)]())
            case ast.BinOp(op=op):
                self.other_operator(shown, node, op)
            case ast.BoolOp(op=op):
                self.add(shown, Slot(node, "op"), ast.Or() if isinstance(op, ast.And) else ast.And())
            case ast.UnaryOp(operand=operand):
                self.add(shown, slot, operand)
            case ast.Constant(value=value):
                self.other_constant(shown, node, value)
            case ast.Call(func=ast.Name(id=called)) if called in OTHER_FUNCTION:
                self.add(shown, Slot(node.func, "id"), OTHER_FUNCTION[called])
            case ast.Slice():
                for name in ("lower", "upper"):
                    if getattr(node, name) is not None:
                        self.add(shown, Slot(node, name), None)
            case ast.IfExp():
                self.opposite(shown, Slot(node, "test"))
            case ast.comprehension():
                for index, test in enumerate(node.ifs):
                    self.add(shown, Slot(node, "ifs", index), ast.copy_location(ast.Constant(value=True), test))
            case _:
                pass
        self.parts(shown, node)

    def other_operator(self, shown: Slot, node: ast.AST, op: ast.operator) -> None:
        self.add(shown, Slot(node, "op"), OTHER_OPERATOR[type(op)]())

    def other_constant(self, shown: Slot, node: ast.Constant, value: object) -> None:
        if isinstance(value, bool):
            self.add(shown, Slot(node, "value"), not value)
        elif isinstance(value, int):
            self.add(shown, Slot(node, "value"), value + 1)
        elif isinstance(value, str):
            self.add(shown, Slot(node, "value"), f"XX{value}")

    def add(self, shown: Slot, slot: Slot, new: object) -> None:
        node, old, before = shown.get(), slot.get(), shown.shown()
        assert isinstance(node, ast.stmt | ast.expr)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        slot.put(new)
        after = shown.shown()
        slot.put(old)
        self.found.append(Mutant(self.file, ".".join(self.names), slot, new, lines, self.functions > 0, before, after))


def _slots(node: ast.AST) -> Iterator[Slot]:
    for name in node._fields:
        kept = getattr(node, name)
        if isinstance(kept, list):
            yield from (Slot(node, name, index) for index in range(len(kept)))
        else:
            yield Slot(node, name)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _says_types(node: ast.AST, child: ast.AST) -> bool:
    """Whether a part of an expression speaks of types, or of how much is kept, not of values."""
    match node:
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, types]):
            return child is types
        case ast.Call(func=ast.Name(id=name)) if name in FOR_TYPES:
            return True
        case ast.keyword(arg="maxsize"):
            return True
        case _:
            return False
