"""Running a game's tests on its mutants: a process forked for each, from one that has imported and collected all.

Where a mutant is in the body of a function that nothing called so far, the function's code is exchanged in the fork
and only the tests run that pass through the changed lines, fastest first. Otherwise (a module's own lines, what makes
tables at import) the fork imports the game and collects its tests anew, from the changed source, and runs all of
them, those first that pass through the changed lines.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import importlib.machinery
import os
import pickle
import resource
import signal
import sys
import tempfile
import time
import traceback
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NoReturn, cast

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from tests.mutation.mutants import Key, Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "src" / "boardgames_fr" / "games"
OPTIONS = ("-q", "--assert=plain", "--capture=no", "--tb=no", "-p", "no:cacheprovider", "-p", "no:faulthandler")
MEMORY = 3 << 30  # bytes of address space that a mutant may take
CONTROLS = 3  # functions a file that are exchanged for themselves first, to see that this fails no test
KILLED, SURVIVED, TOO_LONG, BROKEN = 1, 0, 3, 4


@dataclass
class Baseline:
    """What the tests of a game do on the game as it is."""

    seconds: dict[str, float] = field(default_factory=dict)
    """Test → CPU time, in the order collected."""
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    """File → line → the tests that run it."""
    failed: list[str] = field(default_factory=list)
    at_import: set[tuple[str, str]] = field(default_factory=set)
    """File and name of the functions that ran before the first test."""


@dataclass
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    code: int
    seconds: float


def prepare() -> None:
    """Import what all games' tests need, and nothing of the games."""
    os.environ["HYPOTHESIS_PROFILE"] = "mutation"
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["PYTHONHASHSEED"] = "0"
    sys.path.insert(0, str(ROOT / "src"))
    # As in the core tests, but a counterexample is not made smaller.
    settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=(HealthCheck.too_slow,),
        phases=(Phase.explicit, Phase.generate),
        report_multiple_bugs=False,
    )
    for tool in ("codec", "record", "match", "session", "actions", "perft", "render", "testing", "conformance"):
        __import__(f"boardgames_fr.{tool}")
    assert not any(name.startswith("boardgames_fr.games.") for name in sys.modules)


def test_files(game: str) -> list[str]:
    """The tests that judge a game: its own, and its perft tables."""
    own = sorted(str(path) for path in (ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    return [*own, str(ROOT / "tests" / "perft" / "test_perft.py")]


def parsed(file: str) -> tuple[ast.Module, list[Mutant]]:
    """A file's syntax tree, and its mutants."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return tree, mutants(str(Path(file).relative_to(GAMES)), tree)


def in_fork(work: Callable[[], object], seconds: float) -> tuple[int, object]:
    """What a function gives in a forked process: its exit code and, if 0, the value; 3 if it took too much CPU time."""
    with tempfile.TemporaryFile() as answer:
        child = os.fork()
        if child == 0:
            _child(work, seconds, answer.fileno())
        deadline = time.monotonic() + 20 * seconds + 60
        while True:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            if time.monotonic() > deadline:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return TOO_LONG, None
            time.sleep(0.001)
        if os.WIFSIGNALED(status):
            return TOO_LONG if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else KILLED, None
        code = os.WEXITSTATUS(status)
        assert code != BROKEN, "a fork failed otherwise than by a test"
        answer.seek(0)
        return code, pickle.load(answer) if code == 0 else None


def _child(work: Callable[[], object], seconds: float, answer: int) -> NoReturn:
    code = BROKEN
    try:
        spent = resource.getrusage(resource.RUSAGE_SELF)
        limit = int(spent.ru_utime + spent.ru_stime + seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        result = work()
        with os.fdopen(answer, "wb", closefd=False) as out:
            pickle.dump(result, out)
        code = 0
    except _NoticedError:
        code = KILLED
    except BaseException:  # not a test that fails: this program is at fault
        code = BROKEN
    finally:
        os._exit(code)


class _NoticedError(Exception):
    """A test failed."""


class _Tests:
    """A pytest plugin that keeps the tests of one game, and hands the loop over them to `loop`."""

    def __init__(self, game: str, loop: Callable[[list[pytest.Item]], None]) -> None:
        self.game = game
        self.loop = loop
        self.files: set[str] = set()
        self.called: set[tuple[str, str]] = set()

    def watch(self, frame: types.FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(str(GAMES)):
            self.called.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if "perft" not in item.nodeid or self.game in item.name]

    def pytest_collection_finish(self) -> None:
        sys.setprofile(None)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise _NoticedError
        self.loop(session.items)
        return True


def run_tests(items: Sequence[pytest.Item], seconds: Mapping[str, float]) -> None:
    """Run tests until one fails; end the process if one takes more than five times the CPU time that it is known for.

    Raises:
        _NoticedError: one did.
    """
    for item, after in zip(items, [*items[1:], None], strict=True):
        _limit(5 * seconds.get(item.nodeid, 1.0) + 2)
        if _fails(item, after):
            raise _NoticedError
    _limit(0)


def _limit(seconds: float) -> None:
    """End the process as too slow once it has spent so much CPU time from now on; 0: never."""
    signal.signal(signal.SIGPROF, lambda *_: os._exit(TOO_LONG))
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _fails(item: pytest.Item, after: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _measure(items: list[pytest.Item], files: Iterable[str]) -> Baseline:
    """The baseline: how long each test takes (while it is traced), whether it passes, and the lines that it runs."""
    import coverage  # not in the extra `test`, and the tests of the mutants do without

    found = Baseline()
    measure = coverage.Coverage(data_file=None, include=list(files), config_file=False)
    measure.start()
    for item, after in zip(items, [*items[1:], None], strict=True):
        measure.switch_context(item.nodeid)
        start = time.process_time()
        if _fails(item, after):
            found.failed.append(item.nodeid)
        found.seconds[item.nodeid] = time.process_time() - start
    measure.stop()
    data = measure.get_data()
    for file in files:
        by_line = data.contexts_by_lineno(file)
        found.lines[file] = {line: [name for name in names if name] for line, names in by_line.items()}
    return found


@dataclass
class Game:
    """The mutants of a game's files and the tests that judge them."""

    name: str
    files: list[str]
    chosen: set[Key]
    report: Callable[[Verdict], None]
    verdicts: list[Verdict] = field(default_factory=list)
    baseline: Baseline = field(default_factory=Baseline)

    def run(self) -> list[str]:
        """Judge all chosen mutants; the tests that fail on the game as it is (then none is judged)."""
        with tempfile.NamedTemporaryFile() as answers:
            child = os.fork()
            if child == 0:
                code = 1
                try:
                    self._warm(answers.name)
                    code = 0
                except BaseException:
                    traceback.print_exc()
                os._exit(code)
            _, status = os.waitpid(child, 0)
            assert status == 0, f"{self.name}: the tests could not be collected"
            with Path(answers.name).open("rb") as kept:
                self.baseline, verdicts = pickle.load(kept)
        if self.baseline.failed:
            return self.baseline.failed
        trees = {file: parsed(file) for file in self.files}
        patience = 3 * sum(self.baseline.seconds.values()) + 20
        if any(code is None for _, _, code, _ in verdicts):  # the control: the game as it is, run in the same way
            code, _ = in_fork(partial(self._cold, self.files[0], trees[self.files[0]][0], None), patience)
            assert code == SURVIVED, f"{self.name}: run from its start, the game as it is fails"
        for file, index, code, seconds in verdicts:
            if code is None:
                before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
                tree, all_mutants = trees[file]
                code, _ = in_fork(partial(self._cold, file, tree, all_mutants[index]), patience)
                seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
                self._say(trees[file][1][index], code, seconds)
            else:
                self.verdicts.append(Verdict(trees[file][1][index], code, seconds))
        return []

    def _say(self, mutant: Mutant, code: int, seconds: float) -> None:
        verdict = Verdict(mutant, code, seconds)
        self.verdicts.append(verdict)
        self.report(verdict)

    # Everything collected once

    def _warm(self, answers: str) -> None:
        def loop(items: list[pytest.Item]) -> None:
            code, found = in_fork(lambda: _measure(items, self.files), 1_000)
            assert code == 0
            baseline = cast("Baseline", found)
            baseline.at_import = tests.called
            verdicts: list[tuple[str, int, int | None, float]] = []
            if not baseline.failed:
                found_functions = {file: _functions(file) for file in self.files}
                gc.collect()
                gc.freeze()  # so that a fork shares the memory; what is frozen is not found any more
                for file, functions in found_functions.items():
                    verdicts += self._judge_file(file, functions, items, baseline)
            with Path(answers).open("wb") as out:
                pickle.dump((baseline, verdicts), out)

        tests = _Tests(self.name, loop)
        sys.setprofile(tests.watch)
        pytest.main([*OPTIONS, *test_files(self.name)], plugins=[tests])

    def _judge_file(
        self, file: str, functions: dict[str, types.FunctionType], items: list[pytest.Item], baseline: Baseline
    ) -> list[tuple[str, int, int | None, float]]:
        verdicts: list[tuple[str, int, int | None, float]] = []
        tree, all_mutants = parsed(file)
        controlled: set[str] = set()
        for index, mutant in enumerate(all_mutants):
            if mutant.key not in self.chosen:
                continue
            name = _outermost(mutant.where, functions)
            early = any(where == file and f"{called}.".startswith(f"{name}.") for where, called in baseline.at_import)
            if not mutant.in_function or name is None or early:
                verdicts.append((file, index, None, 0.0))
                continue
            chosen = self._covering(file, mutant, items, baseline)
            limit = 5 * sum(baseline.seconds[item.nodeid] for item in chosen) + 3

            work = partial(self._exchanged, tree, functions[name], chosen, baseline.seconds)
            if name not in controlled and len(controlled) < CONTROLS:  # the control: the function as it is, exchanged
                controlled.add(name)
                code, _ = in_fork(partial(work, None), limit)
                assert code == SURVIVED, f"{self.name}: {name} exchanged for itself fails"
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            code, _ = in_fork(partial(work, mutant), limit)
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            self.report(Verdict(mutant, code, seconds))
            verdicts.append((file, index, code, seconds))
        return verdicts

    @staticmethod
    def _exchanged(
        tree: ast.Module,
        function: types.FunctionType,
        chosen: list[pytest.Item],
        seconds: Mapping[str, float],
        mutant: Mutant | None,
    ) -> None:
        if mutant is not None:
            mutant.put_in()
        function.__code__ = _code_of(compile(tree, function.__code__.co_filename, "exec"), function.__code__)
        run_tests(chosen, seconds)

    def _covering(self, file: str, mutant: Mutant, items: list[pytest.Item], baseline: Baseline) -> list[pytest.Item]:
        """The tests that run the mutant's lines, fastest first."""
        lines = baseline.lines[file]
        names = {name for line in mutant.lines for name in lines.get(line, ())}
        return sorted((item for item in items if item.nodeid in names), key=lambda item: baseline.seconds[item.nodeid])

    # Everything anew

    def _cold(self, file: str, tree: ast.Module, mutant: Mutant | None) -> None:
        if mutant is not None:
            mutant.put_in()
        _limit(20)  # importing and collecting
        code = compile(tree, file, "exec")
        ordinary = importlib.machinery.SourceFileLoader.get_code

        def get_code(loader: importlib.machinery.SourceFileLoader, name: str) -> types.CodeType | None:
            return code if loader.path == file else ordinary(loader, name)

        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]  # in this fork only

        noticed = True

        def loop(items: list[pytest.Item]) -> None:
            nonlocal noticed
            lines = self.baseline.lines[file]
            likely = {name for line in (mutant.lines if mutant else ()) for name in lines.get(line, ())}
            seconds = self.baseline.seconds
            order = sorted(items, key=lambda item: (item.nodeid not in likely, seconds.get(item.nodeid, 0.0)))
            run_tests(order, seconds)
            noticed = False

        with contextlib.suppress(_NoticedError):
            pytest.main([*OPTIONS, *test_files(self.name)], plugins=[_Tests(self.name, loop)])
        if noticed:
            raise _NoticedError


def _functions(file: str) -> dict[str, types.FunctionType]:
    """The functions and methods that a file defines, by their qualified names."""
    found = {}
    for thing in gc.get_objects():
        if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == file:
            found[thing.__code__.co_qualname] = thing
    return found


def _outermost(where: str, functions: dict[str, types.FunctionType]) -> str | None:
    """The function to exchange for a mutant within it."""
    parts = where.split(".")
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        if name in functions:
            return name
    return None


def _code_of(module: types.CodeType, old: types.CodeType) -> types.CodeType:
    """The new code of a function, in a module's new code."""
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if code.co_qualname == old.co_qualname and code.co_firstlineno == old.co_firstlineno:
            return code
        waiting += [inner for inner in code.co_consts if isinstance(inner, types.CodeType)]
    raise LookupError(old.co_qualname)
