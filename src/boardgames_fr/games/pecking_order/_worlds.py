"""From a seat's view to the states that it cannot exclude.

Every fact limits the values of one card only, and always to an interval of 0 (the jaguar), 1, 2 … `birds`. So worlds
are the ways to give different values to cards with an interval each, which can be counted exactly going once up the
values: a bird either goes to one of the cards that have reached their lowest value, or to a pool that cards with a
highest value choose from when they reach it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from random import Random
from typing import Final, TypeVar

from boardgames_fr.chance import below
from boardgames_fr.errors import StateError, WorldsError
from boardgames_fr.frozen import fast_constructor
from boardgames_fr.games.pecking_order._check import check_state
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    PHASES,
    RESULTS,
    TURNS,
    Asked,
    Attack,
    Card,
    Result,
    Standing,
    State,
    View,
    card_order,
    observe,
)

_TURN_OF: Final = {pair: turn for turn, pair in enumerate(zip(PHASES, TURNS, strict=True))}
_make = fast_constructor(State)
T = TypeVar("T")


def worlds(view: View) -> Iterator[tuple[int, State]]:
    """Every state that this view's seat cannot exclude, each once, with its weight: always 1, as all are as likely.

    They come lazily, in a fixed order, and each soon after the one before.

    Raises:
        WorldsError: at once, for a spectator's view or one that no state gives.
    """
    return ((1, state) for state in _puzzle(view).solutions())


def sample_world(view: View, rng: Random) -> State:
    """One of the `worlds`, each exactly as likely, drawn without listing them.

    Raises:
        WorldsError: for a spectator's view or one that no state gives.
    """
    return _puzzle(view).sample(rng)


def ranges(view: View) -> tuple[tuple[Card, ...], ...]:
    """By card number, the values a card may have, as far as the facts and the known values tell: one if it is known.

    Birds ascending, then the jaguar. What follows only from several unknown cards together is not worked out, except
    that a card with one value left takes it from the others.
    """
    limits = _limits(view)
    birds = view.rules.birds
    every = [*range(1, birds + 1), JAGUAR]
    found = [
        [card.value] if card.value is not None else [Card(value) for value in every if low <= value <= high]
        for card, (low, high) in zip(view.cards, limits, strict=True)
    ]
    settled: set[int] = set()
    while fresh := [number for number, values in enumerate(found) if len(values) == 1 and number not in settled]:
        for number in fresh:
            settled.add(number)
            for other in range(number & 1, len(found), 2):
                if len(found[other]) > 1:
                    found[other] = [value for value in found[other] if value != found[number][0]]
    return tuple(map(tuple, found))


def _limits(view: View) -> list[tuple[int, int]]:
    """By card number, the lowest and highest value that the facts about this one card allow, the jaguar being 0."""
    cards, birds = view.cards, view.rules.birds
    lows, highs = [0] * len(cards), [birds] * len(cards)
    for number, card in enumerate(cards):
        if card.asked is Asked.PEEKED:
            lows[number] = 1  # PO-9: a jaguar never peeks
        attack = card.attack
        if attack is None:
            continue
        theirs = cards[attack.on].value
        if theirs is None or theirs == JAGUAR:
            continue
        tie = _tie_to_defender(view, attack)
        if attack.result is Result.BOTH_GONE:
            highs[number] = JAGUAR  # PO-6
        elif attack.result is Result.WON:
            lows[number] = max(lows[number], theirs + (tie is True))  # PO-2, PO-3
        else:
            lows[number] = max(lows[number], 1)
            highs[number] = min(highs[number], theirs - (tie is False))
        if attack.tie_break is not None and tie is None and card.value == theirs:
            # PO-8: the result of a tie tells whether a bird or a jaguar lay on the tie-break perch.
            if attack.result is Result.LOST:
                lows[attack.tie_break] = max(lows[attack.tie_break], 1)
            else:
                highs[attack.tie_break] = JAGUAR
    return list(zip(lows, highs, strict=True))


def _tie_to_defender(view: View, attack: Attack) -> bool | None:
    """Whether the defender would win a tie in this fight; `None`: this seat cannot tell."""
    if attack.tie_break is None:
        return False
    if view.rules.jaguar_controls:
        return True
    value = view.cards[attack.tie_break].value
    return None if value is None else value != JAGUAR


class _Puzzle:
    """A view's facts as a state with gaps, and the cards that may fill them.

    The gaps are sorted by what may fill them: only the jaguar, birds from a lowest on, birds up to a highest,
    anything.
    """

    __slots__ = (
        "anything",
        "birds",
        "blank",
        "closing",
        "from_",
        "gaps",
        "jaguars",
        "left",
        "limits",
        "opening",
        "up_to",
        "ways",
    )

    def __init__(self, view: View) -> None:
        self.blank = _blank(view)
        most = view.rules.birds
        limits = _limits(view)
        self.gaps = [number for number, card in enumerate(view.cards) if card.value is None]
        known = {card.value for card in view.cards if card.owner != view.seat}
        self.left = [Card(value) for value in range(most + 1) if value not in known]
        self.birds = [value for value in self.left if value != JAGUAR]
        self.limits = {number: limits[number] for number in self.gaps}
        self.jaguars = [number for number in self.gaps if limits[number][1] == JAGUAR]
        bounded = [number for number in self.gaps if limits[number][0] > JAGUAR and number not in self.jaguars]
        self.from_ = [number for number in bounded if limits[number][1] == most]
        self.up_to = [number for number in bounded if limits[number][1] < most]
        self.anything = [number for number in self.gaps if number not in self.jaguars and number not in bounded]
        # For each bird left, the cards whose lowest value it reaches, and those whose highest the next one passes.
        self.opening: list[list[int]] = [[] for _ in self.birds]
        self.closing: list[list[int]] = [[] for _ in self.birds]
        for number in self.from_:
            reached = bisect_left(self.birds, limits[number][0])
            if reached < len(self.birds):
                self.opening[reached].append(number)
        for number in self.up_to:
            passed = bisect_right(self.birds, limits[number][1])
            if passed:
                self.closing[passed - 1].append(number)
        self.ways = self._count()
        if not self._is_solvable():
            raise WorldsError("no state gives this view: its facts contradict one another")
        self._prove(view)

    def _count(self) -> list[list[int]]:
        """`ways[i][j]`: in how many ways the first `i` birds can be given out so that `j` open cards go without."""
        ways = [[1] + [0] * len(self.from_)]
        opened = closed = 0
        for seen, (opening, closing) in enumerate(zip(self.opening, self.closing, strict=True), 1):
            before, row = ways[-1], [0] * (len(self.from_) + 1)
            opened += len(opening)
            for waiting in range(len(self.from_) + 1 - len(opening)):
                count, now = before[waiting], waiting + len(opening)
                if count:
                    row[now] += count
                    if now:
                        row[now - 1] += count * now
            for _ in closing:
                pool = seen - opened - closed
                row = [count * max(pool + waiting, 0) for waiting, count in enumerate(row)]
                closed += 1
            ways.append(row)
        return ways

    def _is_solvable(self) -> bool:
        reached = sum(map(len, self.opening)) == len(self.from_) and sum(map(len, self.closing)) == len(self.up_to)
        enough = len(self.gaps) <= len(self.left)
        alone = not self.jaguars or (len(self.jaguars) == 1 and JAGUAR in self.left)
        possible = all(low <= high for low, high in self.limits.values())
        return reached and enough and alone and possible and self.ways[-1][0] > 0

    def _prove(self, view: View) -> None:
        """Whoever reads a view from outside learns here whether it is one: some world must give it."""
        world = self.sample(Random(0))
        try:
            check_state(world)
        except StateError as error:
            raise WorldsError(f"no state gives this view: {error}") from error
        if observe(world, view.seat) != view:
            raise WorldsError("no state gives this view: its facts say otherwise")

    def solutions(self) -> Iterator[State]:
        """All worlds: the cards with the fewest choices first, birds ascending, then the jaguar."""
        choices = {
            number: [value for value in sorted(self.left, key=card_order) if low <= value <= high]
            for number, (low, high) in self.limits.items()
        }
        order = sorted(self.gaps, key=lambda number: (len(choices[number]), number))
        demands = self._demands(order)
        given: dict[int, Card] = {}

        def extend(depth: int, left: int) -> Iterator[State]:
            if depth == len(order):
                yield self._filled(given)
                return
            number = order[depth]
            for value in choices[number]:
                rest = left & ~(1 << value)
                if rest != left and all((rest & span).bit_count() >= least for span, least in demands[depth]):
                    given[number] = value
                    yield from extend(depth + 1, rest)

        return extend(0, sum(1 << value for value in self.left))

    def _demands(self, order: list[int]) -> list[list[tuple[int, int]]]:
        """By how many cards of `order` have their values before one gets its own: spans of values, and how many of
        each must be left then for the cards still without one, which can be given theirs iff all these are.

        That is Hall's theorem for intervals. A span of which the cards so far cannot have taken too many is left out.
        """
        lows, highs = ({self.limits[number][end] for number in order} for end in (0, 1))
        spans = [(low, high) for low in sorted(lows) for high in sorted(highs) if low <= high]
        found: list[list[tuple[int, int]]] = []
        for depth in range(1, len(order) + 1):
            later = [self.limits[number] for number in order[depth:]]
            row = []
            for low, high in spans:
                least = sum(low <= first and last <= high for first, last in later)
                there = sum(low <= value <= high for value in self.left)
                if there - depth < least:
                    row.append(((1 << high + 1) - (1 << low), least))
            found.append(row)
        return found

    def sample(self, rng: Random) -> State:
        """A world drawn evenly: backwards which birds go to waiting cards, then forwards to which."""
        waiting, to_waiting = 0, [False] * len(self.birds)
        for index in range(len(self.birds) - 1, -1, -1):
            before, opening = self.ways[index], len(self.opening[index])
            kept = before[waiting - opening] if waiting >= opening else 0
            gone = before[waiting + 1 - opening] * (waiting + 1) if opening <= waiting + 1 <= len(self.from_) else 0
            if gone and below(rng, kept + gone) >= kept:
                to_waiting[index] = True
                waiting += 1
            waiting -= opening
        given: dict[int, Card] = dict.fromkeys(self.jaguars, JAGUAR)
        pool: list[Card] = []
        open_: list[int] = []
        for index, bird in enumerate(self.birds):
            open_ += self.opening[index]
            if to_waiting[index]:
                given[_take(open_, rng)] = bird
            else:
                pool.append(bird)
            for number in self.closing[index]:
                given[number] = _take(pool, rng)
        if JAGUAR in self.left and not self.jaguars:
            pool.append(JAGUAR)
        for number in self.anything:
            given[number] = _take(pool, rng)
        return self._filled(given)

    def _filled(self, given: dict[int, Card]) -> State:
        blank = self.blank
        values = list(blank.values)
        decks = blank.decks
        bits = blank.rules._tables.card_bits
        for number, value in given.items():
            values[number] = value
            decks ^= bits[blank.owner(number)][value]
        return _make(
            *(blank.standing, blank.turn, blank.board, blank.free, blank.face_up, blank.attacks, tuple(values), decks)
        )


def _take(items: list[T], rng: Random) -> T:
    index = below(rng, len(items))
    items[index], items[-1] = items[-1], items[index]
    return items.pop()


_latest: tuple[View, _Puzzle] | None = None


def _puzzle(view: View) -> _Puzzle:
    """The puzzle of a view; searches ask for the same view thousands of times running, so the latest is kept."""
    global _latest
    latest = _latest
    if latest is None or latest[0] is not view:
        _latest = latest = view, _Puzzle(view)
    return latest[1]


def _out_of_range() -> WorldsError:
    return WorldsError("no state gives this view: a field is out of range")


def _demand(holds: bool) -> None:
    if not holds:
        raise _out_of_range()


def _blank(view: View) -> State:
    """The state with the jaguar for every unknown card, whose decks still hold what is unknown."""
    rules, tables, count = view.rules, view.rules._tables, len(view.cards)
    if view.seat is None:
        raise WorldsError("a spectator has no worlds: it does not know what the seats know")
    turn = _TURN_OF.get((view.phase, view.turn))
    if turn is None or view.seat not in (0, 1) or count > tables.cards:
        raise _out_of_range()
    board = [-1] * tables.width
    face_up = peeked = 0
    decks, free = tables.all_cards, tables.all_spaces
    attacks: list[tuple[int, int, int, int]] = []
    looks: list[tuple[int, int]] = []
    for number, card in enumerate(view.cards):
        _demand(card.owner in (0, 1) and (card.value is not None or card.owner != view.seat))
        if card.value is not None:
            _demand(0 <= card.value <= rules.birds)
            decks ^= tables.card_bits[card.owner][card.value]
        if card.perch is not None:
            index = tables.index.get(card.perch, -1)
            _demand(index >= 0 and board[index] < 0)
            board[index] = number
            space = index + tables.width * card.owner
            free ^= 1 << space
            face_up |= card.face_up << space
        peeked |= card.peeked << number
        if card.attack is not None:
            on, tie_break = card.attack.on, -1 if card.attack.tie_break is None else card.attack.tie_break
            _demand(0 <= on < count and (card.attack.tie_break is None or 0 <= tie_break < count))
            attacks.append((number, on, tie_break, RESULTS.index(card.attack.result)))
        if card.asked in (Asked.PEEKED, Asked.DECLINED):
            looks.append((number, -1 if card.looked_at is None else tables.index.get(card.looked_at, -2)))
    values = tuple([JAGUAR if card.value is None else card.value for card in view.cards])
    standing = Standing(rules, view.round, view.points, peeked, tuple(looks))
    return _make(standing, turn, tuple(board), free, face_up, tuple(attacks), values, decks)
