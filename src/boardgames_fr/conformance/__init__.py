"""The laws that every game obeys, for games of one's own too.

    >>> from boardgames_fr import find_game
    >>> from boardgames_fr.conformance import check
    >>> print(check(find_game("pecking_order"), games=1, laws=["over_means_over", "texts_parse_back"]))
    pecking_order: 2 laws hold, 0 left out, 0 broken

A law is a plain function `(game, rules, rng) -> None` of this module. It plays a game at random from these rules,
looks at it in its own way, and raises `LawBrokenError` with the law's name, the problem and a record that replays to
the position that shows it. So a law is as easily called from a test:

    @pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
    def test_my_game(law):
        law.holds(GAME, GAME.rules_type(), random.Random(1))

`LAWS` lists them in the order in which they are best read: what comes first breaks first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from boardgames_fr.chance import stream
from boardgames_fr.conformance._play import LawFunction
from boardgames_fr.conformance._processes import another_process_agrees, is_importable
from boardgames_fr.conformance._secrets import (
    nothing_leaks,
    sampled_worlds_fit_the_weights,
    twins_look_alike,
    views_forget_nothing,
    worlds_contain_the_truth,
    worlds_look_alike,
    worlds_play_on,
)
from boardgames_fr.conformance._texts import (
    features_fit,
    malformed_texts_are_refused,
    scenes_are_well_drawn,
    texts_parse_back,
    words_are_there,
)
from boardgames_fr.conformance._tools import (
    damaged_json_is_refused,
    json_round_trips,
    moves_are_cut_into_phrases,
    reached_states_pass_the_check,
    records_replay,
    seeded_matches_are_the_same,
)
from boardgames_fr.conformance._turns import (
    chance_weights_are_odds,
    games_end_with_an_outcome,
    illegal_moves_are_refused,
    legal_moves_are_accepted,
    legal_moves_are_distinct,
    longest_holds,
    over_means_over,
    own_bots_answer_legally,
)
from boardgames_fr.conformance._values import (
    copies_play_alike,
    equal_states_play_alike,
    rules_are_values,
    values_are_frozen,
)
from boardgames_fr.errors import LawBrokenError
from boardgames_fr.game import Game, MoveT, RulesT, StateT, ViewT

__all__ = [  # noqa: RUF022 - in reading order
    "check",
    "Report",
    "Law",
    "LawFunction",
    "LAWS",
    "rules_are_values",
    "over_means_over",
    "legal_moves_are_distinct",
    "chance_weights_are_odds",
    "legal_moves_are_accepted",
    "illegal_moves_are_refused",
    "games_end_with_an_outcome",
    "longest_holds",
    "values_are_frozen",
    "copies_play_alike",
    "equal_states_play_alike",
    "texts_parse_back",
    "malformed_texts_are_refused",
    "reached_states_pass_the_check",
    "json_round_trips",
    "damaged_json_is_refused",
    "records_replay",
    "seeded_matches_are_the_same",
    "another_process_agrees",
    "moves_are_cut_into_phrases",
    "features_fit",
    "scenes_are_well_drawn",
    "words_are_there",
    "own_bots_answer_legally",
    "twins_look_alike",
    "views_forget_nothing",
    "worlds_contain_the_truth",
    "worlds_look_alike",
    "worlds_play_on",
    "sampled_worlds_fit_the_weights",
    "nothing_leaks",
]


@attrs.frozen
class Law:
    """A law with what it needs: `holds(game, rules, rng)` raises `LawBrokenError` if the game breaks it.

    `needs`: the functions of `Game` without which it cannot be asked. `in_processes`: it starts another process and
    needs a game that can be imported there by its name; `check` runs such a law once only.
    """

    holds: LawFunction
    needs: tuple[str, ...] = ()
    in_processes: bool = False

    @property
    def name(self) -> str:
        """The law's name: that of its function."""
        return str(getattr(self.holds, "__name__", self.holds))

    @property
    def says(self) -> str:
        """The law in one sentence."""
        return (self.holds.__doc__ or "").strip().partition("\n")[0]

    def lacks(self, game: Game[RulesT, StateT, MoveT, ViewT]) -> tuple[str, ...]:
        """What the game would have to bring before it could be held to this law."""
        lacking = [part for part in self.needs if part in game.missing]
        if self.in_processes and not is_importable(game):
            lacking.append(f"{game.module}.GAME")
        return tuple(lacking)


LAWS: Final[Mapping[str, Law]] = MappingProxyType(
    {
        law.name: law
        for law in (
            Law(rules_are_values),
            Law(over_means_over),
            Law(legal_moves_are_distinct),
            Law(chance_weights_are_odds),
            Law(legal_moves_are_accepted),
            Law(illegal_moves_are_refused),
            Law(games_end_with_an_outcome),
            Law(longest_holds),
            Law(values_are_frozen),
            Law(copies_play_alike),
            Law(equal_states_play_alike),
            Law(texts_parse_back),
            Law(malformed_texts_are_refused),
            Law(reached_states_pass_the_check, needs=("check_state",)),
            Law(json_round_trips),
            Law(damaged_json_is_refused, needs=("check_state",)),
            Law(records_replay),
            Law(seeded_matches_are_the_same),
            Law(another_process_agrees, in_processes=True),
            Law(moves_are_cut_into_phrases, needs=("phrases",)),
            Law(features_fit, needs=("feature_names", "feature_bounds", "features")),
            Law(scenes_are_well_drawn, needs=("draw",)),
            Law(words_are_there),
            Law(own_bots_answer_legally),
            Law(twins_look_alike),
            Law(views_forget_nothing),
            Law(worlds_contain_the_truth, needs=("worlds",)),
            Law(worlds_look_alike, needs=("worlds", "sample_world")),
            Law(worlds_play_on, needs=("sample_world",)),
            Law(sampled_worlds_fit_the_weights, needs=("worlds", "sample_world")),
            Law(nothing_leaks),
        )
    }
)
"""All laws by name, in reading order."""


@attrs.frozen
class Report:
    """What `check` did: the laws that held, those left out with what the game lacks for them, those broken."""

    game: str
    held: tuple[str, ...]
    left_out: tuple[tuple[str, tuple[str, ...]], ...]
    broken: tuple[LawBrokenError, ...] = attrs.field(default=(), eq=False)

    def __str__(self) -> str:
        lines = [f"{self.game}: {len(self.held)} laws hold, {len(self.left_out)} left out, {len(self.broken)} broken"]
        lines += [f"  left out: {name} (needs {', '.join(parts)})" for name, parts in self.left_out]
        lines += [f"  broken:   {error}" for error in self.broken]
        return "\n".join(lines)


def check(
    game: Game[RulesT, StateT, MoveT, ViewT],
    rules: RulesT | None = None,
    *,
    seed: int = 0,
    games: int = 10,
    laws: Collection[str] | None = None,
    keep_going: bool = False,
) -> Report:
    """Holds the game to all laws (or to those named in `laws`), and reports which held and which could not be asked.

    `rules`: the rules to play by; left out, all presets in turn. `games`: the effort; every law looks at so many
    games for each rules object (laws that start a process: one). The same `seed`, `games` and rules try the very same
    moves, whichever laws are asked.

    Raises:
        LawBrokenError: the game breaks a law; `.law` names it and `.record` replays to the position that shows it. With
            `keep_going` nothing is raised: each broken law is in the report, once for each rules object.
        ValueError: a name in `laws` is no law, or there are neither `rules` nor presets.
    """
    if laws is not None and (unknown := sorted(set(laws) - set(LAWS))):
        raise ValueError(f"no such law: {', '.join(unknown)}; there are: {', '.join(LAWS)}")
    if rules is None and not game.presets:
        raise ValueError(f"{game.name} has no presets, so there are no rules to play by; give some")
    asked = [law for law in LAWS.values() if laws is None or law.name in laws]
    left_out = tuple((law.name, law.lacks(game)) for law in asked if law.lacks(game))
    held: list[str] = []
    broken: list[LawBrokenError] = []
    for law in asked:
        if law.lacks(game):
            continue
        before = len(broken)
        for played_by in game.presets.values() if rules is None else (rules,):
            try:
                for index in range(1 if law.in_processes else games):
                    law.holds(game, played_by, stream(seed, "law", law.name, index))
            except LawBrokenError as error:
                if not keep_going:
                    raise
                broken.append(error)
        if len(broken) == before:
            held.append(law.name)
    return Report(game.name, tuple(held), left_out, tuple(broken))
