"""Animals in words, numbers and pictures: labels, refusals, narration, rule books, features, scenes and bots."""

from __future__ import annotations

import re
from random import Random

import pytest

from boardgames_fr.chance import pick
from boardgames_fr.game import CHANCE, Lang, Refusal, Seat
from boardgames_fr.games import animals as an
from boardgames_fr.games.animals import Animal, Call, Calls, Rules, State, View
from boardgames_fr.render import to_text
from boardgames_fr.scene import Box, Scene, Stroke, Text, Tone

ANNA, BEN, VERA, GREG = map(Seat, range(4))
NB = "\u00a0"
FR, EN = Lang.FR, Lang.EN


def table(*texts: str, rules: Rules | None = None) -> State:
    state = an.new_game(Rules(dealer=Seat(3)) if rules is None else rules)
    for text in texts:
        state = an.apply(state, an.parse_move(text))
    return state


def told(state: State, *texts: str, seat: Seat | None = None) -> list[tuple[str, str]]:
    """What this seat is told of each of these moves, in French and in English."""
    found = []
    for text in texts:
        move = an.parse_move(text)
        before, seen = an.observe(state, seat), an.seen(state, move, seat)
        state = an.apply(state, move)
        after = an.observe(state, seat)
        found.append((an.narrate(before, seen, after, FR), an.narrate(before, seen, after, EN)))
    return found


PAIR = ("deal 7H", "deal 7C")
TWO_GROUPS = ("deal 7H", "deal 8D", "deal 7C", "call none", "call none", "deal 8C")


# Names, cries, labels


def test_each_default_animal_has_a_name_and_a_cry_in_both_languages() -> None:
    names = [(an.animal_name(animal, FR), an.animal_name(animal, EN)) for animal in an.DEFAULT_ANIMALS]
    assert names == [
        ("Renard", "Fox"),
        ("Hibou", "Owl"),
        ("Chat", "Cat"),
        ("Loup", "Wolf"),
        ("Ours", "Bear"),
        ("Lapin", "Rabbit"),
        ("Vache", "Cow"),
        ("Coq", "Rooster"),
    ]
    cries = [(an.animal_cry(animal, FR), an.animal_cry(animal, EN)) for animal in an.DEFAULT_ANIMALS]
    assert cries == [
        ("glapi", "yip"),
        ("hou-hou", "tu-whit"),
        ("miaou", "meow"),
        ("aouh", "awoo"),
        ("graou", "growl"),
        ("couic", "squeak"),
        ("meuh", "moo"),
        ("cocorico", "cock-a-doodle"),
    ]


def test_other_animals_go_by_their_own_name_and_have_no_cry() -> None:
    assert an.animal_name(Animal("tapir"), EN) == "tapir"
    with pytest.raises(ValueError, match="no cry of 'tapir' is known"):
        an.animal_cry(Animal("tapir"), FR)


def test_labels_say_what_is_called() -> None:
    view = an.observe(table(*PAIR), ANNA)
    moves = an.legal_moves(table(*PAIR))
    french = [an.label(view, move, FR) for move in moves]
    assert french == ["Appeler Renard", "Appeler Hibou", "Appeler Chat", "Appeler Loup", "Se taire"]
    assert [an.label(view, move, EN) for move in moves][1:] == ["Call Owl", "Call Cat", "Call Wolf", "Stay silent"]
    assert an.label(view, an.parse_move("deal 7H"), FR) == "deal 7H"


def test_labels_say_the_cry_under_cries() -> None:
    view = an.observe(table(*PAIR, rules=Rules(calls=Calls.CRIES, dealer=Seat(3))), ANNA)
    assert an.label(view, Call(Animal("chat")), FR) == f"Crier «{NB}miaou{NB}»"
    assert an.label(view, Call(Animal("chat")), EN) == "Cry “meow”"
    assert an.label(view, Call(Animal("tapir")), EN) == "Call tapir"  # nobody here: no cry


# Refusals


@pytest.mark.parametrize(
    ("refusal", "french", "english"),
    [
        (Refusal("-", "game-over"), "La partie est terminée.", "The game is over."),
        (Refusal("-", "no-move"), "Ce n’est pas un coup de ce jeu.", "This is no move of this game."),
        (
            Refusal("AN-3", "answer-asked"),
            f"Une réponse est attendue{NB}: un animal, ou le silence.",
            "An answer is expected: an animal, or silence.",
        ),
        (
            Refusal("AN-3", "no-such-animal", (("animal", "tapir"),)),
            f"Personne n’est «{NB}tapir{NB}» à cette table.",
            "Nobody is “tapir” at this table.",
        ),
        (
            Refusal("AN-8", "no-window"),
            f"C’est à la table{NB}: personne n’est appelé à répondre.",
            "It is the table’s turn: nobody is asked to answer.",
        ),
        (
            Refusal("AN-1", "table-deals"),
            "C’est à la table de donner une carte.",
            "It is the table’s turn: it deals a card.",
        ),
        (
            Refusal("AN-1", "not-in-pack", (("card", "7H"),)),
            "C’est à la table, mais 7H n’est plus dans le paquet.",
            "It is the table’s turn, but 7H is not left in the pack.",
        ),
        (
            Refusal("AN-10", "table-gathers"),
            "C’est à la table de rassembler les cartes pour la manche suivante.",
            "It is the table’s turn: it gathers the cards for the next round.",
        ),
        (
            Refusal("AN-6", "not-correct", (("seat", 2),)),
            "C’est à la table de juger, mais le siège 2 n’a pas fait d’appel juste dans ce groupe.",
            "It is the table’s turn to judge, but seat 2 has made no correct call in this group.",
        ),
        (
            Refusal("AN-6", "never-a-tie"),
            "C’est à la table de juger, mais il n’y a jamais d’ex æquo selon ces règles.",
            "It is the table’s turn to judge, but under these rules there never is a dead heat.",
        ),
        (
            Refusal("AN-6", "table-judges", (("rank", "7"),)),
            "C’est à la table de dire quel appel fut le premier.",
            "It is the table’s turn: it says which call was the first.",
        ),
        (Refusal("XX-1", "unheard-of"), "XX-1 unheard-of", "XX-1 unheard-of"),
    ],
)
def test_refusals_are_explained(refusal: Refusal, french: str, english: str) -> None:
    assert (an.explain(refusal, FR), an.explain(refusal, EN)) == (french, english)


# Narration


def test_a_deal_and_the_match_it_makes_are_told() -> None:
    assert told(table(), "deal JS", "deal TH", "deal JD") == [
        ("Renard reçoit V♠.", "Fox gets J♠."),
        ("Hibou reçoit 10♥.", "Owl gets 10♥."),
        (
            f"Chat reçoit V♦. Même valeur (valet){NB}: à vous, Renard et Chat{NB}!",
            "Cat gets J♦. A match (jack): Fox and Cat!",
        ),
    ]


def test_ranks_and_suits_have_their_signs_and_words_in_both_languages() -> None:
    cards = ["deal AC", "deal QD", "deal KH", "deal 9S"]
    assert [french for french, _ in told(table(), *cards)] == [
        "Renard reçoit A♣.",
        "Hibou reçoit D♦.",
        "Chat reçoit R♥.",
        "Loup reçoit 9♠.",
    ]
    assert [english for _, english in told(table(), *cards)][1:3] == ["Owl gets Q♦.", "Cat gets K♥."]
    for card, french, english in (("A", "as", "ace"), ("Q", "dame", "queen"), ("K", "roi", "king"), ("T", "10", "10")):
        ((fr, en),) = told(table(f"deal {card}H"), f"deal {card}S")
        assert f"({french})" in fr
        assert f"({english})" in en


def test_another_seats_answer_is_told_without_what_it_says() -> None:
    for text in ("call hibou", "call none"):
        assert told(table(*PAIR), text) == [("Renard a répondu.", "Fox has answered.")]


def test_ones_own_answer_is_told() -> None:
    assert told(table(*PAIR), "call hibou", seat=ANNA) == [(f"Vous appelez «{NB}Hibou{NB}».", "You call “Owl”.")]
    assert told(table(*PAIR), "call none", seat=ANNA) == [("Vous vous taisez.", "You stay silent.")]
    state = table(*PAIR, rules=Rules(dealer=Seat(3), calls=Calls.CRIES))
    assert told(state, "call hibou", seat=ANNA) == [(f"Vous appelez «{NB}hou-hou{NB}».", "You call “tu-whit”.")]


def test_the_last_answer_tells_them_all_and_what_follows() -> None:
    assert told(table(*PAIR, "call hibou"), "call none") == [
        (
            (
                f"Hibou a répondu. Renard a appelé «{NB}Hibou{NB}». Hibou s’est tu."
                " Renard prend la pile de Hibou (1 carte)."
            ),
            "Owl has answered. Fox called “Owl”. Owl was silent. Fox takes Owl’s pile (1 card).",
        )
    ]


def test_a_judgement_is_told() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call renard")
    assert [english for _, english in told(state, "call hibou", "first 2", "tie")] == [
        (
            "Wolf has answered. Fox called “Cat”. Owl called “Wolf”. Cat called “Fox”. Wolf called “Owl”."
            " The table judges who was first (7)."
        ),
        "Cat was the fastest. Cat takes Fox’s pile (1 card). The table judges who was first (8).",
        "The calls cannot be told apart: the piles stay (group of 8).",
    ]
    assert [french for french, _ in told(state, "call hibou", "first 2", "tie")][1:] == [
        "Chat a été le plus rapide. Chat prend la pile de Renard (1 carte). La table juge qui fut le premier (8).",
        f"Appels inséparables{NB}: les piles restent (groupe de 8).",
    ]


def test_a_vowel_elides_and_a_further_window_is_told() -> None:
    state = table("deal 7H", "deal 7C", rules=Rules(seats=5, dealer=Seat(2)))  # wolf and bear
    ((french, _),) = told(an.apply(state, Call(Animal("ours"))), "call none")
    assert french.endswith("Loup prend la pile d’Ours (1 carte).")
    state = table(*PAIR, "call none", "call none", "deal 7D", "call hibou", "call none")
    assert told(state, "call none")[0][1].endswith("Fox takes Owl’s pile (1 card). A match (7): Fox and Cat!")
    state = table(*PAIR, "call none", "call none")
    assert told(state, "deal 7D")[0][0].endswith(f"Même valeur (7){NB}: à vous, Renard, Hibou et Chat{NB}!")


def finished(rules: Rules, *last: str) -> State:
    """All dealt so that the last four cards are the sevens, all silent but for the answers at the end."""
    state = an.new_game(rules)
    cards = [f"{rank}{suit}" for rank in "A2345689TJQK" for suit in "CDHS"] + ["7C", "7D", "7S", "7H"]
    for card in cards:
        while an.to_move(state) is not CHANCE:
            state = an.apply(state, Call(None))
        state = an.apply(state, an.parse_move(f"deal {card}"))
    for text in last:
        state = an.apply(state, an.parse_move(text))
    return state


def test_the_end_of_a_game_is_told() -> None:
    state = finished(Rules(), "call none", "call renard", "call none", "call none", "call none", "call none")
    french, english = told(state, "call none")[0]
    assert french.endswith(
        f"Le paquet est épuisé. Cartes gagnées{NB}: Renard 0, Hibou 26, Chat 13, Loup 13. Hibou gagne."
    )
    assert english.endswith("The pack is used up. Cards won: Fox 0, Owl 26, Cat 13, Wolf 13. Owl wins.")
    french, english = told(finished(Rules(), *["call none"] * 3), "call none")[0]
    assert french.endswith("Renard, Hibou, Chat et Loup gagnent.")
    assert english.endswith("Fox, Owl, Cat and Wolf win.")


def test_the_end_of_a_round_and_the_next_one_are_told() -> None:
    state = finished(Rules(rounds=2), *["call none"] * 3)
    (one, two) = told(state, "call none", "gather")
    assert one[0].endswith(f"Le paquet est épuisé. Cartes gagnées{NB}: Renard 13, Hibou 13, Chat 13, Loup 13.")
    assert two == (f"Manche 2{NB}: les cartes sont rassemblées.", "Round 2: the cards are gathered.")


# Rule books


@pytest.mark.parametrize("lang", list(Lang))
def test_the_rule_books_hold_every_rule_every_mark_and_every_option(lang: Lang) -> None:
    book = an.rule_book(lang)
    assert re.findall(r"\*\*(AN-\d+)\*\*", book) == [f"AN-{number}" for number in range(12)]
    for mark in ("**T**", "**P**", "**R**"):
        assert mark in book
    for option in ("animals", "dealer", "rounds", "packs", "first_weight", "tie_weight", "calls", "small_table"):
        assert f"`{option}`" in book
    for animal in an.DEFAULT_ANIMALS:
        assert an.animal_cry(animal, FR) in book
        assert an.animal_cry(animal, EN) in book


def test_french_has_its_spaces_before_high_punctuation() -> None:
    assert re.search(r"[^\u00a0|\s-][:;!?](\s|$)", re.sub(r"`[^`]*`", "", an.rule_book(FR))) is None


# Features


def numbers(view: View) -> dict[str, int]:
    return dict(zip(an.feature_names(view.rules), an.features(view), strict=True))


def test_features_say_what_the_view_says() -> None:
    state = table(*TWO_GROUPS, "call chat")
    found = numbers(an.observe(state, ANNA))
    assert {name for name, value in found.items() if value and not name.startswith("rank ")} == {
        *("phase answer", "round", "rounds", "seat 1 is asked", "seat 3 deals", "seat 0 is next"),
        *("seat 0 cards", "seat 1 cards", "seat 2 cards", "seat 3 cards"),
        *("seat 0 top 7", "seat 1 top 8", "seat 2 top 7", "seat 3 top 8"),
        *("seat 0 open", "seat 1 open", "seat 2 open", "seat 3 open"),
        *("seat 0 in the window", "seat 1 in the window", "seat 2 in the window", "seat 3 in the window"),
        *("seat 0 has answered", "own answer chat"),
    }
    assert (found["rank A left"], found["rank 7 left"], found["rank 8 left"]) == (4, 2, 2)
    assert (found["rank 7 asked"], found["rank 8 asked"], found["rank 9 asked"]) == (1, 1, 0)
    assert numbers(an.observe(state, BEN))["own answer chat"] == 0


def test_features_of_a_judgement() -> None:
    state = table(*TWO_GROUPS, "call chat", "call loup", "call none", "call hibou")
    found = numbers(an.observe(state, None))
    assert (found["rank 8 judged"], found["rank 7 judged"], found["rank 7 captured"]) == (1, 0, 1)
    assert (found["seat 0 called chat"], found["seat 2 called none"], found["seat 1 called none"]) == (1, 1, 0)
    assert (found["seat 0 cards"], found["seat 2 cards"], found["seat 2 top 7"]) == (2, 0, 0)
    closed = numbers(an.observe(an.apply(state, an.Tie()), None))
    assert (closed["seat 1 closed"], closed["seat 1 open"], closed["rank 7 captured"]) == (1, 0, 0)


def test_features_have_a_fixed_layout_within_bounds() -> None:
    rules = Rules(seats=5, packs=2, rounds=2)
    names, bounds = an.feature_names(rules), an.feature_bounds(rules)
    assert len(set(names)) == len(names) == len(bounds)
    assert dict(zip(names, bounds, strict=True))["seat 4 won"] == (0, 208)
    assert dict(zip(names, bounds, strict=True))["seat 4 cards"] == (0, 104)
    assert dict(zip(names, bounds, strict=True))["rank K left"] == (0, 8)
    assert dict(zip(names, bounds, strict=True))["round"] == (1, 2)
    view = an.observe(an.new_game(rules), None)
    assert all(low <= value <= high for value, (low, high) in zip(an.features(view), bounds, strict=True))


# Scenes


def buttons(scene: Scene) -> dict[str, tuple[str, ...]]:
    return {shape.phrase: shape.lines for shape in scene.shapes if isinstance(shape, Box) and shape.phrase is not None}


def tops(scene: Scene) -> list[Box]:
    return [shape for shape in scene.shapes if isinstance(shape, Box) and shape.phrase is None]


def words(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("rules", [Rules(seats=8, dealer=Seat(7)), Rules(seats=8, dealer=Seat(7), calls=Calls.CRIES)])
@pytest.mark.parametrize("lang", list(Lang))
def test_a_large_table_fits_a_narrow_screen_with_a_button_for_each_answer(rules: Rules, lang: Lang) -> None:
    state = table(*PAIR, rules=rules)
    scene = an.draw(an.observe(state, ANNA), lang)
    assert scene.width == 46
    assert list(buttons(scene)) == [str(move) for move in an.legal_moves(state)]
    for shape in scene.shapes:
        assert isinstance(shape, (Box, Text))
        right = shape.x + (shape.width if isinstance(shape, Box) else len(shape.text))
        bottom = shape.y + (shape.height if isinstance(shape, Box) else 1)
        assert right <= scene.width
        assert bottom <= scene.height
        if isinstance(shape, Box):
            assert all(len(line) <= shape.width - 2 for line in shape.lines)
    assert max(map(len, to_text(scene).splitlines())) <= 46


def test_buttons_are_there_for_the_seats_that_still_have_to_answer() -> None:
    state = table(*PAIR)
    assert buttons(an.draw(an.observe(state, ANNA), EN)) == {
        "call renard": ("Fox",),
        "call hibou": ("Owl",),
        "call chat": ("Cat",),
        "call loup": ("Wolf",),
        "call none": ("Stay silent",),
    }
    # Ben comes after Anna; at a live table both are asked at once.
    assert len(buttons(an.draw(an.observe(state, BEN), EN))) == 5
    answered = an.apply(state, an.parse_move("call none"))
    for position, seat in ((state, VERA), (state, None), (answered, ANNA), (table(), ANNA)):
        assert buttons(an.draw(an.observe(position, seat), EN)) == {}
    barnyard = table(*PAIR, rules=Rules(dealer=Seat(3), calls=Calls.CRIES))
    assert list(buttons(an.draw(an.observe(barnyard, ANNA), FR)).values())[:2] == [("glapi",), ("hou-hou",)]


def test_tops_are_shown_large_with_the_group_that_is_asked_and_the_last_card_marked() -> None:
    scene = an.draw(an.observe(table("deal 9S", *PAIR), None), FR)
    assert [box.lines for box in tops(scene)] == [("9♠",), ("7♥",), ("7♣",), ("–",)]
    assert [box.stroke for box in tops(scene)] == [Stroke.THIN, Stroke.THICK, Stroke.THICK, Stroke.DASHED]
    assert [box.marked for box in tops(scene)] == [False, False, True, False]
    assert [box.fill for box in tops(scene)] == [Tone.CARD, Tone.CARD, Tone.CARD, Tone.PAPER]
    assert "Hibou ←" in words(scene)
    assert words(scene).count("à l’appel") == 2
    assert f"Paquet{NB}: 49 – prochaine{NB}: Loup" in words(scene)


def test_answers_are_shown_when_all_are_given_and_marked_as_the_last_thing_seen() -> None:
    state = table(*PAIR, "call hibou")
    scene = an.draw(an.observe(state, VERA), EN)
    assert "has answered" in words(scene)
    assert not any("Owl!" in text for text in words(scene))
    assert not any(box.marked for box in tops(scene))
    scene = an.draw(an.observe(an.apply(state, Call(None)), VERA), EN)
    marked = [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.marked]
    assert marked == ["Owl!", "…"]
    assert not any(box.marked for box in tops(scene))
    assert [text for text in words(scene) if text.endswith("cards")] == ["2 cards", "0 cards", "0 cards", "0 cards"]


def test_buried_cards_are_a_number_only() -> None:
    state = table("deal AC", "deal 2C", "deal 3C", "deal 4C", "deal 5C")
    scene = an.draw(an.observe(state, ANNA), EN)
    assert "A♣" not in repr(scene)
    assert "AC" not in repr(scene)
    assert "2 cards" in words(scene)


def test_closed_and_judged_groups_look_different() -> None:
    state = table(*PAIR, "call hibou", "call renard")
    scene = an.draw(an.observe(state, None), FR)
    assert words(scene).count("jugé") == 2
    assert f"La table juge{NB}: groupe de 7." in words(scene)
    scene = an.draw(an.observe(an.apply(state, an.Tie()), None), FR)
    assert words(scene).count("fermé") == 2
    assert [box.stroke for box in tops(scene)][:2] == [Stroke.DASHED, Stroke.DASHED]
    assert "match" in words(an.draw(an.observe(table(*PAIR, "call none", "call none"), None), EN))


@pytest.mark.parametrize(
    ("state", "seat", "french", "english"),
    [
        (table(), None, "La table donne une carte.", "The table deals a card."),
        (table(*PAIR), ANNA, f"À vous d’appeler{NB}!", "Your call!"),
        (table(*PAIR), BEN, "Renard doit répondre, vous aussi.", "Fox is to answer, and so are you."),
        (table(*PAIR), Seat(2), "Renard doit répondre.", "Fox is to answer."),
        (table(*PAIR), None, "Renard doit répondre.", "Fox is to answer."),
        (
            table(*PAIR, "call hibou", "call renard"),
            None,
            f"La table juge{NB}: groupe de 7.",
            "The table judges the group of 7.",
        ),
        (
            finished(Rules(rounds=2), *["call none"] * 4),
            None,
            "Manche finie, la table rassemble les cartes.",
            "Round over: the table gathers.",
        ),
        (
            finished(Rules(), "call none", "call renard", *["call none"] * 5),
            None,
            "Hibou gagne avec 26 cartes.",
            "Owl wins with 26 cards.",
        ),
        (
            finished(Rules(), *["call none"] * 4),
            None,
            "Renard, Hibou, Chat et Loup gagnent avec 13 cartes.",
            "Fox, Owl, Cat and Wolf win with 13 cards.",
        ),
    ],
)
def test_the_scene_says_whose_turn_it_is(state: State, seat: Seat | None, french: str, english: str) -> None:
    view = an.observe(state, seat)
    for lang, status in ((FR, french), (EN, english)):
        scene = an.draw(view, lang)
        assert status in " ".join(words(scene))
        assert scene.description.endswith(status)


def test_the_description_says_what_the_picture_shows() -> None:
    state = table("deal 7H")
    assert an.draw(an.observe(state, None), FR).description == (
        f"Animals. Renard{NB}: 7♥, 1 carte ; Hibou{NB}: pile vide ; Chat{NB}: pile vide ; Loup{NB}: pile vide."
        " La table donne une carte."
    )
    assert an.draw(an.observe(state, None), EN).description == (
        "Animals. Fox: 7♥, 1 card; Owl: empty pile; Cat: empty pile; Wolf: empty pile. The table deals a card."
    )


def test_rounds_and_the_used_up_pack_are_shown() -> None:
    state = finished(Rules(rounds=2), *["call none"] * 4)
    scene = an.draw(an.observe(state, None), EN)
    assert words(scene)[:2] == ["Animals – round 1/2", "The pack is used up"]
    assert words(an.draw(an.observe(state, None), FR))[:2] == ["Animals – manche 1/2", "Paquet épuisé"]
    again = an.apply(state, an.Gather())
    assert "total 13" in words(an.draw(an.observe(again, None), EN))
    assert not any(box.marked for box in tops(an.draw(an.observe(again, None), EN)))


def test_long_names_are_cut() -> None:
    rules = Rules(dealer=Seat(3), animals=["renard" * 9, "b", "c", "d"])
    scene = an.draw(an.observe(table(*PAIR, rules=rules), ANNA), EN)
    assert buttons(scene)["call " + "renard" * 9] == ("renardrenard…",)
    assert "renardrenardr…" in words(scene)


# Bots


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_answer_with_legal_moves(level: str) -> None:
    state = table(*TWO_GROUPS)
    bot = an.POLICIES[level](Random(1))
    for _ in range(50):
        assert bot(an.observe(state, ANNA), an.legal_moves(state)) in an.legal_moves(state)


def test_the_hard_bot_always_calls_rightly_and_of_equal_piles_the_nearest_on_its_left() -> None:
    bot = an.POLICIES["hard"](Random(1))
    state = table(*PAIR, "call none", "call none", "deal 7D")
    calls = [bot(an.observe(state, seat), an.legal_moves(state)) for seat in (ANNA, BEN, VERA)]
    assert list(map(str, calls)) == ["call hibou", "call chat", "call renard"]
    state = table(*TWO_GROUPS)
    calls = [bot(an.observe(state, seat), an.legal_moves(state)) for seat in (ANNA, BEN, VERA, GREG)]
    assert list(map(str, calls)) == ["call chat", "call loup", "call renard", "call hibou"]


def test_a_larger_pile_is_preferred_to_a_nearer_one() -> None:
    state = table("deal AC", "deal 2C", "deal 3C", "deal 7S", "deal 7H")
    state = an.apply(an.apply(state, Call(None)), Call(None))
    state = an.apply(state, an.parse_move("deal 7C"))
    assert (state.asked, [len(state.pile(Seat(seat))) for seat in range(4)]) == ((ANNA, BEN, GREG), [2, 2, 1, 1])
    bot = an.caller(Random(1), reaction=100, mistakes=0)
    assert bot(an.observe(state, BEN), an.legal_moves(state)) == Call(Animal("renard"))  # Greg is nearer


def test_a_bot_without_a_match_stays_silent() -> None:
    bot = an.caller(Random(1), reaction=100, mistakes=0)
    state = table(*PAIR)
    for seat in (VERA, None):
        assert bot(an.observe(state, seat), an.legal_moves(state)) == Call(None)
    assert bot(an.observe(state, ANNA), (Call(None),)) == Call(None)


def test_reaction_and_mistakes_are_percentages() -> None:
    state = table(*PAIR)
    view, moves = an.observe(state, ANNA), an.legal_moves(state)
    absent, blind = an.caller(Random(1), reaction=0, mistakes=0), an.caller(Random(1), reaction=100, mistakes=100)
    assert {absent(view, moves) for _ in range(50)} == {Call(None)}
    assert {blind(view, moves) for _ in range(200)} == set(moves)
    half = an.caller(Random(1), reaction=50, mistakes=0)
    assert 420 <= sum(half(view, moves) == Call(Animal("hibou")) for _ in range(1000)) <= 580
    for reaction, mistakes in ((101, 0), (-1, 0), (0, 101), (0, -1)):
        with pytest.raises(ValueError, match=f"caller: from 0 to 100, not {reaction} and {mistakes}"):
            an.caller(Random(1), reaction=reaction, mistakes=mistakes)


def wins(level: str, others: str | None, games: int) -> float:
    """The share of games that this level wins from each seat in turn, against three others (`None`: random)."""
    rng, won = Random(2), 0
    for game in range(games):
        own = Seat(game % 4)
        best = an.POLICIES[level](rng)
        rest = None if others is None else an.POLICIES[others](rng)
        state = an.new_game(Rules())
        while (mover := an.to_move(state)) is not None:
            moves = an.legal_moves(state)
            if mover is CHANCE:
                move = moves[pick(rng, an.chance_weights(state))]
            elif mover == own or rest is not None:
                bot = best if mover == own or rest is None else rest
                move = bot(an.observe(state, mover), moves)
            else:
                move = moves[pick(rng, (1,) * len(moves))]
            state = an.apply(state, move)
        outcome = an.outcome(state)
        assert outcome is not None
        won += outcome.winners == (own,)
    return won / games


def test_the_levels_are_in_order_and_better_than_chance() -> None:
    easy, medium, hard = (wins(level, None, 160) for level in ("easy", "medium", "hard"))
    assert 0.25 < easy < medium < hard
    assert hard > 0.6
    assert wins("hard", "easy", 80) > 0.35


def test_a_seat_is_called_by_its_animal() -> None:
    rules = Rules()
    assert [an.seat_name(rules, Seat(seat), Lang.EN) for seat in range(4)] == ["Fox", "Owl", "Cat", "Wolf"]
    assert an.seat_name(rules, Seat(3), Lang.FR) == "Loup"
