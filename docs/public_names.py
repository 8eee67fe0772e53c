"""Which names are public, at which path each is documented, and what is said about it. Needs no Sphinx.

Every name of a public module's `__all__` is on that module's page, in the order of `__all__`; what the front door
gives too is on the front door's page only.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import sys
from functools import cache
from pathlib import Path

import boardgames_fr

PACKAGE = "boardgames_fr"
FRONT_DOOR = frozenset(boardgames_fr.__all__)


def public_modules() -> list[str]:
    """All public modules: no name on the way to them begins with an underscore."""
    below = (module.name for module in pkgutil.walk_packages(boardgames_fr.__path__, "boardgames_fr."))
    public = [name for name in below if not any(part.startswith("_") for part in name.split("."))]
    return sorted(["boardgames_fr", *public])


def public_names(module: str) -> tuple[str, ...]:
    """The names that a module's page documents, in reading order."""
    names = tuple(getattr(importlib.import_module(module), "__all__", ()))
    if module == PACKAGE or module.startswith(f"{PACKAGE}.games."):
        return names
    return tuple(name for name in names if not is_at_front_door(module, name))


def is_at_front_door(module: str, name: str) -> bool:
    """Whether this name of a module is the front door's object of the same name."""
    if name not in FRONT_DOOR:
        return False
    return getattr(importlib.import_module(module), name) is getattr(boardgames_fr, name) or name == "games"


@cache
def syntax(module: str) -> ast.Module:
    """A module's syntax tree."""
    found = sys.modules.get(module) or importlib.import_module(module)
    assert found.__file__ is not None
    return ast.parse(Path(found.__file__).read_text(encoding="utf-8"))


def home(module: str, name: str) -> tuple[str, str]:
    """The module in which a name is made, and its name there: from import to import."""
    for node in ast.walk(syntax(module)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(PACKAGE):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return home(node.module, alias.name)
    return module, name


def assignment(module: str, name: str) -> tuple[str, str]:
    """The value of a constant or alias as it is written, and its docstring."""
    body = syntax(module).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names = [target.id for target in targets if isinstance(target, ast.Name)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and name in names:
            said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            return ast.unparse(node.value) if node.value is not None else "", inspect.cleandoc(str(said))
    return "", ""


@cache
def public_paths() -> dict[str, str]:
    """Where each name is documented, by every path under which the interpreter may write it."""
    paths: dict[str, str] = {}
    for module in reversed(public_modules()):
        for name in getattr(importlib.import_module(module), "__all__", ()):
            public = f"{PACKAGE}.{name}" if is_at_front_door(module, name) else f"{module}.{name}"
            value = getattr(importlib.import_module(module), name)
            origin = home(module, name)
            made = getattr(value, "__module__", None)
            for path in (
                f"{module}.{name}",
                ".".join(origin),
                f"{made}.{name}",
                f"{module.rpartition('.')[2]}.{name}",
            ):
                paths.setdefault(path, public)
    return paths
