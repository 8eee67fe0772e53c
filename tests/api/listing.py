"""Every public name with its one path and its signature, read from the syntax trees: no extra is needed for that.

A name is public if it is in the `__all__` of a module without an underscore. What the front door gives is listed there
only. Of a class its bases, fields, methods, properties and members without an underscore are listed, of an alias what
it stands for; of other values their type.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "src"
PACKAGE = "boardgames_fr"
CALLED = ("__init__", "__call__", "__getitem__", "__len__", "__iter__", "__contains__")
"""Methods with two underscores that are called by using the object; all others are what the data model says."""


def path_of(module: str) -> Path:
    """The file of a module."""
    plain = SOURCE.joinpath(*module.split("."))
    return plain.with_suffix(".py") if plain.with_suffix(".py").is_file() else plain / "__init__.py"


def public_modules() -> list[str]:
    """All modules on the way to which no name begins with an underscore, the front door first."""
    names = []
    for path in (SOURCE / PACKAGE).rglob("*.py"):
        parts = list(path.relative_to(SOURCE).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if not any(part.startswith("_") for part in parts):
            names.append(".".join(parts))
    return sorted(names)


@cache
def tree_of(module: str) -> ast.Module:
    """A module's syntax tree."""
    return ast.parse(path_of(module).read_text(encoding="utf-8"))


def exported(module: str) -> list[str]:
    """What a module lists in `__all__`, in alphabetical order."""
    for node in tree_of(module).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == "__all__":
            names: list[str] = ast.literal_eval(getattr(node, "value"))  # noqa: B009 an Assign or an AnnAssign
            return sorted(names)
    return []


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, with those inside `try` and `if`."""
    for node in body:
        yield node
        for block in ("body", "orelse", "handlers"):
            if isinstance(node, ast.Try | ast.If):
                inner = getattr(node, block, [])
                yield from statements([one for one in inner if isinstance(one, ast.stmt)])


def home(module: str, name: str) -> tuple[str, str]:
    """The module in which a name is made, and its name there."""
    for node in statements(tree_of(module).body):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return home(node.module, alias.name)
    return module, name


def definitions(module: str, name: str) -> list[ast.stmt]:
    """Where a name is made: overloads make it more than once."""
    found: list[ast.stmt] = []
    for node in statements(tree_of(module).body):
        match node:
            case ast.FunctionDef(name=made) | ast.ClassDef(name=made) if made == name:
                found.append(node)
            case ast.AnnAssign(target=ast.Name(id=made)) | ast.Assign(targets=[ast.Name(id=made)]) if made == name:
                found.append(node)
            case _:
                pass
    assert found, f"{module}.{name} is listed in __all__ and made nowhere"
    return found


def one_line(node: ast.AST) -> str:
    """A node as code, on one line."""
    return " ".join(ast.unparse(node).split())


def signature(node: ast.FunctionDef) -> str:
    """Parameters and what comes back."""
    result = f" -> {one_line(node.returns)}" if node.returns else ""
    return f"({one_line(node.args)}){result}"


def members(node: ast.ClassDef) -> Iterator[str]:
    """The public members of a class, in its order."""
    for inner in node.body:
        match inner:
            case ast.FunctionDef(name=name, decorator_list=decorators) if not name.startswith("_") or name in CALLED:
                marks = {one_line(mark).rpartition(".")[2] for mark in decorators}
                kind = "property" if marks & {"property", "cached_property"} else "method"
                kind = next((mark for mark in ("classmethod", "staticmethod") if mark in marks), kind)
                yield f"{kind} {name}{signature(inner)}"
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind_of, value=value) if not name.startswith("_"):
                yield f"field {name}: {one_line(kind_of)}{' = …' if value is not None else ''}"
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not name.startswith("_"):
                yield f"member {name} = {one_line(value)}"
            case _:
                pass


def lines_of(path: str, node: ast.stmt) -> Iterator[str]:
    """How a name is listed."""
    match node:
        case ast.FunctionDef():
            yield f"{path}{signature(node)}"
        case ast.ClassDef():
            yield f"{path}: class({', '.join(map(one_line, [*node.bases, *node.keywords]))})"
            yield from (f"{path} | {member}" for member in members(node))
        case ast.AnnAssign(annotation=annotation, value=value):
            alias = one_line(annotation) == "TypeAlias" and value is not None
            yield f"{path} = {one_line(value)}" if alias and value else f"{path}: {one_line(annotation)}"
        case ast.Assign(value=value):
            yield f"{path} = {one_line(value)}"
        case _:
            raise AssertionError(f"{path} is made in a way that is not known here")


def listing() -> str:
    """All of the public API, a name or member a line."""
    front_door = {home(PACKAGE, name) for name in exported(PACKAGE)}
    lines = [f"# Every public name of {PACKAGE}. A change is deliberate and in CHANGELOG.md: python -m tests.api"]
    for module in public_modules():
        lines += ["", f"# {module}"]
        for name in exported(module):
            place = home(module, name)
            if module != PACKAGE and place in front_door:
                continue
            for node in (
                definitions(*place)
                if (module, name) != (PACKAGE, "games")
                else definitions(f"{PACKAGE}.registry", "games")
            ):
                lines += lines_of(f"{module}.{name}", node)
    return "\n".join(lines) + "\n"
