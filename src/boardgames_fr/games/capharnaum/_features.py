"""The view as a vector for learners: all small integers, the layout documented by the names."""

from __future__ import annotations

from boardgames_fr.games.capharnaum._rules import TOKENS, TURNS_A_ROUND, Phase, Rules, View

_PHASES = tuple(Phase)


def _layout(rules: Rules) -> list[tuple[str, int]]:
    """Each feature's name and highest value; the lowest is 0."""
    plan, seats = rules.plan, range(rules.seats)
    outdoors = plan.names if plan.steps[plan.out] else plan.names[:-1]
    return [
        ("round", rules.rounds),
        ("turn_of_round", TURNS_A_ROUND * rules.seats),
        *((f"phase_{phase.value}", 1) for phase in _PHASES),
        *((f"mover_{seat}", 1) for seat in seats),
        *((f"turn_of_{seat}", 1) for seat in seats),
        *((f"first_{seat}", 1) for seat in seats),
        *((f"swept_{seat}", 1) for seat in seats),
        *((f"reserve_{seat}", rules.seats * rules.objects) for seat in seats),
        *((f"token_{seat}_{token}", 1) for seat in seats for token in TOKENS),
        *((f"catching_{letter}", 1) for letter in plan.letters),
        *((f"object_{plan.names[square]}", 1) for square in plan.objects),
        *((f"adult_{plan.names[square]}", 1) for square in range(plan.out) if square not in plan.objects),
        *((f"child_{seat}_{name}", 1) for seat in seats for name in outdoors),
    ]


def feature_names(rules: Rules) -> tuple[str, ...]:
    """What each feature is. Seats are absolute; squares and rooms are those in play; all but counts are 0 or 1.

    >>> feature_names(Rules())[:4]
    ('round', 'turn_of_round', 'phase_first', 'phase_adults')
    """
    return tuple(name for name, _ in _layout(rules))


def feature_bounds(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Lowest and highest value of each feature, aligned with `feature_names`."""
    return tuple((0, high) for _, high in _layout(rules))


def features(view: View) -> tuple[int, ...]:
    """The numbers that `feature_names` names."""
    rules, plan, seats = view.rules, view.rules.plan, range(view.rules.seats)
    outdoors = plan.names if plan.steps[plan.out] else plan.names[:-1]
    objects, adults = set(view.objects), set(view.adults)
    return (
        view.round,
        view.turn - (view.round - 1) * TURNS_A_ROUND * rules.seats,
        *(int(view.phase is phase) for phase in _PHASES),
        *(int(view.to_move == seat) for seat in seats),
        *(int(view.turn_of == seat) for seat in seats),
        *(int(view.first == seat) for seat in seats),
        *(int(view.swept == seat) for seat in seats),
        *view.reserves,
        *(int(token in view.tokens[seat]) for seat in seats for token in TOKENS),
        *(int(letter in view.catching) for letter in plan.letters),
        *(int(plan.names[square] in objects) for square in plan.objects),
        *(int(plan.names[square] in adults) for square in range(plan.out) if square not in plan.objects),
        *(int(view.children[seat] == name) for seat in seats for name in outdoors),
    )
