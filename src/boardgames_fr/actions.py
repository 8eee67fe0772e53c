"""Moves as numbers: a small, stable, finite action space for programs that need one, with exact masks.

A game names a fixed vocabulary of *phrases* for its rules, one for its seats and one for chance. A move is said phrase
by phrase; the number of a phrase is an *action*. In most games a phrase is a whole move and a move takes one action; in
a game with thousands of moves phrases are words (`walk 3`, `j5`, `+i6`), and a move takes a few.

    >>> from boardgames_fr import find_game
    >>> from boardgames_fr.actions import Actions
    >>> game = find_game("pecking_order")
    >>> actions = Actions(game, game.rules_type())
    >>> state = game.apply(game.new_game(game.rules_type()), game.parse_move("draw 7"))
    >>> [actions.phrases[action] for action in actions.legal(state)][:3]
    ['place 1', 'place 2', 'place 3']
    >>> actions.say(state, (), 0)
    ((0,), Place(perch='1'))

How a move is said. Its text is cut from the left into the longest phrases. `said` is the tuple of actions said so far;
`()` at the start of a move. Where only one phrase can come next it is *forced* and said by itself, so it never stands
in `said`; but the last phrase of a move is never forced, so that every move, chance's too, takes at least one action.
`END` says that the move ends here; it can be said where a longer move could come too. Nobody else hears a half-said
move: it changes no state.

`END` is the last number of the seats' vocabulary, `CHANCE_END` the last of chance's. The numbers of a state whose mover
is chance are those of `chance_phrases`.
"""

from __future__ import annotations

from typing import Generic

import attrs

from boardgames_fr.errors import IllegalMoveError, NotationError
from boardgames_fr.game import CHANCE, Game, MoveT, RulesT, StateT, ViewT, illegal_here

__all__ = ["Actions"]

_KEPT = 512
"""How many positions' trees are kept for the next question."""
_KEPT_TEXTS = 1 << 16
"""How many cut texts are kept."""


class _Node(Generic[MoveT]):
    """What can be said from here: a tree over the numbers of phrases."""

    __slots__ = ("ends", "moves", "next", "weight")

    def __init__(self) -> None:
        self.next: dict[int, _Node[MoveT]] = {}
        self.moves: tuple[MoveT, ...] = ()  # the move that may end here: one or none
        self.weight = 0

    def settled(self) -> _Node[MoveT]:
        """The node after all forced phrases."""
        node = self
        while len(node.next) == 1 and not node.moves:
            (only,) = node.next.values()
            if not only.next:
                break
            node = only
        return node

    def options(self, end: int) -> dict[int, int]:
        """The actions that can be said here, ascending, with the weights of all moves that go on so."""
        found = {action: self.next[action].weight for action in sorted(self.next)}
        if self.moves and self.next:
            found[end] = self.weight - sum(found.values())
        return found


@attrs.frozen
class _Phrase:
    """A part of a move, as what an `IllegalMoveError` is about: it is no move, and not just a text either."""

    text: str

    def __str__(self) -> str:
        return self.text


class _Words:
    """A vocabulary: phrases with their numbers, and texts cut into them."""

    def __init__(self, phrases: tuple[str, ...]) -> None:
        self.phrases = phrases
        self.numbers = {phrase: number for number, phrase in enumerate(phrases)}
        if len(self.numbers) != len(phrases):
            raise ValueError("a phrase stands twice in the vocabulary")
        self._cut: dict[str, tuple[int, ...]] = {}

    def cut(self, text: str) -> tuple[int, ...]:
        """The numbers of the phrases of `text`, cut from the left into the longest ones."""
        known = self._cut.get(text)
        if known is not None:
            return known
        numbers: list[int] = []
        words = text.split(" ")
        start = 0
        while start < len(words):
            for stop in range(len(words), start, -1):
                number = self.numbers.get(" ".join(words[start:stop]))
                if number is not None:
                    numbers.append(number)
                    start = stop
                    break
            else:
                raise NotationError(text, "phrases of the game's vocabulary")
        if len(self._cut) >= _KEPT_TEXTS:
            self._cut.clear()
        found = self._cut[text] = tuple(numbers)
        return found


class Actions(Generic[RulesT, StateT, MoveT, ViewT]):
    """The action space of a game by certain rules.

    All its answers are functions of the arguments; that it remembers the last positions' trees only makes it faster.
    """

    phrases: tuple[str, ...]
    """The seats' phrases; the number of each is its index."""
    chance_phrases: tuple[str, ...]
    """Chance's phrases, numbered apart."""
    size: int
    """How many actions a seat can ever have, `END` among them."""
    chance_size: int
    """How many actions chance can ever have, `CHANCE_END` among them."""
    END: int
    """The last number: the move ends here."""
    CHANCE_END: int
    """The same for chance's moves."""

    def __init__(self, game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT) -> None:
        self._game = game
        self.phrases, self.chance_phrases = game.phrases(rules)
        self._seats, self._chance = _Words(self.phrases), _Words(self.chance_phrases)
        self.END, self.CHANCE_END = len(self.phrases), len(self.chance_phrases)
        self.size, self.chance_size = self.END + 1, self.CHANCE_END + 1
        self._trees: dict[int, tuple[StateT, _Node[MoveT]]] = {}
        self._trees_of_moves: dict[int, tuple[tuple[MoveT, ...], tuple[int, ...], _Node[MoveT]]] = {}

    def number(self, phrase: str, *, chance: bool = False) -> int:
        """The action that says this phrase (a seat's, or chance's).

        Raises:
            NotationError: it is not in the vocabulary.
        """
        words = self._chance if chance else self._seats
        if phrase not in words.numbers:
            raise NotationError(phrase, "a phrase of the game's vocabulary")
        return words.numbers[phrase]

    def legal(self, state: StateT, said: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The actions that can come next, ascending; `()` when the game is over.

        Raises:
            IllegalMoveError: `said` cannot be said here.
        """
        return tuple(self._node(state, said).options(self._end(state)))

    def weights(self, state: StateT, said: tuple[int, ...] = ()) -> tuple[int, ...]:
        """Exact odds, aligned with `legal`, when chance is to move; otherwise `()`."""
        if self._game.to_move(state) is not CHANCE:
            return ()
        return tuple(self._node(state, said).options(self.CHANCE_END).values())

    def say(self, state: StateT, said: tuple[int, ...], action: int) -> tuple[tuple[int, ...], MoveT | None]:
        """The longer `said`, and the move if it is now finished (otherwise `None`).

        Raises:
            IllegalMoveError: this cannot be said here.
        """
        node = self._node(state, said)
        if action == self._end(state) and node.moves and node.next:
            return (*said, action), node.moves[0]
        if action not in node.next:
            raise self._unsayable(state, action)
        node = node.next[action]
        return (*said, action), node.moves[0] if node.moves and not node.next else None

    def cut(self, state: StateT, move: MoveT) -> tuple[int, ...]:
        """The actions that say this legal move here, one after another.

        Raises:
            IllegalMoveError: it is not legal.
        """
        refusal = self._game.why_illegal(state, move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal)
        at = self._root(state)
        node, said = at.settled(), list[int]()
        for action in self._words(state).cut(self._game.format_move(move)):
            if at is node:
                said.append(action)
                node = at.next[action].settled()
            at = at.next[action]
        if at.next:
            said.append(self._end(state))
        return tuple(said)

    def text(self, state: StateT, said: tuple[int, ...]) -> str:
        """What has been said of a move, its forced phrases too: the beginning of the move's text."""
        words, node = self._words(state), self._root(state)
        spoken: list[int] = []

        def on(action: int) -> None:
            nonlocal node
            spoken.append(action)
            node = node.next[action]

        def forced() -> None:
            settled = node.settled()
            while node is not settled:
                on(next(iter(node.next)))

        forced()
        for action in said:
            if action == self._end(state):
                break
            if action not in node.next:
                raise self._unsayable(state, action)
            on(action)
            forced()
        return " ".join(words.phrases[number] for number in spoken)

    def _words(self, state: StateT) -> _Words:
        return self._chance if self._game.to_move(state) is CHANCE else self._seats

    def _end(self, state: StateT) -> int:
        return self.CHANCE_END if self._game.to_move(state) is CHANCE else self.END

    def _unsayable(self, state: StateT, action: int) -> IllegalMoveError:
        phrases = self._words(state).phrases
        known = isinstance(action, int) and 0 <= action < len(phrases)
        return IllegalMoveError(_Phrase(phrases[action]) if known else action, illegal_here(self._game.to_move(state)))

    def _node(self, state: StateT, said: tuple[int, ...]) -> _Node[MoveT]:
        node = self._root(state).settled()
        for action in said:
            if action not in node.next:
                raise self._unsayable(state, action)
            node = node.next[action].settled()
        return node

    def _root(self, state: StateT) -> _Node[MoveT]:
        kept = self._trees.get(id(state))
        if kept is not None and kept[0] is state:
            return kept[1]
        moves, weights = self._game.legal_moves(state), self._game.chance_weights(state)
        root = self._tree(moves, weights, self._words(state))
        if len(self._trees) >= _KEPT:
            self._trees.clear()
        self._trees[id(state)] = state, root
        return root

    def _tree(self, moves: tuple[MoveT, ...], weights: tuple[int, ...], words: _Words) -> _Node[MoveT]:
        """The tree of these moves; games often return the very same tuple again."""
        kept = self._trees_of_moves.get(id(moves))
        if kept is not None and kept[0] is moves and kept[1] == weights:
            return kept[2]
        root: _Node[MoveT] = _Node()
        for move, weight in zip(moves, weights or (0,) * len(moves), strict=True):
            node = root
            node.weight += weight
            for number in words.cut(self._game.format_move(move)):
                following = node.next.get(number)
                if following is None:
                    following = node.next[number] = _Node()
                node = following
                node.weight += weight
            node.moves = (move,)
        if len(self._trees_of_moves) >= _KEPT:
            self._trees_of_moves.clear()
        self._trees_of_moves[id(moves)] = moves, weights, root
        return root
