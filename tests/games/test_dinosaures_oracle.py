"""Dinosaures against a plain second program: tiles in a dict, zones by flood fill, shapes by trying every image."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from boardgames_fr.game import Seat
from boardgames_fr.games import dinosaures as di
from boardgames_fr.games.dinosaures import Card, Colour, Rules, Symmetry, Zones

Place = tuple[int, int]
COLOURS = ("beige", "brown")
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(place: Place) -> Iterator[Place]:
    for dx, dy in BESIDE:
        yield place[0] + dx, place[1] + dy


def flood(tiles: dict[Place, str], colour: str) -> list[frozenset[Place]]:
    left = {place for place, shown in tiles.items() if shown == colour}
    found = []
    while left:
        zone = {left.pop()}
        while True:
            more = {near for place in zone for near in beside(place)} & left
            if not more:
                break
            zone |= more
            left -= more
        found.append(frozenset(zone))
    return found


def shapes(card: Card, symmetry: Symmetry) -> set[frozenset[Place]]:
    drawn = {(x, -y) for y, line in enumerate(card.drawing) for x, mark in enumerate(line) if mark == "#"}
    found = {frozenset(drawn)}
    if symmetry is not Symmetry.FIXED:
        for _ in range(3):
            found |= {frozenset((y, -x) for x, y in shape) for shape in found}
    if symmetry is Symmetry.FREE:
        found |= {frozenset((-x, y) for x, y in shape) for shape in found}
    return found


def fits(zone: frozenset[Place], shape: frozenset[Place], within: bool) -> bool:
    x, y = min(shape)
    if not within:
        west, south = min(zone)
        return frozenset((a - x + west, b - y + south) for a, b in shape) == zone
    return any(frozenset((a - x + p, b - y + q) for a, b in shape) <= zone for p, q in zone)


class Oracle:
    """The game as a person would play it on a table."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.tiles: dict[Place, str] = {(0, 0): "beige", (1, 1): "beige", (1, 0): "brown", (0, 1): "brown"}
        self.turn: int = rules.first
        self.supply = [rules.tiles, rules.tiles]
        self.dug: list[set[str]] = [set(), set()]
        self.stands: list[str | None] = [None, None]
        self.stalled = 0
        self.digging = False
        self.over = False

    def can_dig(self, seat: int) -> list[str]:
        within = self.rules.zones is Zones.WITHIN
        zones = flood(self.tiles, COLOURS[seat])
        return [
            card.name
            for card in self.rules.cards
            if card.name not in self.dug[seat]
            and any(fits(zone, shape, within) for zone in zones for shape in shapes(card, self.rules.symmetry))
        ]

    def moves(self) -> list[str]:
        if self.over:
            return []
        if self.digging:
            return [f"dig {name}" for name in self.can_dig(self.turn)] + ["skip"]
        empty = {near for place in self.tiles for near in beside(place)} - set(self.tiles)
        lays = [f"lay {x},{y} {c}" for x, y in sorted(empty, key=lambda place: place[::-1]) for c in COLOURS]
        cols = [f"col {x}" for x in sorted({x for x, _ in self.tiles})]
        rows = [f"row {y}" for y in sorted({y for _, y in self.tiles})]
        return lays + [f"flip {line}" for line in cols + rows if line not in self.stands]

    def play(self, text: str) -> None:
        verb, *words = text.split()
        seat = self.turn
        if verb == "lay":
            x, y = words[0].split(",")
            self.tiles[int(x), int(y)] = words[1]
            self.supply[seat] -= 1
            self.stalled = 0
        elif verb == "flip":
            which, number = (0 if words[0] == "col" else 1), int(words[1])
            for place in self.tiles:
                if place[which] == number:
                    self.tiles[place] = COLOURS[self.tiles[place] == "beige"]
            self.stands[seat] = " ".join(words)
            self.stalled += 1
        elif verb == "dig":
            self.dug[seat].add(words[0])
            self.stalled = 0
        if verb in ("lay", "flip") and self.can_dig(seat):
            self.digging = True
            return
        self.digging = False
        limit = self.rules.stall_limit
        self.over = (
            len(self.dug[seat]) == len(self.rules.cards)
            or self.supply[seat] == 0
            or (limit is not None and self.stalled >= limit)
        )
        self.turn = 1 - seat

    def winners(self) -> tuple[int, ...]:
        for seat in (0, 1):
            if len(self.dug[seat]) == len(self.rules.cards):
                return (seat,)
        points = self.points()
        if points[0] != points[1]:
            return (points.index(min(points)),)
        return tuple(seat for seat in (0, 1) if self.supply[seat] == 0) or (0, 1)

    def points(self) -> tuple[int, ...]:
        return tuple(
            self.supply[seat] + sum(card.size for card in self.rules.cards if card.name not in self.dug[seat])
            for seat in (0, 1)
        )


SMALL = (Card.parse("I1 #"), Card.parse("I2 ##"), Card.parse("L3 ## / #."))
HANDS = (Card.parse("L4 #.. / ###"), Card.parse("J4 ..# / ###"), Card.parse("I2 ##"), Card.parse("P5 ## / ## / #."))
RULES = {
    "classic": Rules(),
    "rotations": Rules(symmetry=Symmetry.ROTATIONS),
    "within": Rules(zones=Zones.WITHIN),
    "fixed within": Rules(zones=Zones.WITHIN, symmetry=Symmetry.FIXED, first=Seat(1)),
    "small": Rules(cards=SMALL, tiles=3, stall_limit=4),
    "hands": Rules(cards=HANDS, symmetry=Symmetry.ROTATIONS, tiles=9),
    "fixed": Rules(cards=HANDS, symmetry=Symmetry.FIXED, stall_limit=2),
    "one": Rules(tiles=1, stall_limit=5),
}


BIG = (
    Card.parse("X16 ##........... / .#........... / .##########.. / ..........###"),
    Card.parse("I6 ######"),
    Card.parse("I7 #######"),
    Card.parse("I12 ############"),
    Card.parse("U16 #..........# / #..........# / ############"),
    Card.parse("I16 " + " / ".join("#" * 16)),
    Card.parse("Z13 ######...... / .....#######"),
    Card.parse("T3 ### / .#."),
    Card.parse("L3 ## / #."),
)
"""Most of them wider or higher than the ground that one or two tiles a seat can ever cover."""
RULES |= {
    f"big {tiles} {symmetry.value} {zones.value}": Rules(
        cards=BIG, tiles=tiles, symmetry=symmetry, zones=zones, stall_limit=8
    )
    for tiles in (1, 2)
    for symmetry in Symmetry
    for zones in Zones
}


@pytest.mark.parametrize("name", RULES)
def test_whole_games_go_as_in_the_plain_program(name: str) -> None:
    rules = RULES[name]
    for seed in range(12):
        rng, state, oracle = Random(seed), di.new_game(rules), Oracle(rules)
        while not oracle.over:
            texts = [str(move) for move in di.legal_moves(state)]
            assert texts == oracle.moves()
            assert state.mover == oracle.turn
            for colour in Colour:
                zones = [frozenset((square.x, square.y) for square in zone) for zone in di.zones(state, colour)]
                assert sorted(map(sorted, zones)) == sorted(map(sorted, flood(oracle.tiles, colour.value)))
            for seat in (Seat(0), Seat(1)):
                assert list(di.diggable(state, seat)) == oracle.can_dig(seat)
            # Digs and flips more often than evenly, so that games are long and much is dug.
            likely = [text for text in texts if text[0] in "df"] if rng.random() < 0.5 else []
            text = (likely or texts)[int(rng.random() * len(likely or texts))]
            state = di.apply(state, di.parse_move(text))
            oracle.play(text)
        result = di.outcome(state)
        assert result is not None
        assert (result.winners, result.scores) == (oracle.winners(), oracle.points())
        assert di.legal_moves(state) == ()


def leaves(state: di.State, depth: int) -> int:
    if depth == 1:
        return len(di.legal_moves(state))
    return sum(leaves(di.apply_unchecked(state, move), depth - 1) for move in di.legal_moves(state))


def plain_leaves(rules: Rules, said: tuple[str, ...], depth: int) -> int:
    oracle = Oracle(rules)
    for text in said:
        oracle.play(text)
    moves = oracle.moves()
    return len(moves) if depth == 1 else sum(plain_leaves(rules, (*said, text), depth - 1) for text in moves)


@pytest.mark.parametrize("name", RULES)
def test_the_trees_have_as_many_branches_as_in_the_plain_program(name: str) -> None:
    assert [leaves(di.new_game(RULES[name]), depth) for depth in (1, 2)] == [
        plain_leaves(RULES[name], (), depth) for depth in (1, 2)
    ]


def test_the_tree_of_the_default_game_has_the_published_sizes() -> None:
    assert [leaves(di.new_game(Rules()), depth) for depth in (1, 2, 3, 4)] == [20, 444, 9664, 202208]


def quarter_turn(drawing: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("".join(column) for column in zip(*drawing[::-1], strict=True))


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("zones", Zones)
def test_a_card_too_big_for_the_ground_is_never_offered(symmetry: Symmetry, zones: Zones) -> None:
    """DI-5, DI-7: on this ground the sum of the big card's bits is that of the zone of seven tiles."""
    drawing = BIG[0].drawing
    for turn in range(8):
        cards = (Card(BIG[0].name, drawing), Card.parse("I6 ######"))
        rules = Rules(tiles=2, cards=cards, symmetry=symmetry, zones=zones)
        state, oracle = di.new_game(rules), Oracle(rules)
        for text in ("flip col 0", "flip row 0", "lay 0,-1 beige", "lay 2,1 brown", "lay -1,-1 beige"):
            assert not oracle.can_dig(0)
            assert di.diggable(state, Seat(0)) == di.diggable(state, Seat(1)) == ()
            state = di.apply(state, di.parse_move(text))
            oracle.play(text)
        assert state.mover is None
        assert oracle.over
        drawing = quarter_turn(drawing) if turn != 3 else tuple(line[::-1] for line in drawing)
