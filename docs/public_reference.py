"""The reference: how a public name becomes an entry, a docstring a page, and a type in a signature a link.

Types in signatures are written by the interpreter with the private module that they come from; `resolve` leads them to
their public path (see `public_names`).
"""

from __future__ import annotations

import importlib
import inspect
import re
import typing

import attrs
from docutils import nodes
from public_names import FRONT_DOOR, PACKAGE, assignment, home, public_names, public_paths
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode


def entry(module: str, name: str) -> str:
    """The directive that documents one public name."""
    value = getattr(importlib.import_module(module), name)
    if inspect.isclass(value) and not isinstance(value, typing.NewType):
        return f".. autoclass:: {name}\n   :members:\n   :undoc-members:\n   :show-inheritance:\n"
    if inspect.isroutine(value) or (module == PACKAGE and name == "games"):
        return f".. autofunction:: {name}\n"
    written, said = assignment(*home(module, name))
    if name == "GAME":
        written, said = "", "The game as one value, `Game[Rules, State, Move, View]`: what every tool takes."
    lines = [f".. py:data:: {name}"]
    if written and len(written) <= 100:
        lines.append(f"   :value: {written}")
    processed = said.splitlines()
    reshape(processed)
    lines += ["", *(f"   {line}".rstrip() for line in processed), ""]
    return "\n".join(lines)


def page(module: str) -> str:
    """The page of the reference about a module, as reStructuredText."""
    lines = [module, "=" * len(module), "", f".. automodule:: {module}", "   :no-members:"]
    if module == f"{PACKAGE}.games":  # the front door's function has this very path
        lines += ["   :no-index:"]
    lines += [""]
    lines += [f".. py:currentmodule:: {module}", ""]
    lines += [entry(module, name) for name in public_names(module)]
    everything = getattr(importlib.import_module(module), "__all__", ())
    left = [name for name in everything if name not in public_names(module)]
    if left:
        lines += ["Also here, and documented at the front door:"]
        lines += [", ".join(f":py:obj:`{name} <{PACKAGE}.{name}>`" for name in left) + ".", ""]
    return "\n".join(lines)


# Docstrings


def reshape(lines: list[str]) -> None:
    """Make reStructuredText of a docstring, in place: lists of errors, and indented blocks as they stand."""
    out: list[str] = []
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.strip() == "Raises:":
            index = _raises(lines, index + 1, out)
            continue
        starts = line.startswith("    ") and (not out or not out[-1].strip())
        before = next((text for text in reversed(out) if text.strip()), "")
        if starts and not re.match(r"\s*([-*]|\d+\.|\.\.|:)\s", before) and not before.endswith("::"):
            out += ["::", ""]
            while index < len(lines) and (lines[index].startswith("    ") or not lines[index].strip()):
                out.append(lines[index])
                index += 1
            if out[-1].strip():
                out.append("")
            continue
        out.append(line)
        index += 1
    lines[:] = out


def _raises(lines: list[str], index: int, out: list[str]) -> int:
    """The list of errors that begins at a line, as a list with links; the index of the line after it."""
    out += ["", "**Raises**", ""]
    while index < len(lines) and (lines[index].startswith("    ") or not lines[index].strip()):
        line = lines[index]
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent == 4:
            names, colon, rest = line.strip().partition(": ")
            out.append(f"- {', '.join(map(_error, names.split(', ')))}{colon.rstrip() and ': '}{rest}")
        elif line.strip():
            out.append(f"  {line.strip()}")
        index += 1
    out.append("")
    return index


def _error(name: str) -> str:
    return f":py:exc:`~{PACKAGE}.{name}`" if name in FRONT_DOOR else f"``{name.rstrip(':')}``"


def signature(
    _app: Sphinx, _what: str, _name: str, value: object, _options: object, shown: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Called by autodoc for every signature: the defaults of an attrs class, which its own code hides."""
    if shown is None or "attr_dict" not in shown or not isinstance(value, type) or not attrs.has(value):
        return shown, returned
    defaults = {field.name: field.default for field in attrs.fields(value)}

    def default(found: re.Match[str]) -> str:
        written = repr(defaults[found[1]])
        return written if len(written) <= 20 and written.isprintable() and "<" not in written else "..."

    shown = re.sub(r"attr_dict\['(\w+)'\]\.default", default, shown)
    return re.sub(r"= ?(NOTHING|attr_dict\['\w+'\])", "= ...", shown), returned


def docstring(_app: Sphinx, _what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Called by autodoc for every docstring."""
    reshape(lines)


# References


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contents: nodes.TextElement
) -> nodes.reference | None:
    """Called by Sphinx for a reference that it cannot follow: to its public path, if it has one."""
    target = node.get("reftarget", "")
    objects = env.domains["py"].data["objects"]
    context = node.get("py:module") or ""
    candidates = [target, f"{context}.{target}", *(f"{target.rpartition('.')[0]}",)]
    for candidate in candidates:
        path = public_paths().get(candidate)
        if path is None:
            continue
        if candidate == target.rpartition(".")[0]:  # a member of a public class
            path = f"{path}.{target.rpartition('.')[2]}"
        found = objects.get(path)
        if found is not None:
            return make_refnode(app.builder, node["refdoc"], found.docname, found.node_id, contents, path)
    return None


def link_names(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Called by Sphinx for each page: what is written as code and is the path of something public leads there.

    Whole paths (`boardgames_fr.match`), paths without the package (`record.as_seen`), names of the front door; on a
    page of the reference also the module's own names, and modules by their last name.
    """
    objects = app.env.domains["py"].data["objects"]
    folder, _, module = docname.rpartition("/")
    in_reference = folder.endswith("reference")
    for literal in list(doctree.findall(nodes.literal)):
        text = literal.astext().removesuffix("()")
        whole = f"{PACKAGE}.{text}"
        paths = [text] if text.startswith(f"{PACKAGE}.") else []
        if in_reference:
            paths.append(f"{module}.{text}")
        is_module = getattr(objects.get(whole), "objtype", "") == "module"
        if text in FRONT_DOOR or "." in text or (in_reference and is_module):
            paths.append(whole)
        for path in paths:
            found = objects.get(path)
            if found is not None and not isinstance(literal.parent, nodes.reference | nodes.title):
                made = make_refnode(app.builder, docname, found.docname, found.node_id, literal.deepcopy(), path)
                literal.replace_self(made)
                break
