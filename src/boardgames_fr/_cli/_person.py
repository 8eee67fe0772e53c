"""One person's turn: the table as the seat sees it, the moves it may make, and what was typed."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Final, Generic

import attrs

from boardgames_fr._cli._reports import show_rules
from boardgames_fr._cli._table import Table, board, seat_words
from boardgames_fr._cli._terminal import Terminal
from boardgames_fr._cli._words import Words
from boardgames_fr.actions import Actions
from boardgames_fr.errors import NotationError
from boardgames_fr.game import MoveT, RulesT, Seat, StateT, ViewT
from boardgames_fr.render._letters import columns

__all__ = ["Person", "Wanted", "Wish", "in_columns"]

_MANY: Final = 100
"""More moves than this are not listed but said phrase by phrase."""

_PLAIN_WIDTH: Final = 80

_COMMANDS: Final = {
    "": "look",
    **dict.fromkeys(("?", "help", "aide"), "help"),
    **dict.fromkeys(("board", "table"), "board"),
    **dict.fromkeys(("rules", "règles", "regles"), "rules"),
    **dict.fromkeys(("back", "retour"), "back"),
    **dict.fromkeys(("undo", "annuler"), "undo"),
    **dict.fromkeys(("save", "sauver"), "save"),
    **dict.fromkeys(("save!", "sauver!"), "save!"),
    **dict.fromkeys(("quit", "exit", "quitter"), "quit"),
}
"""What may be typed beside moves, in both languages whichever is spoken."""


class Wish(enum.Enum):
    """What somebody at the keyboard wants."""

    MOVE = "move"
    UNDO = "undo"
    SAVE = "save"
    QUIT = "quit"


@attrs.frozen
class Wanted(Generic[MoveT]):
    """A wish, with the move or the file's name that it is about."""

    kind: Wish
    move: MoveT | None = None
    path: str | None = None
    over: bool = False
    """Whether what the file holds may be lost."""


class Person(Generic[RulesT, StateT, MoveT, ViewT]):
    """Asks whoever sits at the keyboard."""

    def __init__(self, table: Table[RulesT, StateT, MoveT, ViewT], terminal: Terminal, words: Words) -> None:
        self.table, self.terminal, self.words = table, terminal, words
        self.shown_for: StateT | None = None
        self.said: tuple[int, ...] = ()
        speaks = "phrases" not in table.game.missing
        self.actions = Actions(table.game, table.rules) if speaks else None

    def forget(self) -> None:
        """What is on the screen is not for whoever looks at it next: show all afresh."""
        self.shown_for, self.said = None, ()

    def ask(self, seat: Seat, *, hidden: bool = False) -> Wanted[MoveT]:
        """What the person in this seat wants. Asks again until it is something that can be done."""
        if self.shown_for is not self.table.state:
            self.said = ()
            self._show(seat)
            self._list_choices(seat)
            self.shown_for = self.table.state
        while True:
            prompt = self._prompt(seat, hidden)
            typed = self.terminal.ask(prompt, self._completions(), hidden=hidden)
            wanted = self._understood(seat, typed)
            if wanted is not None:
                return wanted

    # What is shown

    def _show(self, seat: Seat) -> None:
        self.terminal.write()
        self.terminal.write(board(self.table.game, self.table.view(seat), self.terminal, self.words))
        self.terminal.bold(
            self.words("your-turn", seat=seat_words(self.table.game, self.table.rules, seat, self.words))
        )

    def _prompt(self, seat: Seat, hidden: bool) -> str:
        if hidden:
            return self.words("prompt-hidden", seat=seat)
        if self.said and self.actions is not None:
            return self.words("prompt-phrase", said=self.actions.text(self.table.state, self.said))
        return self.words("prompt")

    def _list_choices(self, seat: Seat) -> None:
        game, moves = self.table.game, self._moves()
        view = self.table.view(seat)
        if self._by_phrases():
            if not self.said:
                self.terminal.say(self.words("many-moves", count=len(moves)))
            entries = self._explained(view, moves)
        else:
            entries = []
            for move in moves:
                text, label = game.format_move(move), game.label(view, move, self.words.lang)
                entries.append(text if label == text else f"{label} [{text}]")
        for line in in_columns(entries, self.terminal.width or _PLAIN_WIDTH):
            self.terminal.say(line)

    def _explained(self, view: ViewT, moves: tuple[MoveT, ...]) -> list[str]:
        """The phrases that can come next, each with the move that it makes, or how many it leaves and one of them."""
        assert self.actions is not None
        game, state = self.table.game, self.table.state
        texts = [game.format_move(move) for move in moves]
        entries = []
        for action, phrase in zip(self.actions.legal(state, self.said), self._phrases_now(), strict=True):
            said, only = self.actions.say(state, self.said, action)
            begun = f"{self.actions.text(state, said)} "
            fitting = [move for move, text in zip(moves, texts, strict=True) if f"{text} ".startswith(begun)]
            if only is not None:
                fitting = [only]
            name = "phrase-alone" if len(fitting) == 1 else "phrase-many"
            text = game.label(view, fitting[0], self.words.lang)
            entries.append(self.words(name, phrase=phrase, count=len(fitting), label=text))
        return entries

    def _moves(self) -> tuple[MoveT, ...]:
        return self.table.game.legal_moves(self.table.state)

    def _by_phrases(self) -> bool:
        """Whether moves are said phrase by phrase: there are many, and phrases make fewer choices of them."""
        if self.actions is None:
            return False
        many = len(self._moves())
        return bool(self.said) or (many > _MANY and len(self.actions.legal(self.table.state)) < many)

    def _phrases_now(self) -> list[str]:
        assert self.actions is not None
        names = (*self.actions.phrases, self.words("done"))
        return [names[action] for action in self.actions.legal(self.table.state, self.said)]

    def _completions(self) -> Sequence[str]:
        if not self._by_phrases():
            return [self.table.game.format_move(move) for move in self._moves()]
        assert self.actions is not None
        said = self.actions.text(self.table.state, self.said)
        texts = [self.table.game.format_move(move) for move in self._moves()]
        return [*self._phrases_now(), *(text for text in texts if text.startswith(said))]

    # What is typed

    def _understood(self, seat: Seat, typed: str) -> Wanted[MoveT] | None:
        """What was typed, if it is a move or a wish; else `None`, after an answer."""
        game, moves = self.table.game, self._moves()
        command, _, rest = typed.partition(" ")
        for move in moves:
            if game.format_move(move) == typed:
                return Wanted(Wish.MOVE, move)
        if typed.isascii() and typed.isdigit():
            return self._numbered(seat, int(typed[:9]))
        if self._by_phrases() and typed in self._phrases_now():
            assert self.actions is not None
            choices = self.actions.legal(self.table.state, self.said)
            return self._said(seat, choices[self._phrases_now().index(typed)])
        if command in _COMMANDS and (not rest or command.startswith(("save", "sauver"))):
            return self._command(seat, _COMMANDS[command], rest.strip())
        return self._spelled(seat, typed)

    def _command(self, seat: Seat, command: str, rest: str) -> Wanted[MoveT] | None:
        """What a command asks for; `None` once it is done here."""
        if command in ("undo", "quit"):
            return Wanted(Wish(command))
        if command in ("save", "save!"):
            if rest:
                return Wanted(Wish.SAVE, path=rest, over=command == "save!")
            self.terminal.say(self.words("save-where"))
        elif command == "board":
            self._show(seat)
        elif command == "rules":
            show_rules(self.table.game, self.terminal, self.words)
        else:
            if command == "help":
                self.terminal.say(self.words("help-play"))
            if command == "back":
                self.said = self.said[:-1]
            self._list_choices(seat)
        return None

    def _numbered(self, seat: Seat, number: int) -> Wanted[MoveT] | None:
        moves = self._moves()
        if not self._by_phrases():
            if 1 <= number <= len(moves):
                return Wanted(Wish.MOVE, moves[number - 1])
        else:
            assert self.actions is not None
            choices = self.actions.legal(self.table.state, self.said)
            if 1 <= number <= len(choices):
                return self._said(seat, choices[number - 1])
        self.terminal.say(self.words("no-number", number=number))
        return None

    def _said(self, seat: Seat, action: int) -> Wanted[MoveT] | None:
        assert self.actions is not None
        self.said, move = self.actions.say(self.table.state, self.said, action)
        if move is not None:
            self.said = ()
            return Wanted(Wish.MOVE, move)
        self._list_choices(seat)
        return None

    def _spelled(self, seat: Seat, typed: str) -> Wanted[MoveT] | None:
        """A move that is not legal here, with the reason why; or what is none at all."""
        game = self.table.game
        try:
            move = game.parse_move(typed)
        except NotationError:
            if self._by_phrases():
                self.terminal.say(self.words("no-word", text=typed))
                self._list_choices(seat)
            else:
                self.terminal.say(self.words("no-move", text=typed))
            return None
        refusal = game.why_illegal(self.table.state, move)
        if refusal is None:
            return Wanted(Wish.MOVE, move)
        self.terminal.say(game.explain(refusal, self.words.lang))
        return None


def in_columns(entries: Sequence[str], width: int) -> list[str]:
    """The entries with their numbers, from 1, read down the columns; few of them one below the other."""
    numbered = [f"{number:>{len(str(len(entries)))}}. {entry}" for number, entry in enumerate(entries, 1)]
    widest = max((columns(entry) for entry in numbered), default=0) + 2
    across = max(1, min(width // widest, -(-len(entries) // 10)))
    down = -(-len(entries) // across)
    lines = []
    for row in range(down):
        cells = numbered[row::down]
        lines.append("".join(cell + " " * (widest - columns(cell)) for cell in cells).rstrip())
    return lines
