"""Which faults are put into a file, and that a list of those that survive says why."""

from __future__ import annotations

import ast
from textwrap import dedent

from tests.mutation.__main__ import HEAD, explained, merged, row, sampled, wilson
from tests.mutation.mutants import mutants


def faults(source: str) -> list[tuple[str, str]]:
    return [(one.before, one.after) for one in mutants("a.py", ast.parse(dedent(source)))]


def test_operators_and_constants_are_exchanged_one_at_a_time() -> None:
    assert faults("x = a + 1 << b") == [
        ("x = a + 1 << b", "x = a + 1 >> b"),
        ("x = a + 1 << b", "x = a - 1 << b"),
        ("x = a + 1 << b", "x = a + 2 << b"),
    ]
    assert faults("x = a < b <= c") == [("x = a < b <= c", "x = a <= b <= c"), ("x = a < b <= c", "x = a < b < c")]
    assert faults("x = not a or -b") == [
        ("x = not a or -b", "x = not a and -b"),
        ("x = not a or -b", "x = a or -b"),
        ("x = not a or -b", "x = not a or b"),
    ]
    assert faults("x = min(a[1:], key=True)") == [
        ("x = min(a[1:], key=True)", "x = max(a[1:], key=True)"),
        ("x = min(a[1:], key=True)", "x = min(a[:], key=True)"),
        ("x = min(a[1:], key=True)", "x = min(a[2:], key=True)"),
        ("x = min(a[1:], key=True)", "x = min(a[1:], key=False)"),
    ]


def test_conditions_returns_and_statements_are_mutated() -> None:
    source = """
        def f(a):
            if a:
                g(a)
            for b in (c for c in a if c):
                b.d = a
                b.e += a
                continue
            return a
    """
    assert faults(source) == [
        ("a", "not a"),
        ("g(a)", "pass"),
        ("(c for c in a if c)", "(c for c in a if True)"),
        ("b.d = a", "pass"),
        ("b.e += a", "pass"),
        ("b.e += a", "b.e = a"),
        ("b.e += a", "b.e -= a"),
        ("continue", "break"),
        ("return a", "return None"),
    ]


def test_what_only_people_and_type_checkers_read_is_left_alone() -> None:
    source = '''
        """Docstring."""
        from __future__ import annotations
        import a
        __all__ = ["a"]
        Alias: TypeAlias = A | B
        New = NewType("New", int)
        if TYPE_CHECKING:
            x = 1
        @cache(maxsize=3)
        def f(x: int | str) -> int | None:
            """Docstring."""
            isinstance(x, int | str)
            assert_never(x)
    '''
    assert faults(source) == [("isinstance(x, int | str)", "pass")]


def test_equal_faults_are_told_apart_and_a_tree_is_as_it_was_afterwards() -> None:
    tree = ast.parse("x = 1\nx = 1")
    first, second = mutants("a.py", tree)
    assert (first.nth, second.nth) == (1, 2)
    assert first.key != second.key
    assert ast.unparse(tree) == "x = 1\nx = 1"
    second.put_in()
    assert ast.unparse(tree) == "x = 1\nx = 2"


def test_a_sample_is_always_the_same_and_none_is_all() -> None:
    some = mutants("a.py", ast.parse("\n".join(f"x = {number}" for number in range(50))))
    assert len(sampled(some, 10)) == 10
    assert sampled(some, 10) == sampled(some[::-1], 10) < sampled(some, 20)
    assert sampled(some, 10, 10) == sampled(some, 20) - sampled(some, 10)
    assert sampled(some, 0) == {one.key for one in some}
    low, high = wilson(95, 100)
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)


def test_a_file_run_again_takes_the_place_of_its_line_and_the_sum_is_made_anew() -> None:
    before = [row("a/_rules.py", 100, 40, 1, 3), row("a/_worlds.py", 10, 10, 0, 0), row("all", 110, 50, 1, 3)]
    assert merged(before, [row("a/_rules.py", 90, 90, 2, 1)]) == [
        HEAD,
        "| a/_rules.py | 90 | 90 | 89 | 2 | 1 | 98.9 % | all run |",
        "| a/_worlds.py | 10 | 10 | 10 | 0 | 0 | 100.0 % | all run |",
        "| all | 100 | 100 | 99 | 2 | 1 | 99.0 % | all run |",
    ]
    assert merged((), ())[1:] == ["| all | 0 | 0 | 0 | 0 | 0 |  | all run |"]


def test_every_survivor_that_is_listed_has_a_reason() -> None:
    assert all(len(why) > 15 for why in explained().values())
