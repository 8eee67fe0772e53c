"""`play` and `watch`: games at the terminal."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Generic

from boardgames_fr._cli._keeping import RecordFile, is_taken, with_headers
from boardgames_fr._cli._live import race_at_the_keyboard
from boardgames_fr._cli._options import chosen_rules, finder, game_named, read_file, seat_of
from boardgames_fr._cli._person import Person, Wanted, Wish
from boardgames_fr._cli._places import bot_factory, is_place_of_bot
from boardgames_fr._cli._table import Table, board, outcome_words, seat_words
from boardgames_fr._cli._terminal import InputEndedError, Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.bots import bot_specs, make_bot
from boardgames_fr.chance import pick, seed_from, stream
from boardgames_fr.errors import MatchError, UnknownBotError
from boardgames_fr.game import CHANCE, AnyGame, Game, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Beginner, Bot, Step, Watcher, steps
from boardgames_fr.record import Record, read_good, result_text

__all__ = ["play_command", "watch_command"]

_PERSON = "person"
"""What a record calls a person whose name nobody gave."""


def usual_bot(game: Game[RulesT, StateT, MoveT, ViewT]) -> str:
    """The bot that plays where none is asked for: the middle one of the game's own, or the random one."""
    return bot_specs(game)[(len(game.policies) + 1) // 2] if game.policies else "random"


def _dealt(seats: list[Seat], specs: list[str]) -> dict[Seat, str]:
    """Which bot each of `seats` gets; the last of `specs` goes on for all further seats."""
    return {seat: specs[min(index, len(specs) - 1)] for index, seat in enumerate(seats)}


def seated_bots(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, specs: Mapping[Seat, str], seed: int | str, words: Words
) -> dict[Seat, tuple[str, Bot[ViewT, MoveT]]]:
    """A bot for each seat, with its spec."""
    return {
        seat: (spec, bot_factory(game, rules, spec, words)(seed_from(seed, "seat", seat)))
        for seat, spec in specs.items()
    }


def _headers(seats: Mapping[Seat, str]) -> tuple[tuple[str, str], ...]:
    return tuple((f"seat {seat}", who) for seat, who in sorted(seats.items()))


def watch_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """A whole game between bots, told and shown as a spectator (or one seat) sees it."""
    game: AnyGame = game_named(options.game, words)
    rules = chosen_rules(game, options, terminal, words)
    seats = [Seat(seat) for seat in range(game.seats(rules))]
    viewer = seat_of(options.seat, len(seats), words)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    specs = _dealt(seats, options.bot or [usual_bot(game)])
    bots = seated_bots(game, rules, specs, seed, words)
    terminal.bold(game.title)
    for seat, spec in specs.items():
        terminal.say(words("seat-bot", seat=seat_words(game, rules, seat, words), name=spec))
    match = steps(game, rules, tuple(bot for _, bot in bots.values()), seed=seed)
    with ExitStack() as leaving:
        file = None
        if options.save is not None:
            _refuse_taken(options, words)
            text = str(Record(game, rules, (), _headers(specs)))
            file = RecordFile(options.save, text, words, terminal.say)
            leaving.callback(file.close)
        outcome = game.outcome(_told(game, match, game.new_game(rules), viewer, file, options, terminal, words))
        if outcome is not None:
            terminal.say(outcome_words(game, outcome, words))
        terminal.say(words("seed-was", seed=seed))
        if file is not None:
            _finish_file(file, outcome, terminal, words)
    return 0


def _told(
    game: Game[RulesT, StateT, MoveT, ViewT],
    match: Iterator[Step[StateT, MoveT]],
    state: StateT,
    viewer: Seat | None,
    file: RecordFile | None,
    options: argparse.Namespace,
    terminal: Terminal,
    words: Words,
) -> StateT:
    """The last state of the match, which is told and shown as it goes on from `state`."""
    shown = ""
    for step in match:
        if file is not None:
            file.add(game.format_move(step.move))
        state = step.after
        before, after = game.observe(step.before, viewer), game.observe(state, viewer)
        terminal.say(game.narrate(before, game.seen(step.before, step.move, viewer), after, words.lang))
        # Chance's moves are told; the picture waits for what somebody decided.
        if step.mover is not CHANCE or game.to_move(state) is None:
            picture = "" if options.no_board else board(game, after, terminal, words)
            if picture != shown:
                terminal.write(picture)
                shown = picture
        if options.pace:
            terminal.sleep(options.pace)
    return state


def _finish_file(file: RecordFile, outcome: Outcome | None, terminal: Terminal, words: Words) -> None:
    if outcome is not None:
        file.finish(result_text(outcome))
    if file.is_kept:
        terminal.say(words("saved", path=file.path))


def _refuse_taken(options: argparse.Namespace, words: Words) -> None:
    if not options.force and is_taken(options.save):
        raise UsageError(words("file-taken", path=options.save))


def play_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """A game with people at this keyboard and bots in the other seats."""
    game: AnyGame = game_named(options.game, words)
    moves: tuple[object, ...] = ()
    named: dict[Seat, str] = {}
    text = ""
    if options.resume is not None:
        text = read_file(options.resume, terminal, words)
        record, fault = read_good(text, finder(options.game, words))
        if fault is not None:
            raise fault
        if record.game.name != game.name:
            raise UsageError(words("other-game", game=record.game.name))
        rules, moves = record.rules, record.moves
        headers = dict(record.headers)
        named = {Seat(seat): who for seat in range(game.seats(rules)) if (who := headers.get(f"seat {seat}"))}
    else:
        rules = chosen_rules(game, options, terminal, words)
    if options.live is not None and game.live is None:
        raise UsageError(words("no-live"))
    if options.live is not None and not terminal.has_keys:
        raise UsageError(words("no-keyboard"))
    table = Table(game, rules)
    for move in moves:
        table.add(move)
    people, specs = _seating(game, rules, options, named, words)
    names = {seat: who for seat, who in named.items() if not _is_bot(game, rules, who)}
    playing = dict.fromkeys(people, _PERSON) | names | specs
    seed = secrets.randbits(128) if options.seed is None else options.seed
    evening = _Evening(table, people, playing, specs, options.live, seed, terminal, words)
    evening.keep_from_the_start(options, text)
    try:
        return evening.run()
    finally:
        if table.file is not None:
            table.file.close()


def _seating(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT,
    options: argparse.Namespace,
    named: Mapping[Seat, str],
    words: Words,
) -> tuple[list[Seat], dict[Seat, str]]:
    """The people's seats, and the bots of the others: as the options say, or else as the record does (`named`)."""
    seats = [Seat(seat) for seat in range(game.seats(rules))]
    played = {seat: who for seat, who in named.items() if _is_bot(game, rules, who)}
    people = _people(options, len(seats), words)
    if options.seat is None and options.people is None and named:
        people = [seat for seat in seats if seat not in played] or people
    others = [seat for seat in seats if seat not in people]
    if options.bot or not others:
        return people, _dealt(others, options.bot)
    specs = {seat: played.get(seat, usual_bot(game)) for seat in others}
    for seat, spec in specs.items():
        if is_place_of_bot(spec):  # a record may come from anybody, and must not choose what code is run
            raise UsageError(words("bot-of-ones-own", seat=seat, spec=spec))
    return people, specs


def _is_bot(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, spec: str) -> bool:
    """Whether a record that names this for a seat means a bot."""
    if is_place_of_bot(spec):
        return True
    try:
        make_bot(game, rules, spec, 0)
    except UnknownBotError:
        return False
    return True


def _people(options: argparse.Namespace, seats: int, words: Words) -> list[Seat]:
    if options.seat is not None and options.people is not None:
        raise UsageError(words("seat-and-people"))
    if options.people is not None:
        if options.people > seats:
            raise UsageError(words("too-many-people", seats=seats))
        return [Seat(seat) for seat in range(options.people)]
    numbers = [0] if options.seat is None else sorted(set(options.seat))
    return [seat for number in numbers if (seat := seat_of(number, seats, words)) is not None]


class _Evening(Generic[RulesT, StateT, MoveT, ViewT]):
    """One game with people: who is asked, what they are told, and nothing that they may not know."""

    def __init__(
        self,
        table: Table[RulesT, StateT, MoveT, ViewT],
        people: list[Seat],
        who: Mapping[Seat, str],
        specs: Mapping[Seat, str],
        live: float | None,
        seed: int | str,
        terminal: Terminal,
        words: Words,
    ) -> None:
        self.table, self.people, self.terminal, self.words = table, people, terminal, words
        self.headers = _headers(who)
        self.live = live
        self.seed = seed
        self.resumed_after = len(table.moves)
        self.bots = seated_bots(table.game, table.rules, specs, seed, words)
        # A game gone on with draws afresh: else chance would repeat what it drew in the first part.
        self.draws = stream(seed, "chance", *([len(table.moves)] if table.moves else []))
        self.person = Person(table, terminal, words)
        self.untold: dict[Seat, list[str]] = {seat: [] for seat in people}
        self.is_private = False
        self.at_keyboard: Seat | None = people[0] if len(people) == 1 else None

    def run(self) -> int:
        terminal, words, game = self.terminal, self.words, self.table.game
        terminal.bold(game.title)
        listed = ", ".join(seat_words(game, self.table.rules, seat, words) for seat in self.people)
        terminal.say(words("you-are" if len(self.people) == 1 else "you-are-many", seats=listed))
        for seat, (spec, bot) in self.bots.items():
            terminal.say(words("seat-bot", seat=seat_words(game, self.table.rules, seat, words), name=spec))
            if isinstance(bot, Beginner):
                bot.begin(seat, stream(self.seed, "bot", seat))
        if self.resumed_after:
            terminal.say(words("resumed", plies=self.resumed_after))
        if self.table.file is not None:
            terminal.say(words("kept-in", path=self.table.file.path))
        try:
            if self.live is not None:
                race_at_the_keyboard(self.table, self.people, self.bots, self.draws, self.live, terminal, words)
            while self.table.mover is not None:
                if not self._step():
                    return self._finish(finished=False)
        except InputEndedError:
            raise UsageError(words("input-ended")) from None
        return self._finish(finished=True)

    def _step(self) -> bool:
        """One move, or one command of a person; whether the game goes on."""
        mover, table, game = self.table.mover, self.table, self.table.game
        if mover is CHANCE:
            moves = game.legal_moves(table.state)
            self._move(moves[pick(self.draws, game.chance_weights(table.state))])
        elif mover is not None and mover in self.bots:
            self._move(self._answer(mover))
        elif mover is not None:
            self._hand_over(mover)
            wish = self.person.ask(mover, hidden=len(self.people) > 1 and table.is_sealed())
            if wish.kind is Wish.QUIT:
                return False
            if wish.kind is Wish.SAVE:
                self._save(wish)
            elif wish.kind is Wish.UNDO:
                self._undo(mover)
            elif wish.move is not None:
                self._move(wish.move)
        return True

    def _answer(self, seat: Seat) -> MoveT:
        _, bot = self.bots[seat]
        moves = self.table.game.legal_moves(self.table.state)
        try:
            answer = bot(self.table.view(seat), moves)
        except Exception as error:
            raise self._blame(seat, self.words("bot-raised", problem=f"{type(error).__name__}: {error}")) from error
        if answer not in moves:
            raise self._blame(seat, self.words("bot-illegal"))
        return answer

    def _blame(self, seat: Seat, problem: str) -> MatchError:
        return MatchError(problem, seat=seat, ply=len(self.table.moves), record=self.table.record())

    def _move(self, move: MoveT) -> None:
        """The move is made, everybody is told what they saw, as soon as they may."""
        table, game = self.table, self.table.game
        before, mover = table.state, table.mover
        table.add(move)
        for seat, (_, bot) in self.bots.items():
            if isinstance(bot, Watcher):
                bot.watch(game.seen(before, move, seat), table.view(seat))
        if len(self.people) == 1:
            self.terminal.say(table.told(self.people[0], self.words))
            return
        for seat in self.people:
            if seat != mover:
                self.untold[seat].append(table.told(seat, self.words))
        self.is_private = self.is_private or (table.mover is not None and table.has_secrets(self.people))
        if self.is_private:
            if mover == self.at_keyboard and mover in self.untold:
                self.terminal.say(table.told(self.at_keyboard, self.words))
            return
        self.terminal.say(table.told(None, self.words))
        for lines in self.untold.values():
            lines.clear()

    def _hand_over(self, seat: Seat) -> None:
        """The seat's own eyes are before the screen, and it has been told what happened since it last was there."""
        if self.is_private and seat != self.at_keyboard:
            self.terminal.clear()
            self.terminal.ask(self.words("pass", seat=seat_words(self.table.game, self.table.rules, seat, self.words)))
            self.terminal.clear()
        if seat != self.at_keyboard:
            self.at_keyboard = seat
            self.person.forget()
        for line in self.untold[seat]:
            self.terminal.say(line)
        self.untold[seat].clear()

    def _undo(self, seat: Seat) -> None:
        plies = self._plies_to_undo(seat)
        if plies:
            self.table.take_back(plies)
            self.person.forget()
        self.terminal.say(self.words("undone" if plies else "no-undo"))

    def _plies_to_undo(self, seat: Seat) -> int:
        """How many moves to take back: to its last decision, if only bots moved since and nothing was hidden."""
        table = self.table
        if any(isinstance(bot, Watcher) for _, bot in self.bots.values()):
            return 0  # they remember what then never was
        for plies, mover in enumerate(reversed(table.movers), 1):
            if not table.is_known(len(table.moves) - plies, seat):
                return 0
            if mover == seat:
                return plies
            if mover not in self.bots:
                return 0
        return 0

    def keep_from_the_start(self, options: argparse.Namespace, text: str) -> None:
        """From now on every move is written: to `--save`, or into the record that is gone on with (`text`).

        Raises:
            UsageError: the file cannot be written, or there is something else in it.
        """
        resumed = None if options.resume == "-" else options.resume
        path = options.save or resumed
        if path is None:
            return
        goes_on = resumed is not None and Path(path).resolve() == Path(resumed).resolve()
        if goes_on and self.table.mover is None:
            return  # the game in it is over: nothing will be written
        if not goes_on:
            _refuse_taken(options, self.words)
        text = text[: text.rfind("\n") + 1]  # the last line was not written to its end
        text = with_headers(text, dict(self.headers)) if text else str(self.table.record(self.headers))
        self.table.file = RecordFile(path, text, self.words, self.terminal.say)

    def _save(self, wish: Wanted[MoveT]) -> None:
        """The game is in this file, now and with every further move; or it is said why not, and goes on."""
        assert wish.path is not None
        old = self.table.file
        try:
            path = str(Path(wish.path).expanduser())
            is_ours = old is not None and Path(old.path).resolve() == Path(path).resolve()
            if is_ours and old is not None and old.is_kept:
                self.terminal.say(self.words("saved", path=wish.path))
                return
            if not wish.over and not is_ours and is_taken(path):
                self.terminal.say(self.words("file-taken-save", path=wish.path))
                return
            self.table.file = RecordFile(path, str(self.table.record(self.headers)), self.words, self.terminal.say)
        except (UsageError, ValueError, OSError, RuntimeError) as error:
            self.terminal.say(str(error))
            return
        if old is not None:
            old.close()
        self.terminal.say(self.words("saved", path=wish.path))

    def _finish(self, finished: bool) -> int:
        table, game = self.table, self.table.game
        if finished:
            viewer = self.people[0] if len(self.people) == 1 else None
            self.terminal.write(board(game, table.view(viewer), self.terminal, self.words))
            outcome = game.outcome(table.state)
            if outcome is not None:
                self.terminal.say(outcome_words(game, outcome, self.words))
        else:
            self.terminal.say(self.words("unfinished"))
        if table.file is not None:
            _finish_file(table.file, game.outcome(table.state), self.terminal, self.words)
        return 0
