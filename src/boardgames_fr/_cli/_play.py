"""`play` and `watch`: games at the terminal."""

from __future__ import annotations

import argparse
import secrets
from typing import Generic

from boardgames_fr._cli._live import race_at_the_keyboard
from boardgames_fr._cli._options import chosen_rules, game_named, read_file, seat_of, write_file
from boardgames_fr._cli._person import Person, Wish
from boardgames_fr._cli._table import Table, board, outcome_words
from boardgames_fr._cli._terminal import InputEndedError, Terminal, UsageError
from boardgames_fr._cli._words import Words
from boardgames_fr.bots import bot_specs, make_bot
from boardgames_fr.chance import pick, seed_from, stream
from boardgames_fr.errors import MatchError
from boardgames_fr.game import CHANCE, AnyGame, Game, MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.match import Beginner, Bot, Watcher, steps
from boardgames_fr.record import Record, read_good, result_text

__all__ = ["play_command", "watch_command"]


def usual_bot(game: Game[RulesT, StateT, MoveT, ViewT]) -> str:
    """The bot that plays where none is asked for: the middle one of the game's own, or the random one."""
    return bot_specs(game)[(len(game.policies) + 1) // 2] if game.policies else "random"


def seated_bots(
    game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, seats: list[Seat], specs: list[str], seed: int | str
) -> dict[Seat, tuple[str, Bot[ViewT, MoveT]]]:
    """A bot for each of `seats`, with its spec; the last of `specs` goes on for all further seats."""
    wanted = specs or [usual_bot(game)]
    found: dict[Seat, tuple[str, Bot[ViewT, MoveT]]] = {}
    for index, seat in enumerate(seats):
        spec = wanted[min(index, len(wanted) - 1)]
        found[seat] = spec, make_bot(game, rules, spec, seed_from(seed, "seat", seat))
    return found


def watch_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """A whole game between bots, told and shown as a spectator (or one seat) sees it."""
    game: AnyGame = game_named(options.game, words)
    rules = chosen_rules(game, options, terminal, words)
    seats = [Seat(seat) for seat in range(game.seats(rules))]
    viewer = seat_of(options.seat, len(seats), words)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    bots = seated_bots(game, rules, seats, options.bot, seed)
    terminal.bold(game.title)
    for seat, (spec, _) in bots.items():
        terminal.say(words("seat-bot", seat=seat, name=spec))
    state = game.new_game(rules)
    shown = ""
    moves = []
    for step in steps(game, rules, tuple(bot for _, bot in bots.values()), seed=seed):
        before, after = game.observe(step.before, viewer), game.observe(step.after, viewer)
        terminal.say(game.narrate(before, game.seen(step.before, step.move, viewer), after, words.lang))
        moves.append(step.move)
        state = step.after
        # Chance's moves are told; the picture waits for what somebody decided.
        if step.mover is not CHANCE or game.to_move(state) is None:
            picture = "" if options.no_board else board(game, after, terminal, words)
            if picture != shown:
                terminal.write(picture)
                shown = picture
        if options.pace:
            terminal.sleep(options.pace)
    outcome = game.outcome(state)
    if outcome is not None:
        terminal.say(outcome_words(game, outcome, words))
    terminal.say(words("seed-was", seed=seed))
    if options.save is not None:
        named = tuple((f"seat {seat}", spec) for seat, (spec, _) in bots.items())
        result = () if outcome is None else (("result", result_text(outcome)),)
        write_file(options.save, str(Record(game, rules, tuple(moves), (*named, *result))), words)
        terminal.say(words("saved", path=options.save))
    return 0


def play_command(options: argparse.Namespace, terminal: Terminal, words: Words) -> int:
    """A game with people at this keyboard and bots in the other seats."""
    game: AnyGame
    moves: tuple[object, ...] = ()
    if options.resume is not None:
        record, fault = read_good(read_file(options.resume, terminal, words), lambda name: game_named(name, words))
        if fault is not None:
            raise fault
        if record.game.name != game_named(options.game, words).name:
            raise UsageError(words("other-game", game=record.game.name))
        game, rules, moves = record.game, record.rules, record.moves
    else:
        game = game_named(options.game, words)
        rules = chosen_rules(game, options, terminal, words)
    if options.live is not None and game.live is None:
        raise UsageError(words("no-live"))
    if options.live is not None and not terminal.has_keys:
        raise UsageError(words("no-keyboard"))
    table = Table(game, rules)
    for move in moves:
        table.add(move)
    people = _people(options, len(table.seats), words)
    seed = secrets.randbits(128) if options.seed is None else options.seed
    return _Evening(table, people, options, seed, terminal, words).run()


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
        options: argparse.Namespace,
        seed: int | str,
        terminal: Terminal,
        words: Words,
    ) -> None:
        self.table, self.people, self.terminal, self.words = table, people, terminal, words
        self.save_to: str | None = options.save
        self.live: float | None = options.live
        self.seed = seed
        game = table.game
        others = [Seat(seat) for seat in table.seats if seat not in people]
        self.bots = seated_bots(game, table.rules, others, options.bot, seed)
        # A game gone on with draws afresh: else chance would repeat what it drew in the first part.
        self.draws = stream(seed, "chance", *([len(table.moves)] if table.moves else []))
        self.person = Person(table, terminal, words)
        self.untold: dict[Seat, list[str]] = {seat: [] for seat in people}
        self.is_private = False
        self.at_keyboard: Seat | None = people[0] if len(people) == 1 else None

    def run(self) -> int:
        terminal, words, game = self.terminal, self.words, self.table.game
        terminal.bold(game.title)
        listed = ", ".join(map(str, self.people))
        terminal.say(words("you-are" if len(self.people) == 1 else "you-are-many", seats=listed))
        for seat, (spec, bot) in self.bots.items():
            terminal.say(words("seat-bot", seat=seat, name=spec))
            if isinstance(bot, Beginner):
                bot.begin(seat, stream(self.seed, "bot", seat))
        try:
            if self.live is not None:
                race_at_the_keyboard(self.table, self.people, self.bots, self.draws, self.live, terminal, words)
            while self.table.mover is not None:
                if not self._step():
                    return self._finish(finished=False)
        except InputEndedError:
            self._keep(self.save_to)
            raise UsageError(words("input-ended")) from None
        except KeyboardInterrupt:
            self._keep(self.save_to)
            raise
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
                self._keep(wish.path)
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
            raise self._blame(seat, f"it raised {type(error).__name__}: {error}") from error
        if answer not in moves:
            raise self._blame(seat, "its answer is not a legal move")
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
            self.terminal.ask(self.words("pass", seat=seat))
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

    def _keep(self, path: str | None) -> None:
        if path is None:
            return
        named = [(f"seat {seat}", spec) for seat, (spec, _) in self.bots.items()]
        outcome = self.table.game.outcome(self.table.state)
        result = () if outcome is None else (("result", result_text(outcome)),)
        write_file(path, str(self.table.record((*named, *result))), self.words)
        self.terminal.say(self.words("saved", path=path))

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
        self._keep(self.save_to)
        return 0
