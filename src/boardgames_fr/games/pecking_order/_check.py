"""Whether a state from outside is one of the game: the facts of the round are told again, card by card."""

from __future__ import annotations

from boardgames_fr.errors import StateError
from boardgames_fr.games.pecking_order._rules import (
    JAGUAR,
    RESULTS,
    Phase,
    Result,
    Rules,
    Standing,
    State,
    most_points,
    round_points,
)


def check_state(state: State) -> None:
    """Nothing, if this could be a state of the game.

    Types, ranges, the conservation of cards, and that the facts of the round (who attacked whom, how it ended, who
    was asked at the promontory) could have happened with these values in this order.

    Raises:
        StateError: it could not.
    """
    _check_types(state)
    _check_turn(state)
    _check_cards(state)
    story = _Story(state)
    for number in range(story.placed):
        story.tell(number)
    story.close()


def _demand(holds: bool, problem: str) -> None:
    if not holds:
        raise StateError(problem)


def _is_ints(value: object, length: int | None = None) -> bool:
    return (
        isinstance(value, tuple)
        and (length is None or len(value) == length)
        and all(type(number) is int for number in value)
    )


def _check_types(state: State) -> None:
    standing = state.standing
    _demand(isinstance(standing, Standing), "standing: not a Standing")
    _demand(isinstance(standing.rules, Rules), "rules: not a Rules")
    _demand(_is_ints((standing.round,)), "round: not an integer")
    _demand(_is_ints(standing.points, 2), "points: not two integers")
    masks = (state.turn, state.free, state.face_up, standing.peeked, state.decks)
    _demand(_is_ints(masks), "a mask is not an integer")
    _demand(_is_ints(state.board, len(state.rules.perches)), "board: not one card number a perch")
    _demand(_is_ints(state.values), "values: not integers")
    for name, entries, length in (("attacks", state.attacks, 4), ("looks", standing.looks, 2)):
        _demand(isinstance(entries, tuple) and all(_is_ints(entry, length) for entry in entries), f"{name}: ill-formed")


def _check_turn(state: State) -> None:
    rules, drawn = state.rules, len(state.values)
    _demand(0 <= state.turn < 8, "turn: out of range")
    _demand(1 <= state.round <= rules.rounds, "round: there is no such round")
    phase, cards = state.phase, 2 * (rules.birds + 1)
    _demand(drawn <= cards, "values: more cards than there are")
    if phase is Phase.DRAW:
        _demand(drawn < cards and state.seat == state.owner(drawn), "turn: not this seat’s to draw")
    elif phase in (Phase.PLACE, Phase.PEEK):
        _demand(drawn > 0 and state.seat == state.owner(drawn - 1), "turn: this seat has not just drawn")
    else:
        _demand(drawn == cards, "turn: the round is not over")
        _demand((phase is Phase.OVER) == (state.round == rules.rounds), "turn: another round follows, or none does")
        return
    earlier = (state.round - 1) * most_points(rules)
    _demand(all(0 <= points <= earlier for points in state.points), "points: impossible")


def _check_cards(state: State) -> None:
    rules = state.rules
    _demand(all(JAGUAR <= value <= rules.birds for value in state.values), "values: no such card")
    decks = rules._tables.all_cards
    for number, value in enumerate(state.values):
        bit = rules._tables.card_bits[state.owner(number)][value]
        _demand(decks & bit != 0, "values: a card was drawn twice")
        decks ^= bit
    _demand(state.decks == decks, "decks: not the cards that are left")
    free = rules._tables.all_spaces
    for index, number in enumerate(state.board):
        _demand(-1 <= number < len(state.values), "board: no such card")
        if number >= 0:
            _demand(state.board.count(number) == 1, "board: a card lies twice")
            free ^= 1 << index + len(state.board) * state.owner(number)
    _demand(state.free == free, "free: not the free spaces")


class _Story:
    """The round told again from its facts: which cards lie on the board, and which of them face down."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.placed = len(state.values) - (state.phase is Phase.PLACE)
        self.attacks = {attack[0]: attack for attack in state.attacks}
        self.defenders = {attack[1] for attack in state.attacks}
        self.looks = dict(state.standing.looks)
        for name, numbers in (
            ("attacks", [attack[0] for attack in state.attacks]),
            ("looks", [number for number, _ in state.standing.looks]),
        ):
            _demand(numbers == sorted(set(numbers)), f"{name}: not in the order of the cards")
            _demand(all(0 <= number < self.placed for number in numbers), f"{name}: by a card not placed")
        self.alive: set[int] = set()
        self.hidden: list[set[int]] = [set(), set()]
        self.peekable: list[set[int]] = [set(), set()]
        self.peeks = [0, 0]
        # Cards that fought one another lay on one perch: each chain of them has the number of its first card.
        self.chain: dict[int, int] = {}
        self.perch_of: dict[int, int] = {}
        self.asked: dict[int, bool] = {}

    def tell(self, number: int) -> None:
        """What happened when this card was placed."""
        state, width = self.state, len(self.state.board)
        attack = self.attacks.get(number)
        self.chain[number] = number
        if attack is not None:
            self._fight(attack)
        elif number in state.board or number in self.defenders:
            _demand(len(self.alive) < width, "board: a card was laid where no perch was empty")
            self.alive.add(number)
        else:
            own = sum((card ^ number) & 1 == 0 for card in self.alive)
            _demand(own == width, "a card was discarded that had a space")  # PO-12
        if number in self.alive:
            self.hidden[number & 1].add(number)
            hidden = self.hidden[~number & 1]
            self.asked[number] = bool(hidden)
            if number in self.looks:
                self._answer(number, hidden)
        else:
            _demand(number not in self.looks, "looks: by a card that does not hold the promontory")

    def _fight(self, attack: tuple[int, int, int, int]) -> None:
        state, (number, on, tie_break, result) = self.state, attack
        _demand(on in self.alive and (on ^ number) & 1 == 1, "attacks: on a card that is not there")
        self.chain[number] = self.chain[on]
        if tie_break != -1:
            _demand(state.rules._tables.tie_break >= 0, "attacks: there is no tie-break perch")
            _demand(tie_break in self.alive and (tie_break ^ on) & 1 == 0, "attacks: the tie-break card is not there")
            self._locate(tie_break, state.rules._tables.tie_break)
        mine, theirs = state.values[number], state.values[on]
        if JAGUAR in (mine, theirs):  # PO-6
            right = Result.BOTH_GONE
            self.alive.remove(on)
        elif mine > theirs or (mine == theirs and not self._holds_ties(tie_break)):  # PO-2, PO-3
            right = Result.WON
            self.alive.remove(on)
            self.alive.add(number)
        else:
            right = Result.LOST
        self.hidden[on & 1].discard(on)
        _demand(0 <= result < len(RESULTS) and RESULTS[result] is right, "attacks: it cannot have ended so")

    def _holds_ties(self, tie_break: int) -> bool:
        return tie_break >= 0 and (self.state.rules.jaguar_controls or self.state.values[tie_break] != JAGUAR)

    def _answer(self, number: int, hidden: set[int]) -> None:
        tables, perch = self.state.rules._tables, self.looks[number]
        _demand(tables.promontory >= 0 and bool(hidden), "looks: nobody is asked")
        _demand(-1 <= perch < tables.width and perch != tables.promontory, "looks: no such perch to look at")
        self._locate(number, tables.promontory)
        if perch >= 0:
            _demand(self.state.values[number] != JAGUAR, "looks: a jaguar never peeks")
            seat = (number + 1) & 1
            self.peekable[seat] |= hidden
            self.peeks[seat] += 1

    def _locate(self, number: int, perch: int) -> None:
        chain = self.chain[number]
        _demand(self.perch_of.setdefault(chain, perch) == perch, "a card is on two perches")

    def close(self) -> None:
        """What must be so after the last card."""
        state = self.state
        on_board = {number for number in state.board if number >= 0}
        _demand(on_board == self.alive, "board: not the cards that are left")
        if state.phase in (Phase.CLEAR, Phase.OVER):
            earlier = (state.round - 1) * most_points(state.rules)
            gained = round_points(state.rules, state.round, state.board, state.values)
            for total, last in zip(state.points, gained, strict=True):
                _demand(0 <= total - last <= earlier, "points: impossible")
        face_up = 0
        for index, number in enumerate(state.board):
            if number >= 0:
                self._locate(number, index)
                if number in self.defenders or state.phase in (Phase.CLEAR, Phase.OVER):  # PO-1, PO-10
                    face_up |= 1 << index + len(state.board) * state.owner(number)
        _demand(state.face_up == face_up, "face_up: not the cards that were turned up")
        self._check_tie_break()
        self._check_promontory()
        for seat, peekable in enumerate(self.peekable):
            seen = {
                number for number in range(self.placed) if state.standing.peeked >> number & 1 and number & 1 == seat
            }
            _demand(
                seen <= peekable and bool(self.peeks[seat]) <= len(seen) <= self.peeks[seat], "peeked: not by anybody"
            )
        _demand(0 <= state.standing.peeked < 1 << self.placed, "peeked: a card that was not placed")

    def _check_tie_break(self) -> None:
        """An attack names the defender's card on the tie-break perch exactly if there was one."""
        tie_break = self.state.rules._tables.tie_break
        present = [number for number in self.chain if self.perch_of.get(self.chain[number]) == tie_break >= 0]
        for number, on, named, _ in self.state.attacks:
            before = [card for card in present if card < number and (card ^ on) & 1 == 0 and self._lay(card, number)]
            _demand(before == ([] if named < 0 else [named]), "attacks: another card lay on the tie-break perch")

    def _lay(self, card: int, number: int) -> bool:
        """Whether `card`, placed before card `number`, was on the board when that was placed."""
        own = self.attacks.get(card)
        if own is not None and RESULTS[own[3]] is not Result.WON:
            return False
        return all(
            not (on == card and attacker < number and RESULTS[result] is not Result.LOST)
            for attacker, on, _, result in self.state.attacks
        )

    def _check_promontory(self) -> None:
        """A card that came to hold the promontory was asked exactly if there was something to look at (PO-9)."""
        state, promontory = self.state, self.state.rules._tables.promontory
        waiting = state.phase is Phase.PEEK
        last = len(state.values) - 1
        _demand(not waiting or (promontory >= 0 and state.board[promontory] == last), "turn: nobody is asked")
        for number, hidden in self.asked.items():
            if promontory >= 0 and self.perch_of.get(self.chain[number]) == promontory:
                expected = hidden and not (waiting and number == last)
                _demand((number in self.looks) == expected, "looks: one is missing, or one too many")
                _demand(hidden or not (waiting and number == last), "turn: nobody is asked")
