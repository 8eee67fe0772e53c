"""For the tests of Capharnaüm: positions by hand, random houses and positions, and a second, plain telling of walks.

The plain telling reads the house's drawing for itself and goes through all sequences of steps, one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from hypothesis import strategies as st

from boardgames_fr.errors import RulesError
from boardgames_fr.game import Seat
from boardgames_fr.games import capharnaum as ca
from boardgames_fr.games.capharnaum import House, Phase, Rules, State

ALL = (1, 2, 3, 4, 5, 6)


def position(
    rules: Rules | None = None,
    *,
    children: str,
    adults: str = "o7",
    objects: str = "",
    reserves: tuple[int, ...] | None = None,
    phase: Phase = Phase.CHILD,
    tokens: tuple[int, ...] | None = None,
    first: int = 0,
    turn: int = 0,
) -> State:
    """A position by hand, squares by name, with all tokens in hand or those of the seat to move given; checked."""
    rules = rules or Rules()
    index = rules.plan.index
    placed = tuple(index[name] for name in children.split())
    held = [2 * sum(1 << n for n in range(6)) for _ in placed]
    mover = Seat((first + turn) % rules.seats)
    done = turn % (3 * rules.seats)
    for seat in range(rules.seats):
        turns = done // rules.seats + ((seat - first) % rules.seats < done % rules.seats)
        spent = 2 * turns + (seat == mover and phase is Phase.ADULT)
        held[seat] = sum(1 << token for token in ALL[spent:])
    if tokens is not None:
        held[mover] = sum(1 << token for token in tokens)
    lying = objects.split()
    if reserves is None:
        total = rules.seats * rules.objects - len(lying)
        reserves = tuple(total // rules.seats + (seat < total % rules.seats) for seat in range(rules.seats))
    state = State(
        rules=rules,
        phase=phase,
        mover=mover,
        first=Seat(first),
        turn=turn,
        children=placed,
        adults=tuple(sorted(index[name] for name in adults.split())),
        objects=sum(1 << index[name] for name in lying),
        reserves=reserves,
        tokens=tuple(held),
        pending=(),
        swept=None,
        last=-1,
    )
    ca.check_state(state)
    return state


def legal(state: State, start: str = "") -> list[str]:
    """The texts of the legal moves that begin so."""
    return [text for text in map(str, ca.legal_moves(state)) if text.startswith(start)]


def play(state: State, *texts: str) -> State:
    """The state after these moves, each legal."""
    for text in texts:
        state = ca.apply(state, ca.parse_move(text))
        ca.check_state(state)
    return state


# --- random houses ---


def random_house_text(rng: Random, parts: tuple[int, ...]) -> str:
    """A house with these parts: rooms grown at random over all of them, walls, openings and marks by chance."""
    height = rng.randint(1, 5)
    widths = {part: rng.randint(1, 5) for part in parts}
    order = [part for part in (2, 1, 3) if part in parts]
    columns = sum(widths.values())
    squares = [(row, column) for row in range(height) for column in range(columns)]
    letters = rng.sample("ABCDEFGHXYZ", rng.randint(1, min(5, len(squares))))
    room = dict(zip(rng.sample(squares, len(letters)), letters, strict=True))
    while len(room) < len(squares):
        row, column = rng.choice([square for square in squares if square in room])
        beside = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
        free = [square for square in beside if square in squares and square not in room]
        if free:
            room[rng.choice(free)] = room[row, column]
    openness = rng.choice((0.2, 0.5, 0.8))
    outer = rng.choice((0.0, 0.05, 0.2))
    marks = {square: rng.choices(".*o", (5, rng.choice((0, 3, 6)), 3))[0] for square in squares}

    seams = {sum(widths[part] for part in order[:place]) for place in range(1, len(order))}

    def border(one: tuple[int, int], other: tuple[int, int]) -> str:
        if one not in room or other not in room:
            return "=" if rng.random() < outer else "-"
        if room[one] == room[other]:
            seam = one[1] != other[1] and max(one[1], other[1]) in seams
            open_floor = " " if not seam or rng.random() < 0.2 else "="
            return rng.choices((open_floor, "=", "-"), (12, 1, 1))[0]
        return "=" if rng.random() < openness else "-"

    across = {
        (row, column): border((row - 1, column), (row, column))
        for row in range(height + 1)
        for column in range(columns)
    }
    down = {
        (row, column): border((row, column - 1), (row, column))
        for row in range(height)
        for column in range(columns + 1)
    }
    blocks = []
    left = 0
    for part in order:
        span = range(left, left + widths[part])
        lines = [f"part {part}"]
        for row in range(height + 1):
            lines.append("+" + "".join(across[row, column] * 2 + "+" for column in span))
            if row < height:
                cells = "".join(
                    down[row, column].translate(_DOWN) + room[row, column] + marks[row, column] for column in span
                )
                lines.append(cells + down[row, span.stop].translate(_DOWN))
        blocks.append("\n".join(lines))
        left += widths[part]
    rng.shuffle(blocks)
    bedrooms = rng.sample(letters, rng.randint(1, len(letters)))
    table = "\n".join(f"room {letter} bedroom chambre {letter} / bedroom {letter}" for letter in bedrooms)
    return "\n\n".join([*blocks, table]) + "\n"


_DOWN = str.maketrans("=-", ":|")


def random_rules(rng: Random) -> Rules:
    """Rules with a random house that can be played."""
    while True:
        seats = rng.choice((2, 2, 3, 4, 5, 6))
        wing = rng.choice((2, 3))
        needed = {2: (1,), 3: (1, wing), 4: (1, wing), 5: (1, 2, 3), 6: (1, 2, 3)}[seats]
        parts = tuple(sorted({*needed, *rng.sample((1, 2, 3), rng.randint(0, 1))}))
        house = House.parse(random_house_text(rng, parts))
        try:
            return Rules(
                seats=seats,
                wing=wing,
                house=house,
                objects=rng.randint(1, 8),
                rounds=rng.randint(1, 3),
                pass_through=rng.random() < 0.3,
                outside_capacity=rng.choice((1, 1, 2, None)),
            )
        except RulesError:
            continue


seeds = st.integers(0, 2**32 - 1)


def rules_with_houses() -> st.SearchStrategy[Rules]:
    """A hypothesis strategy: rules, each with a house of its own that can be played."""
    return seeds.map(lambda seed: random_rules(Random(seed)))


def random_position(rules: Rules, rng: Random) -> State:
    """A position before a walk with pawns, objects and tokens wherever they can be; checked."""
    plan = rules.plan
    free = list(range(plan.out))
    rng.shuffle(free)
    adults = [square for square in free if square not in plan.objects][: rules.adults]
    free = [square for square in free if square not in adults]
    children = free[: rules.seats]
    capacity = rules.outside_capacity if rules.outside_capacity is not None else rules.seats
    if plan.steps[plan.out]:
        for seat in rng.sample(range(rules.seats), min(rules.seats, rng.randint(0, capacity))):
            if rng.random() < 0.5:
                children[seat] = plan.out
    most = rules.seats * (rules.objects - 1)
    fill = rng.random()
    lying = [square for square in plan.objects if square not in children and rng.random() < fill][:most]
    reserves = [1] * rules.seats
    for _ in range(rules.seats * rules.objects - len(lying) - rules.seats):
        reserves[rng.randrange(rules.seats)] += 1
    phase = rng.choice((Phase.CHILD, Phase.ADULT))
    first = Seat(rng.randrange(rules.seats))
    turn = rng.randrange(3 * rules.seats * rules.rounds)
    mover = Seat((first + turn) % rules.seats)
    held = []
    for seat in range(rules.seats):
        done = turn % (3 * rules.seats)
        turns = done // rules.seats + ((seat - first) % rules.seats < done % rules.seats)
        spent = 2 * turns + (seat == mover and phase is Phase.ADULT)
        held.append(sum(1 << token for token in rng.sample(ALL, 6 - spent)))
    state = State(
        rules=rules,
        phase=phase,
        mover=mover,
        first=first,
        turn=turn,
        children=tuple(children),
        adults=tuple(sorted(adults)),
        objects=sum(1 << square for square in lying),
        reserves=tuple(reserves),
        tokens=tuple(held),
        pending=(),
        swept=None,
        last=-1,
    )
    ca.check_state(state)
    return state


# --- a second telling ---


_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_COLUMNS = [*_LETTERS, *(one + other for one in _LETTERS for other in _LETTERS)]


class Plain:
    """A position told again in names, from the drawing of the house and the view."""

    def __init__(self, view: ca.View) -> None:
        self.view = view
        self.room: dict[str, str] = {}
        self.mark: dict[str, str] = {}
        self.beside: dict[str, set[str]] = {"out": set()}
        self.rank: dict[str, tuple[int, int]] = {}
        rules = view.rules
        drawings = {part.number: part.drawing for part in rules.house.parts}
        playing = {2: (1,), 3: (1, rules.wing), 4: (1, rules.wing), 5: (1, 2, 3), 6: (1, 2, 3)}[rules.seats]
        whole: list[str] = [""] * len(drawings[ca.PartNumber(1)])
        column = 0
        for number in (2, 1, 3):
            drawing = drawings.get(ca.PartNumber(number))
            if drawing is None:
                continue
            width = (len(drawing[0]) - 1) // 3
            for x in range(width):
                for y in range(len(drawing) // 2):
                    if number in playing:
                        cell = drawing[2 * y + 1][3 * x + 1 : 3 * x + 3]
                        name = self.name(column + x, y)
                        self.room[name], self.mark[name] = cell[0], cell[1]
                        self.rank[name] = (y, column + x)
                        self.beside[name] = set()
            column += width
            # Where two parts meet they draw the same border, so one of them is enough.
            whole = [line[:-1] + more if line else more for line, more in zip(whole, drawing, strict=True)]
        self.rank["out"] = (10**6, 0)
        for name in list(self.room):
            y, x = self.rank[name]
            for line, at, other in (
                (2 * y, 3 * x + 1, self.name(x, y - 1)),
                (2 * y + 2, 3 * x + 1, self.name(x, y + 1)),
                (2 * y + 1, 3 * x, self.name(x - 1, y)),
                (2 * y + 1, 3 * x + 3, self.name(x + 1, y)),
            ):
                if whole[line][at] in " =:":
                    there = other if other in self.room else "out"
                    self.beside[name].add(there)
                    self.beside[there].add(name)

    @staticmethod
    def name(column: int, row: int) -> str:
        return f"{_COLUMNS[column]}{row + 1}" if column >= 0 else f"?{row + 1}"

    def walks(
        self, start: str, steps: int, closed: set[str], ends: set[str], note: Callable[[str, str], str | None]
    ) -> dict[tuple[str, frozenset[str]], int]:
        """Each end with the set of what is noted on the way to it → the fewest steps of all walks that give it.

        Every sequence of 1 to so many steps is gone through that crosses no `closed` square; it may end on `ends` among
        them. `note` names what a step, from one square to another, adds to the set.
        """
        fewest: dict[tuple[str, frozenset[str]], int] = {}
        nothing: frozenset[str] = frozenset()
        todo = [(start, nothing, 0)]
        while todo:
            square, noted, done = todo.pop()
            if done and fewest.get((square, noted), 99) > done:
                fewest[square, noted] = done
            if done == steps or (done and square in closed):
                continue
            for after in self.beside[square]:
                if after not in closed or after in ends:
                    new = note(square, after)
                    todo.append((after, noted if new is None else noted | {new}, done + 1))
        return fewest

    def outside_taken(self, mover: int) -> bool:
        capacity = self.view.rules.outside_capacity
        others = [place for seat, place in enumerate(self.view.children) if seat != mover]
        return capacity is not None and others.count(ca.OUT) >= capacity

    def child_moves(self) -> set[str]:
        """The texts of all walks of the child to move."""
        view = self.view
        mover = view.to_move
        assert isinstance(mover, int)
        others: set[str] = {str(place) for seat, place in enumerate(view.children) if seat != mover}
        taken = {*others, *view.adults} - {"out"}
        if self.outside_taken(mover):
            taken.add("out")
        closed = set() if view.rules.pass_through else taken
        watched = {self.room[adult] for adult in view.adults}
        droppable = {
            square
            for square, mark in self.mark.items()
            if mark == "*" and square not in view.objects and square not in taken and self.room[square] not in watched
        }

        def drop(_before: str, after: str) -> str | None:
            return after if after in droppable else None

        moves = set()
        longest = max(view.tokens[mover])
        for (end, crossed), steps in self.walks(str(view.children[mover]), longest, closed, set(), drop).items():
            if end in taken or self.mark.get(end) == "*":
                continue
            for token in view.tokens[mover]:
                for count in range(len(crossed) + 1 if token >= steps else 0):
                    for drops in combinations(sorted(crossed, key=self.rank.__getitem__), count):
                        if count <= view.reserves[mover]:
                            moves.add(" ".join([f"walk {token} {end}", *(f"+{square}" for square in drops)]))
        return moves

    def adult_moves(self) -> set[str]:
        """The texts of all walks of all adults."""
        view = self.view
        mover = view.to_move
        assert isinstance(mover, int)
        children: set[str] = {str(place) for place in view.children} - {"out"}
        full = {self.room[square] for square in view.objects}
        catchable = {self.room[child] for child in children} & full
        swept = {child for child in children if self.room[child] in full and self.mark[child] != "*"}

        def enter(before: str, after: str) -> str | None:
            room = self.room[after]
            return room if room != self.room[before] and room in catchable else None

        moves = set()
        longest = max(view.tokens[mover])
        for adult in view.adults:
            taken = {*children, *view.adults} - {adult}
            closed = {"out"} if view.rules.pass_through else {"out", *taken}
            for (end, entered), steps in self.walks(str(adult), longest, closed, swept, enter).items():
                if self.mark[end] == "*" or (end in taken and end not in swept):
                    continue
                rooms = entered - ({self.room[end]} if end in children else set())
                more = "".join(f" !{room}" for room in sorted(rooms))
                moves |= {f"send {token} {adult} {end}{more}" for token in view.tokens[mover] if steps <= token}
        return moves

    def sorted(self, texts: set[str]) -> list[str]:
        """In the order of the rule book."""

        def order(text: str) -> tuple[object, ...]:
            verb, token, *words = text.split(" ")
            plain = [word for word in words if word[0] not in "+!"]
            squares = [self.rank[word] for word in plain]
            more = [word[1:] for word in words if word[0] in "+!"]
            return (int(token), squares, [self.rank[word] for word in more] if verb == "walk" else more)

        return sorted(texts, key=order)
