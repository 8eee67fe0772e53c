"""Laws about texts and words: the notation, labels, sentences and pictures."""

from __future__ import annotations

from random import Random

from boardgames_fr.chance import below
from boardgames_fr.conformance._play import (
    BreachError,
    Played,
    choose,
    played,
    pool,
    require,
    sample,
    spelled,
    told,
    viewers,
    views_of,
)
from boardgames_fr.errors import NotationError
from boardgames_fr.game import CHANCE, Game, Lang, MoveT, RulesT, StateT, ViewT
from boardgames_fr.scene import Box, Disc, Line, Scene, Shape, Text

__all__ = [
    "features_fit",
    "malformed_texts_are_refused",
    "scenes_are_well_drawn",
    "texts_parse_back",
    "words_are_there",
]


def texts_parse_back(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Every move has one text, ASCII with single spaces, that parses back to it; the mover sees its move in full."""
    play = played("texts_parse_back", game, rules, rng)
    for ply in play.some(rng, 24):
        with play.at("texts_parse_back", ply) as state:
            mover = game.to_move(state)
            for move in sample(game.legal_moves(state), rng, 24):
                text = game.format_move(move)
                require(
                    isinstance(text, str) and text.isascii() and text.isprintable() and text.split(" ") == text.split(),
                    f"{text!r} is not words of printable ASCII with single spaces",
                )
                back = game.parse_move(text)
                require(back == move and type(back) is type(move), f"{text!r} parses to {back!r}, not to {move!r}")
                require(hash(back) == hash(move), f"{text!r} parses to a move with another hash")
                if mover is not CHANCE:
                    require(
                        game.seen(state, move, mover) == text,
                        f"seat {mover} does not see its own move {text!r} in full",
                    )


def malformed_texts_are_refused(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """A text is either a move's very own text or a `NotationError` that says where: nothing is silently repaired."""
    play = played("malformed_texts_are_refused", game, rules, rng)
    with told("malformed_texts_are_refused", game, rules):
        texts = spelled(game, sample(pool(play, rng), rng, 24))
        for text in texts:
            for wrong in _spoilt(text, rng):
                try:
                    move = game.parse_move(wrong)
                except NotationError as error:
                    require(error.text in wrong, f"the error for {wrong!r} carries {error.text!r}, no part of it")
                    require(bool(error.expected), f"the error for {wrong!r} does not say what was expected")
                else:
                    require(game.format_move(move) == wrong, f"{wrong!r} is taken for {game.format_move(move)!r}")


def _spoilt(text: str, rng: Random) -> tuple[str, ...]:
    words = text.split(" ")
    at = below(rng, len(text))
    digits = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
    return (
        "",
        " ",
        "\0",
        f" {text}",
        f"{text} ",
        f"{text}\n",
        f"{text}\t",
        f"\ufeff{text}",
        f"{text} x",
        f"{text} {words[-1]}",
        f"{text}-1",
        text.upper(),
        text.title(),
        text.replace(" ", "  ", 1),
        text.replace(" ", "\t", 1),
        text.replace(" ", "\u00a0", 1),
        " ".join(words[:-1]),
        " ".join(words[::-1]),
        " ".join([*words[:-1], f"0{words[-1]}"]),
        " ".join([*words[:-1], f"+{words[-1]}"]),
        " ".join([*words[:-1], f"-{words[-1]}"]),
        " ".join([*words[:-1], "9" * 5000]),
        text.translate(digits),
        text[:at] + text[at + 1 :],
        text[:at] + chr(33 + below(rng, 94)) + text[at + 1 :],
        text[:at] + "é²" + text[at:],
        text + "x" * 5000,
    )


def words_are_there(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Labels tell legal moves apart, and what happened is narrated to everybody, in French and in English."""
    play = played("words_are_there", game, rules, rng)
    for ply in play.some(rng, 10):
        with play.at("words_are_there", ply) as state:
            mover = game.to_move(state)
            if mover is None:
                continue
            if mover is not CHANCE:
                view, moves = game.observe(state, mover), game.legal_moves(state)
                for lang in Lang:
                    labels = [game.label(view, move, lang) for move in moves]
                    require(all(isinstance(label, str) and label.strip() for label in labels), "a label is empty")
                    require(len(set(labels)) == len(labels), f"two legal moves have the same label in {lang.value}")
            move = choose(game, state, rng)
            after = game.apply_unchecked(state, move)
            for seat in viewers(game, rules, rng):
                seen = game.seen(state, move, seat)
                require(isinstance(seen, str) and seen.isascii() and bool(seen), f"{seat} sees {move} as {seen!r}")
                for lang in Lang:
                    told_so = game.narrate(game.observe(state, seat), seen, game.observe(after, seat), lang)
                    require(isinstance(told_so, str) and bool(told_so.strip()), f"{seen} is not narrated to {seat}")


def features_fit(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """The features are ints within their bounds, as many as they have names, for everybody, at every moment."""
    play = played("features_fit", game, rules, rng)
    with told("features_fit", game, rules):
        names, bounds = game.feature_names(rules), game.feature_bounds(rules)
        require(len(set(names)) == len(names), "two features have the same name")
        require(len(bounds) == len(names), f"{len(bounds)} bounds for {len(names)} names")
        require(all(low <= high for low, high in bounds), "a lower bound is above the upper one")
    for ply in play.some(rng, 40):
        with play.at("features_fit", ply) as state:
            for seat, view in views_of(game, rules, state, rng):
                features = game.features(view)
                require(len(features) == len(names), f"{len(features)} features for {len(names)} names")
                for name, value, (low, high) in zip(names, features, bounds, strict=True):
                    if type(value) is not int or not low <= value <= high:
                        raise BreachError(
                            f"the feature {name!r} of {seat} is {value!r}, not an int from {low} to {high}"
                        )


def scenes_are_well_drawn(game: Game[RulesT, StateT, MoveT, ViewT], rules: RulesT, rng: Random) -> None:
    """Pictures have a title and a description, every shape is inside, and what can be clicked says a phrase."""
    play = played("scenes_are_well_drawn", game, rules, rng)
    with told("scenes_are_well_drawn", game, rules):
        phrases = None if "phrases" in game.missing else frozenset(game.phrases(rules)[0])
    for ply in play.some(rng, 6):
        _drawn(play, ply, phrases, rng)


def _drawn(play: Played[RulesT, StateT, MoveT, ViewT], ply: int, phrases: frozenset[str] | None, rng: Random) -> None:
    game = play.game
    with play.at("scenes_are_well_drawn", ply) as state:
        for _, view in views_of(game, play.rules, state, rng):
            for lang in Lang:
                scene = game.draw(view, lang)
                require(isinstance(scene, Scene), f"draw gives a {type(scene).__name__}")
                require(
                    bool(scene.title.strip() and scene.description.strip()), "a picture without title or description"
                )
                for shape in scene.shapes:
                    require(_inside(shape, scene), f"{shape} is not inside {scene.width} × {scene.height}")
                    if shape.phrase is not None and phrases is not None and shape.phrase not in phrases:
                        raise BreachError(f"{shape.phrase!r} can be clicked, and is no phrase of a seat")


def _inside(shape: Shape, scene: Scene) -> bool:
    match shape:
        case Box() | Disc():
            return (
                shape.width > 0
                and shape.height > 0
                and 0 <= shape.x <= scene.width - shape.width
                and 0 <= shape.y <= scene.height - shape.height
            )
        case Line():
            xs, ys = (shape.x1, shape.x2), (shape.y1, shape.y2)
            return min(*xs, *ys) >= 0 and max(xs) < scene.width and max(ys) < scene.height
        case Text():
            return 0 <= shape.x < scene.width and 0 <= shape.y < scene.height
