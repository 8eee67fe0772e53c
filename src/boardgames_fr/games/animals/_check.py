"""Is this a state of the game? For states that come from outside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from boardgames_fr.errors import StateError
from boardgames_fr.games.animals._pack import FULL, CardNumber, copies
from boardgames_fr.games.animals._rules import NO_RANK, Phase, Rules, State

_TURNS = range(-16, 8)


def check_state(state: State) -> None:
    """Nothing, if this is a state that the rest of the game can deal with.

    The cards are all there, each as often as the packs have it; every field is in range and of its type, and fits
    the others.

    Raises:
        StateError: it is not; `problem` says what is wrong.
    """
    rules = state.rules
    _need(type(rules) is Rules, "rules: not Rules")
    _need(_is_int(state.round, 1, rules.rounds), f"round: not from 1 to {rules.rounds}")
    _need(_is_int(state.turn, _TURNS.start, rules.seats - 1), "turn: neither a seat nor one of the table's")
    _check_cards(state)
    _check_derived(state)
    phase = state.phase
    over = phase in (Phase.GATHER, Phase.OVER)
    _need(over <= (not state.left[0]), "turn: the round is over, but cards are left")
    _need((phase is Phase.DEAL) <= (state.left[0] > 0), "turn: the table deals, but no card is left")
    _need((phase is Phase.OVER) <= (state.round == rules.rounds), "turn: the game is over before its last round")
    _need((phase is Phase.GATHER) <= (state.round < rules.rounds), "turn: the last round is not gathered")
    _check_won(state, counted=state.round if over else state.round - 1)
    _check_answers(state)
    _check_window(state)
    _check_judgement(state)


def _need(holds: bool, problem: str) -> None:
    if not holds:
        raise StateError(problem)


def _is_int(value: object, low: int, high: int | None) -> bool:
    return type(value) is int and low <= value and (high is None or value <= high)


def _is_tuple(value: object, length: int | None = None) -> bool:
    return type(value) is tuple and (length is None or len(value) == length)


def _check_cards(state: State) -> None:
    rules = state.rules
    _need(_is_tuple(state.left, rules.packs), f"left: not {rules.packs} masks of cards")
    inner = FULL
    for mask in state.left:
        _need(_is_int(mask, 0, FULL), "left: not a mask of cards")
        _need(mask & ~inner == 0, "left: a copy is left of a card of which fewer are")
        inner = mask
    _need(_is_tuple(state.piles, rules.seats), f"piles: not {rules.seats} piles")
    found = [0] * 52
    for pile in state.piles:
        _need(_is_tuple(pile), "piles: a pile is no tuple")
        for number in pile:
            _need(_is_int(number, 0, 51), "piles: not a card's number")
            found[number] += 1
    for card, count in enumerate(found):
        total = count + copies(state.left, CardNumber(card))
        _need(total == rules.packs, f"card {card}: {total} copies instead of {rules.packs}")
    # AN-1: a seat that no card has been dealt to in this round cannot have captured either.
    dealt = sum(found)
    for place in range(dealt, rules.seats):
        seat = (rules.dealer + state.round + place) % rules.seats
        _need(not state.piles[seat], f"piles: seat {seat} has cards, but none was dealt to it")
    _need(not dealt or any(state.piles), "piles: all are empty")


def _check_derived(state: State) -> None:
    same = State.from_facts(
        state.rules,
        state.round,
        state.turn,
        state.piles,
        state.left,
        state.won,
        0,
        state.captured,
        state.asked,
        state.last,
        state.answers,
    )
    for name in ("closed", "captured"):
        _need(_is_int(getattr(state, name), 0, (1 << 13) - 1), f"{name}: not a mask of ranks")
    _need(state.closed & ~same.open == 0, "closed: a rank has no group")
    _need(
        _same(state.tops, same.tops)
        and _same(state.open, same.open & ~state.closed)
        and _same(state.receiver, same.receiver),
        "tops, open, receiver: do not follow from the facts",
    )


def _same(value: object, right: object) -> bool:
    return type(value) is type(right) and value == right


def _check_won(state: State, counted: int) -> None:
    rules = state.rules
    _need(_is_tuple(state.won, rules.seats), f"won: not {rules.seats} numbers")
    for number in state.won:
        _need(_is_int(number, 0, None), "won: not a number of cards")
    _need(sum(state.won) == 52 * rules.packs * counted, f"won: not the cards of {counted} rounds")
    if counted == state.round:
        fits = all(number >= len(pile) for number, pile in zip(state.won, state.piles, strict=True))
        _need(fits, "won: fewer than the piles on the table")


def _check_answers(state: State) -> None:
    seats = state.rules.seats
    _need(_is_tuple(state.last), "last: no tuple")
    callers = []
    for pair in state.last:
        _need(_is_tuple(pair, 2), "last: not pairs")
        caller, named = pair
        _need(_is_int(caller, 0, seats - 1), "last: not a seat")
        _need(named is None or _is_int(named, 0, seats - 1), "last: not a seat's animal")
        callers.append(caller)
    _need(_is_rising(callers), "last: seats out of order")
    _need(len(callers) != 1, "last: a window for a single seat")
    _need(not callers or state.round > 1 or any(state.piles), "last: answers before the first deal")
    _need(_is_tuple(state.answers), "answers: no tuple")
    for named in state.answers:
        _need(named is None or _is_int(named, 0, seats - 1), "answers: not a seat's animal")


def _is_rising(numbers: Sequence[int]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


def _check_window(state: State) -> None:
    if state.turn < 0:
        _need(_same(state.asked, ()), "asked: no window is open")
        _need(not state.answers, "answers: no window is open")
        return
    _need(_is_tuple(state.asked), "asked: no tuple")
    for seat in state.asked:
        _need(_is_int(seat, 0, state.rules.seats - 1), "asked: not a seat")
    ranks = sum({1 << state.tops[seat] for seat in state.asked})
    _need(ranks & ~state.open == 0, "asked: a seat of no open group")
    # AN-3, AN-7: the first window after a deal is for all open groups, a later one for some seats of the one before.
    if state.last:
        _need(
            set(state.asked) <= {caller for caller, _ in state.last}, "asked: a seat that the last window did not ask"
        )
    else:
        _need(ranks == state.open, "asked: not all open groups")
    whole = tuple(seat for seat, top in enumerate(state.tops) if ranks >> top & 1)
    _need(state.asked == whole, "asked: not whole groups in seat order")
    _need(state.asked[: len(state.answers) + 1][-1:] == (state.turn,), "turn: not the next seat that is asked")
    _need(len(state.answers) < len(state.asked), "answers: all are given")


def _check_judgement(state: State) -> None:
    if state.phase is not Phase.JUDGE:
        _need(state.captured == 0, "captured: no window is judged")
        return
    rank = -4 - state.turn
    held = [(state.tops[caller], caller) for caller, _ in state.last if state.tops[caller] != NO_RANK]
    settled = {top for top, _ in held if top < rank}
    _need(state.captured & ~sum({1 << top for top in settled}) == 0, "captured: a rank that is not settled")
    for top in {top for top, _ in held if top >= rank}:
        _need(state.open >> top & 1 == 1, "last: an answer of no open group")
        members = [seat for seat, other in enumerate(state.tops) if other == top]
        _need([caller for other, caller in held if other == top] == members, "last: not the answers of whole groups")
    correct = [
        caller
        for caller, named in state.last
        if named is not None and named != caller and state.tops[caller] == rank == state.tops[named]
    ]
    _need(len(correct) > 1, "turn: a judgement without two correct calls")
