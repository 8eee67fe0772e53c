"""Pecking Order, for people and learners: labels, refusals, narration, pictures, features, rule books."""

from __future__ import annotations

import re
from random import Random

import attrs
import pytest

from boardgames_fr.chance import below
from boardgames_fr.game import Lang, Refusal, Seat
from boardgames_fr.games import pecking_order as po
from boardgames_fr.games.pecking_order import JAGUAR, Card, Perch, PerchName, Phase, Power, Rules
from boardgames_fr.scene import Box, Scene, Stroke, Text, Tone

ME, YOU = Seat(0), Seat(1)
FR, EN = Lang.FR, Lang.EN


def played(*texts: str, rules: Rules | None = None) -> po.State:
    state = po.new_game(Rules() if rules is None else rules)
    for text in ", ".join(texts).split(", ") if texts else ():
        state = po.apply(state, po.parse_move(text))
    return state


# Labels


@pytest.mark.parametrize(
    ("texts", "seat", "move", "french", "english"),
    [
        ("draw 7", ME, "place 8a", "Poser le 7 sur 8a", "Place the 7 on 8a"),
        ("draw 7, place 10, draw J", YOU, "place 10", "Attaquer 10 avec le jaguar", "Attack 10 with the jaguar"),
        ("draw 7, place 10, draw J", ME, "place 10", "Attaquer 10 avec une carte", "Attack 10 with a card"),
        ("draw 7", ME, "discard", "Défausser le 7", "Discard the 7"),
        ("draw 7, place 10, draw 3, place 3", YOU, "peek 10", "Regarder la carte sur 10", "Look at the card on 10"),
        ("draw 7, place 10, draw 3, place 3", YOU, "peek none", "Ne rien regarder", "Look at none"),
        ("draw 7, place 10", ME, "draw J", "Piocher le jaguar", "Draw the jaguar"),
        ("draw 7, place 10", ME, "draw 5", "Piocher le 5", "Draw the 5"),
        ("draw 7, place 10", ME, "clear", "Débarrasser le plateau", "Clear the board"),
        ("draw 7, place 10", ME, "discard", "Défausser une carte", "Discard a card"),
    ],
)
def test_labels_say_the_move_as_words_for_a_button(
    texts: str, seat: Seat, move: str, french: str, english: str
) -> None:
    view = po.observe(played(texts), seat)
    assert po.label(view, po.parse_move(move), FR) == french
    assert po.label(view, po.parse_move(move), EN) == english


# Refusals

NB = "\u00a0"


@pytest.mark.parametrize(
    ("refusal", "french", "english"),
    [
        (Refusal("-", "game-over"), "La partie est terminée.", "The game is over."),
        (
            Refusal("PO-T1", "table-draws"),
            "C’est à la table de piocher une carte. (PO-T1)",
            "It is for the table to draw a card. (PO-T1)",
        ),
        (
            Refusal("PO-14", "table-clears"),
            f"La manche est finie{NB}: c’est à la table de débarrasser le plateau. (PO-14)",
            "The round is over: it is for the table to clear the board. (PO-14)",
        ),
        (
            Refusal("PO-T2", "place-asked"),
            "Il faut poser la carte piochée. (PO-T2)",
            "The drawn card must be placed. (PO-T2)",
        ),
        (
            Refusal("PO-9", "not-asked"),
            "On ne regarde une carte qu’en prenant le promontoire. (PO-9)",
            "A card is only looked at on taking the promontory. (PO-9)",
        ),
        (
            Refusal("PO-T2", "no-such-perch", (("perch", "11"),)),
            "Il n’y a pas de perchoir 11. (PO-T2)",
            "There is no perch 11. (PO-T2)",
        ),
        (
            Refusal("PO-T2", "own-card-there", (("perch", "8a"),)),
            "Vous avez déjà une carte sur le perchoir 8a. (PO-T2)",
            "You already have a card on perch 8a. (PO-T2)",
        ),
        (
            Refusal("PO-12", "room-left"),
            "On ne défausse que si aucune de ses places n’est libre. (PO-12)",
            "A card is discarded only when none of one’s spaces is empty. (PO-12)",
        ),
        (
            Refusal("PO-12", "no-room"),
            f"Aucune de vos places n’est libre{NB}: la carte doit être défaussée. (PO-12)",
            "None of your spaces is empty: the card must be discarded. (PO-12)",
        ),
        (
            Refusal("PO-9", "peek-asked"),
            "Il faut d’abord dire quelle carte regarder depuis le promontoire, ou aucune. (PO-9)",
            "First say which card to look at from the promontory, or none. (PO-9)",
        ),
        (
            Refusal("PO-9", "jaguar-never-peeks"),
            "Un jaguar ne regarde jamais de carte. (PO-9)",
            "A jaguar never looks at a card. (PO-9)",
        ),
        (
            Refusal("PO-9", "empty-perch", (("perch", "9"),)),
            "Le perchoir 9 est vide. (PO-9)",
            "Perch 9 is empty. (PO-9)",
        ),
        (
            Refusal("PO-9", "own-card", (("perch", "9"),)),
            "La carte du perchoir 9 est la vôtre. (PO-9)",
            "The card on perch 9 is your own. (PO-9)",
        ),
        (
            Refusal("PO-9", "face-up", (("perch", "9"),)),
            "La carte du perchoir 9 est déjà face visible. (PO-9)",
            "The card on perch 9 lies face up already. (PO-9)",
        ),
    ],
)
def test_refusals_are_sentences_with_the_rule(refusal: Refusal, french: str, english: str) -> None:
    assert po.explain(refusal, FR) == french
    assert po.explain(refusal, EN) == english


# Narration


def told(texts: str, move: str, lang: Lang, rules: Rules | None = None) -> list[str]:
    """What seat 0, seat 1 and a spectator are told of this move."""
    before = played(texts, rules=rules) if texts else played(rules=rules)
    made = po.parse_move(move)
    after = po.apply(before, made)
    return [
        po.narrate(po.observe(before, seat), po.seen(before, made, seat), po.observe(after, seat), lang)
        for seat in (ME, YOU, None)
    ]


def test_a_draw_is_told_to_the_drawer_alone() -> None:
    assert told("", "draw 7", EN) == ["You draw the 7.", "Your opponent draws a card.", "Seat 0 draws a card."]
    assert told("", "draw J", FR) == [
        "Vous piochez le jaguar.",
        "Votre adversaire pioche une carte.",
        "Le siège 0 pioche une carte.",
    ]


def test_a_placing_is_told() -> None:
    assert told("draw 7", "place 8a", EN) == [
        "You place the 7 on 8a.",
        "Your opponent places a card on 8a.",
        "Seat 0 places a card on 8a.",
    ]
    assert told("draw 7", "place 8a", FR) == [
        "Vous posez le 7 sur 8a.",
        "Votre adversaire pose une carte sur 8a.",
        "Le siège 0 pose une carte sur 8a.",
    ]


def test_fights_are_told() -> None:
    assert told("draw 7, place 10, draw 9", "place 10", EN) == [
        "Your opponent attacks 10: the 7 is turned up. The attacker wins.",
        "You attack 10 with the 9: the 7 is turned up. The attacker wins.",
        "Seat 1 attacks 10: the 7 is turned up. The attacker wins.",
    ]
    assert told("draw 7, place 10, draw 3", "place 10", FR) == [
        f"Votre adversaire attaque 10{NB}: le 7 est retourné. Le défenseur l’emporte.",
        f"Vous attaquez 10 avec le 3{NB}: le 7 est retourné. Le défenseur l’emporte.",
        f"Le siège 1 attaque 10{NB}: le 7 est retourné. Le défenseur l’emporte.",
    ]
    assert told("draw J, place 10, draw 3", "place 10", EN)[0] == (
        "Your opponent attacks 10: the jaguar is turned up. A jaguar: both cards leave the game."
    )
    assert told("draw 7, place 10, draw J", "place 10", FR)[0] == (
        f"Votre adversaire attaque 10{NB}: le 7 est retourné. Un jaguar{NB}: les deux cartes quittent le jeu."
    )


def test_the_promontory_is_told() -> None:
    start = "draw 7, place 10, draw 9"
    assert told(start, "place 3", EN) == [
        "Your opponent places a card on 3. The promontory has a new holder.",
        "You place the 9 on 3. The promontory is yours.",
        "Seat 1 places a card on 3. The promontory has a new holder.",
    ]
    assert told(start, "place 3", FR)[:2] == [
        "Votre adversaire pose une carte sur 3. Le promontoire a changé de maître.",
        "Vous posez le 9 sur 3. Le promontoire est à vous.",
    ]
    assert told(start + ", place 3", "peek 10", EN) == [
        "Your opponent looks at the card on 10.",
        "You look at the card on 10: the 7.",
        "Seat 1 looks at the card on 10.",
    ]
    assert told(start + ", place 3", "peek 10", FR)[:2] == [
        "Votre adversaire regarde la carte sur 10.",
        f"Vous regardez la carte sur 10{NB}: le 7.",
    ]
    assert told(start + ", place 3", "peek none", EN)[:2] == ["Your opponent looks at none.", "You look at none."]
    assert told(start + ", place 3", "peek none", FR)[:2] == [
        "Votre adversaire ne regarde rien.",
        "Vous ne regardez rien.",
    ]


SMALL = Rules(
    birds=1, rounds=2, perches=tuple(Perch(PerchName(n), v) for n, v in zip("abcd", (5, 7, 0, 0), strict=True))
)
ROUND = "draw 1, place a, draw 1, place b, draw J, place c, draw J"


def test_the_end_of_a_round_and_the_clear_are_told() -> None:
    assert told(ROUND, "place d", EN, SMALL) == [
        "Your opponent places a card on d. Round 1 is over, 5 to 7.",
        "You place the jaguar on d. Round 1 is over, 7 to 5.",
        "Seat 1 places a card on d. Round 1 is over, 5 to 7.",
    ]
    assert told(ROUND + ", place d", "clear", EN, SMALL) == ["The board is cleared; round 2 begins."] * 3
    assert told(ROUND + ", place d", "clear", FR, SMALL)[0] == f"Le plateau est débarrassé{NB}; la manche 2 commence."
    over = f"{ROUND}, place d, clear, {ROUND}"
    assert told(over, "place d", FR, SMALL)[0] == "Vous posez le jaguar sur d. La manche 2 est finie, 12 à 12."


def test_a_discard_is_told() -> None:
    one = Rules(birds=2, perches=(Perch(PerchName("x"), 4),))
    before = "draw 2, place x, draw 1, place x, draw 1"
    assert told(before, "discard", EN, one)[:2] == ["You discard the 1.", "Your opponent discards a card."]
    assert told(before, "discard", FR, one)[:2] == ["Vous défaussez le 1.", "Votre adversaire défausse une carte."]


def test_french_words_have_their_typography() -> None:
    rng = Random(6)
    for _ in range(5):
        state = po.new_game(Rules(rounds=2))
        while legal := po.legal_moves(state):
            move = legal[below(rng, len(legal))]
            after = po.apply(state, move)
            for seat in (ME, YOU, None):
                views = po.observe(state, seat), po.observe(after, seat)
                words = po.narrate(views[0], po.seen(state, move, seat), views[1], FR)
                scene = po.draw(views[1], FR)
                for text in (words, scene.title, scene.description):
                    assert not re.search(r"(?<!\u00a0)[:;!?](?! \d+-\d+|\))", text.replace(" !", "")), text
                    assert "'" not in text
            state = after


# Pictures


def boxes(scene: Scene) -> dict[str | None, Box]:
    return {shape.phrase: shape for shape in scene.shapes if isinstance(shape, Box) and shape.phrase is not None}


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def box_of(scene: Scene, name: str) -> Box:
    found = [s for s in scene.shapes if isinstance(s, Box) and re.match(rf"(Perch|Perchoir) {name},", s.hint)]
    assert len(found) == 1
    return found[0]


def test_the_picture_of_the_start() -> None:
    scene = po.draw(po.observe(po.new_game(Rules()), ME), EN)
    assert (scene.title, scene.width, scene.height) == ("Pecking Order, round 1 of 1", 46, 29)
    assert texts(scene)[:4] == [
        "Pecking Order, round 1 of 1",
        "Your opponent: points 0, deck 13",
        "You: points 0, deck 13",
        "Your turn: the table draws.",
    ]
    assert "Your deck: 1 2 3 4 5 6 7 8 9 10 11 12 J" in texts(scene)
    assert texts(scene)[-4:] == [
        "Gone, opp.: -",
        "Gone, you: -",
        "= tie-break   ^ promontory   + double",
        "(7) face down   ! seen by the other seat",
    ]
    assert box_of(scene, "10") == Box(
        24, 16, 10, 4, Tone.FIELD, Stroke.DASHED, (), Tone.INK, False, None, "Perch 10, value 10: empty"
    )
    assert "8b" in texts(scene)
    assert "8 +" in texts(scene)
    assert scene.description.startswith("Your turn: the table draws. Points: 0 to 0. Perch 1, value 1, ties to the")
    french = po.draw(po.observe(po.new_game(Rules()), None), FR)
    assert texts(french)[:4] == [
        "Pecking Order, manche 1 sur 1",
        f"Le siège 1{NB}: points 0, pioche 13",
        f"Le siège 0{NB}: points 0, pioche 13",
        f"Le siège 0{NB}: la table pioche.",
    ]
    assert f"Parties, siège 1{NB}: -" in texts(french)
    assert not [text for text in texts(french) if text.startswith("Votre pioche")]


def test_every_legal_move_of_the_seat_can_be_clicked_and_nothing_else() -> None:
    rng = Random(7)
    boards = [Rules(rounds=2), Rules(birds=2, perches=(Perch(PerchName("x"), 4),)), SMALL, po.PRESETS["tiny"]]
    for rules in boards * 2:
        state = po.new_game(rules)
        while legal := po.legal_moves(state):
            for seat in (ME, YOU, None):
                for lang in Lang:
                    scene = po.draw(po.observe(state, seat), lang)
                    expected = {str(move) for move in legal} if po.to_move(state) == seat else set()
                    assert set(boxes(scene)) == expected
                    check_layout(scene)
            state = po.apply(state, legal[below(rng, len(legal))])


def check_layout(scene: Scene) -> None:
    """Nothing leaves the picture, and no two things stand in one cell."""
    taken: set[tuple[int, int]] = set()
    for shape in scene.shapes:
        if isinstance(shape, Box):
            cells = {
                (x, y) for x in range(shape.x, shape.x + shape.width) for y in range(shape.y, shape.y + shape.height)
            }
            assert all(len(line) <= shape.width - 2 for line in shape.lines)
        else:
            assert isinstance(shape, Text)
            start = shape.x if shape.align.value == "start" else shape.x - len(shape.text) + 1
            cells = {(x, shape.y) for x in range(start, start + len(shape.text))}
        assert all(0 <= x < scene.width and 0 <= y < scene.height for x, y in cells)
        assert not cells & taken
        taken |= cells


def test_cards_are_drawn_as_the_seat_knows_them() -> None:
    state = played("draw 7, place 10, draw 9, place 3, peek 10, draw 5, place 1, draw 4, place 1, draw 11")
    mine, yours = (po.draw(po.observe(state, seat), EN) for seat in (ME, YOU))
    assert box_of(mine, "10").lines == ("you", "(7) !")
    assert box_of(mine, "10").hint == "Perch 10, value 10: You, the 7, face down, seen by the other seat"
    assert (box_of(mine, "10").fill, box_of(mine, "10").ink) == (Tone.SEAT_0, Tone.PAPER)
    assert box_of(yours, "10").lines == ("opp.", "(7) !")
    assert box_of(mine, "3").lines == ("opp.", "? 1-12")
    assert box_of(mine, "3").hint == "Perch 3, value 3, promontory: Your opponent, a card, face down"
    assert box_of(yours, "3").lines == ("you", "(9)")
    assert box_of(mine, "1").lines == ("you", "5")
    assert (box_of(mine, "1").fill, box_of(mine, "1").ink) == (Tone.CARD, Tone.SEAT_0)
    assert "ties to the defender who holds it: You, the 5, face up" in box_of(mine, "1").hint
    assert "Gone, opp.: ?" in texts(mine)
    assert "Gone, you: 4" in texts(yours)
    spectator = po.draw(po.observe(state, None), FR)
    assert box_of(spectator, "10").lines == ("siège 0", "? !")
    assert box_of(spectator, "3").lines == ("siège 1", "? 1-12")
    hand = [s for s in mine.shapes if isinstance(s, Box) and s.hint == "In hand: the 11"]
    assert [box.lines for box in hand] == [("11",)]
    unseen = [s for s in spectator.shapes if isinstance(s, Box) and s.hint == f"En main{NB}: une carte"]
    assert [box.lines for box in unseen] == [("?",)]


def test_a_settled_card_is_drawn_as_known_and_the_gone_are_sorted() -> None:
    state = played(
        "draw 12, place 10, draw 12, place 10, draw J, place 9, draw 3, place 9, draw 2, place 8a, draw 5, place 8a"
    )
    scene = po.draw(po.observe(state, ME), EN)
    assert box_of(scene, "10").lines == ("opp.", "(12)")
    assert "Gone, you: 2 12 J" in texts(scene)
    assert "Gone, opp.: ?" in texts(scene)


def marked(texts: str) -> list[str]:
    """The hints, up to the first comma, or the words of what is marked after these moves."""
    scene = po.draw(po.observe(played(texts), ME), EN)
    shapes = [shape for shape in scene.shapes if shape.marked]
    return [shape.text if isinstance(shape, Text) else shape.hint.split(",")[0] for shape in shapes]


def test_what_happened_last_is_marked() -> None:
    assert played().values == ()
    assert [s for s in po.draw(po.observe(played(), ME), EN).shapes if s.marked] == []
    assert marked("draw 7, place 10") == ["Perch 10"]
    assert marked("draw 7, place 10, draw 8") == ["Perch 10"]
    assert marked("draw 7, place 10, draw 8, place 10") == ["Perch 10"]
    assert marked("draw 7, place 10, draw 3, place 10") == ["Perch 10", "Gone, opp.: ?"]
    assert marked("draw 7, place 10, draw 3, place 3, peek 10") == ["Perch 3", "Perch 10"]
    assert marked("draw 7, place 10, draw 3, place 3, peek none") == ["Perch 3"]
    assert marked("draw 7, place 10, draw J, place 10") == ["Gone, opp.: J"]


def test_whose_turn_it_is_can_be_read() -> None:
    def status(texts_: str, seat: Seat | None, lang: Lang = EN, rules: Rules | None = None) -> str:
        return texts(po.draw(po.observe(played(texts_, rules=rules), seat), lang))[3]

    assert status("draw 7", ME) == "Your turn to place your card."
    assert status("draw 7", YOU) == "Your opponent places a card."
    assert status("draw 7", None, FR) == "Le siège 0 pose sa carte."
    assert status("draw 7, place 10, draw 8, place 3", YOU) == "At the promontory: which card to look at?"
    assert status("draw 7, place 10, draw 8, place 3", ME) == "Your opponent is at the promontory."
    assert status("draw 7, place 10, draw 8, place 3", YOU, FR) == f"Au promontoire{NB}: que regarder{NB}?"
    assert status(ROUND + ", place d", ME, EN, SMALL) == "The round is over."
    over = f"{ROUND}, place d, clear, {ROUND}, place d"
    assert status(over, YOU, FR, SMALL) == "La partie est finie."
    bold = [s.text for s in po.draw(po.observe(played("draw 7"), ME), EN).shapes if isinstance(s, Text) and s.bold]
    assert "You: points 0, deck 12" in bold
    assert "Your opponent: points 0, deck 13" not in bold


def test_a_jaguar_at_the_promontory_has_only_the_button() -> None:
    scene = po.draw(po.observe(played("draw 7, place 10, draw J, place 3"), YOU), EN)
    assert set(boxes(scene)) == {"peek none"}
    assert boxes(scene)["peek none"].lines == ("Look at none",)


def test_a_full_board_has_a_button_to_discard() -> None:
    one = Rules(birds=2, perches=(Perch(PerchName("x"), 4),))
    state = played("draw 2, place x, draw 1, place x, draw 1", rules=one)
    scene = po.draw(po.observe(state, ME), FR)
    assert set(boxes(scene)) == {"discard"}
    assert boxes(scene)["discard"].lines == ("Défausser le 1",)
    assert boxes(po.draw(po.observe(state, YOU), FR)) == {}


def test_long_names_and_large_values_are_cut_to_fit() -> None:
    long = Rules(
        rounds=10**9,
        birds=15,
        perches=tuple(Perch(PerchName("perch" * 5 + str(n)), 10 ** min(n + 5, 9), Power.DOUBLE) for n in range(9)),
    )
    state = po.new_game(long)
    for lang in Lang:
        for seat in (ME, None):
            scene = po.draw(
                po.observe(attrs.evolve(state, standing=attrs.evolve(state.standing, points=(10**20, 10**30))), seat),
                lang,
            )
            check_layout(scene)
    shown = texts(po.draw(po.observe(state, ME), EN))
    assert "100000…" in shown
    assert "p…" in shown


# Features


def test_features_are_laid_out_as_their_names_say() -> None:
    names = po.feature_names(Rules())
    assert len(names) == 14 + 3 * 13 + 6 * 11
    assert len(set(names)) == len(names)
    assert names[:5] == ("spectator", "round", "points mine", "points theirs", "phase draw")
    state = played("draw 7, place 10, draw 9, place 3, peek 10, draw 5, place 1, draw 4, place 1, draw 11")
    for seat, expected in (
        (
            ME,
            {
                "spectator": 0,
                "round": 1,
                "phase place": 1,
                "phase draw": 0,
                "turn mine": 1,
                "turn theirs": 0,
                "drawn first mine": 1,
                "deck mine": 10,
                "deck theirs": 11,
                "hand 11": 1,
                "hand 7": 0,
                "left mine 7": 0,
                "left mine J": 1,
                "known theirs 9": 0,
                "perch 10 mine": 1,
                "perch 10 theirs": 0,
                "perch 10 peeked": 1,
                "perch 10 face up": 0,
                "perch 10 lowest": 7,
                "perch 10 highest": 7,
                "perch 3 theirs": 1,
                "perch 3 lowest": 1,
                "perch 3 highest": 12,
                "perch 1 face up": 1,
                "perch 2 mine": 0,
                "perch 2 lowest": -1,
                "perch 2 highest": -1,
            },
        ),
        (
            YOU,
            {
                "turn mine": 0,
                "turn theirs": 1,
                "drawn first mine": 0,
                "deck mine": 11,
                "hand 11": 0,
                "known theirs 7": 1,
                "known theirs 5": 1,
                "known theirs 11": 0,
                "perch 3 mine": 1,
                "perch 3 lowest": 9,
                "perch 10 theirs": 1,
                "perch 10 lowest": 7,
            },
        ),
        (None, {"spectator": 1, "hand 11": 0, "left mine 1": 0, "perch 10 mine": 1, "perch 10 lowest": 0}),
    ):
        values = dict(zip(names, po.features(po.observe(state, seat)), strict=True))
        assert {name: values[name] for name in expected} == expected


def test_features_stay_within_their_bounds() -> None:
    rng = Random(12)
    rules = Rules(rounds=2, birds=4, perches=po.CLASSIC_BOARD[:5])
    bounds = po.feature_bounds(rules)
    assert len(bounds) == len(po.feature_names(rules))
    assert bounds[:4] == ((0, 1), (1, 2), (0, 2 * 14), (0, 2 * 14))
    for _ in range(10):
        state = po.new_game(rules)
        while legal := po.legal_moves(state):
            for seat in (ME, YOU, None):
                values = po.features(po.observe(state, seat))
                assert all(low <= value <= high for value, (low, high) in zip(values, bounds, strict=True))
            state = po.apply(state, legal[below(rng, len(legal))])


# Words beside


def test_cards_have_words() -> None:
    assert [po.card_words(card, FR) for card in (Card(7), JAGUAR, None)] == ["le 7", "le jaguar", "une carte"]
    assert [po.card_words(card, EN) for card in (Card(7), JAGUAR, None)] == ["the 7", "the jaguar", "a card"]
    assert [po.card_text(card) for card in (Card(12), JAGUAR)] == ["12", "J"]


def test_the_rule_books_tell_every_rule_that_a_refusal_names() -> None:
    for lang in Lang:
        book = po.rule_book(lang)
        ids = set(re.findall(r"\*\*(PO-T?\d+)\.", book))
        assert ids == {f"PO-{number}" for number in range(1, 15)} | {"PO-T1", "PO-T2"}
        for option in ("rounds", "first", "birds", "perches", "double_bonus", "jaguar_controls"):
            assert f"`{option}`" in book
    assert po.rule_book(FR) != po.rule_book(EN)
    assert Phase.OVER.value == "over"
