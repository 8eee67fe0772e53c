"""A game under way: its states and moves so far, and how it looks and reads to whoever watches."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Generic

from boardgames_fr._cli._keeping import RecordFile
from boardgames_fr._cli._terminal import Terminal
from boardgames_fr._cli._words import Words
from boardgames_fr.errors import MissingPartError, WorldsError
from boardgames_fr.game import Game, Mover, MoveT, Outcome, RulesT, Seat, StateT, ViewT
from boardgames_fr.record import Record
from boardgames_fr.render import to_text

__all__ = ["Table", "board", "outcome_words", "seat_words"]


class Table(Generic[RulesT, StateT, MoveT, ViewT]):
    """The states so far, the moves between them, and who made them."""

    def __init__(self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT) -> None:
        self.game = game
        self.rules = rules
        self.states: list[StateT] = [game.new_game(rules)]
        self.moves: list[MoveT] = []
        self.movers: list[Mover] = []
        self.file: RecordFile | None = None
        """Where every further move is written."""

    @property
    def state(self) -> StateT:
        """The state now."""
        return self.states[-1]

    @property
    def mover(self) -> Mover:
        """Who moves now."""
        return self.game.to_move(self.state)

    @property
    def seats(self) -> range:
        """The numbers of the seats."""
        return range(self.game.seats(self.rules))

    def view(self, seat: Seat | None) -> ViewT:
        """What this seat sees now."""
        return self.game.observe(self.state, seat)

    def add(self, move: MoveT) -> None:
        """The move is made; raises `IllegalMoveError` if it may not be."""
        after = self.game.apply(self.state, move)
        self.movers.append(self.mover)
        self.moves.append(move)
        self.states.append(after)
        if self.file is not None:
            self.file.add(self.game.format_move(move))

    def take_back(self, plies: int) -> None:
        """The last moves never were."""
        del self.states[-plies:], self.moves[-plies:], self.movers[-plies:]
        if self.file is not None:
            self.file.take_back(plies)

    def told(self, seat: Seat | None, lang_words: Words) -> str:
        """What this seat saw happen with the last move, in words."""
        before, after = self.states[-2:]
        text = self.game.seen(before, self.moves[-1], seat)
        return self.game.narrate(self.game.observe(before, seat), text, self.game.observe(after, seat), lang_words.lang)

    def is_sealed(self) -> bool:
        """Whether the others will not see which move the mover makes now."""
        mover, game, state = self.mover, self.game, self.state
        others: list[Seat | None] = [None, *(Seat(seat) for seat in self.seats if seat != mover)]
        return any(
            game.seen(state, move, other) != game.format_move(move)
            for move in game.legal_moves(state)
            for other in others
        )

    def has_secrets(self, seats: Iterable[Seat]) -> bool:
        """Whether these seats see different things now, or the move to be made will stay hidden."""
        views = [self.view(seat) for seat in seats]
        return any(view != views[0] for view in views[1:]) or self.is_sealed()

    def is_known(self, ply: int, seat: Seat) -> bool:
        """Whether this seat could tell the whole state after so many moves from its view alone."""
        try:
            return len(list(islice(self.game.worlds(self.game.observe(self.states[ply], seat)), 2))) == 1
        except (MissingPartError, WorldsError):
            return False

    def record(self, headers: tuple[tuple[str, str], ...] = ()) -> Record[RulesT, StateT, MoveT, ViewT]:
        """The record so far."""
        return Record(self.game, self.rules, tuple(self.moves), headers)


def seat_words(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, seat: Seat, words: Words) -> str:
    """A seat's number, with its name where the game has one."""
    name = game.seat_name(rules, seat, words.lang)
    return words("seat-named", seat=seat, name=name) if name else str(seat)


def board(game: Game[RulesT, StateT, MoveT, ViewT], view: ViewT, terminal: Terminal, words: Words) -> str:
    """The view as a picture made of characters; of a game that cannot draw, the view as it prints itself."""
    if "draw" in game.missing:
        return str(view)
    return to_text(game.draw(view, words.lang), terminal.width, terminal.color)


def outcome_words(game: Game[RulesT, StateT, MoveT, ViewT], outcome: Outcome, words: Words) -> str:
    """How the game ended, in words."""
    if len(outcome.scores) == 1:
        return words("alone", score=outcome.scores[0])
    seats = ", ".join(map(str, outcome.winners))
    scores = ", ".join(words("score", seat=seat, score=score) for seat, score in enumerate(outcome.scores))
    return "\n".join(
        [
            words("over"),
            words("winner" if len(outcome.winners) == 1 else "winners", seats=seats),
            words("scores-low" if game.low_score_wins else "scores", scores=scores),
        ]
    )
