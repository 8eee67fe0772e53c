"""What the command line itself says, in French and in English. (What happens in a game, the game says.)"""

from __future__ import annotations

from typing import Final

from boardgames_fr.game import Lang

__all__ = ["SENTENCES", "Words"]

SENTENCES: Final[dict[str, tuple[str, str]]] = {
    # the parser
    "about": (
        "Jeux de société français : jouer, regarder, vérifier, mesurer.",
        "French board and card games: play, watch, check, measure.",
    ),
    "usage": ("utilisation : ", "usage: "),
    "commands": ("commandes", "commands"),
    "options": ("options", "options"),
    "positionals": ("arguments", "arguments"),
    "help": ("montre cette aide", "show this help"),
    "version": ("montre la version", "show the version"),
    "lang": (
        "langue, fr ou en (sinon celle de LC_ALL, LC_MESSAGES ou LANG)",
        "language, fr or en (otherwise that of LC_ALL, LC_MESSAGES or LANG)",
    ),
    "list": ("les jeux, leurs variantes et leurs robots", "the games, their presets and their bots"),
    "play": ("jouer dans le terminal", "play in the terminal"),
    "watch": ("regarder une partie entre robots", "watch a game between bots"),
    "rules-command": ("la règle complète d’un jeu", "the whole rules of a game"),
    "replay": ("rejouer une partie notée, coup par coup", "replay a recorded game, move by move"),
    "show": (
        "une position d’une partie notée, en texte, SVG ou HTML",
        "a position of a recorded game: text, SVG or HTML",
    ),
    "check": ("vérifier qu’un jeu obéit aux lois de la bibliothèque", "check that a game obeys the library’s laws"),
    "check-about": (
        (
            "Vérifie par des parties au hasard qu’un jeu obéit aux lois de la bibliothèque. Sont « laissées de côté » "
            "les lois qui ne s’appliquent pas : chacune porte sur une fonction que le jeu n’apporte pas."
        ),
        (
            "Check by random games that a game obeys the library’s laws. “Left out” are laws that do not apply: "
            "each is about a function that the game does not bring."
        ),
    ),
    "perft": ("compter les suites de coups d’une longueur donnée", "count the sequences of moves of a given length"),
    "arena": ("un tournoi entre robots", "a tournament between bots"),
    "schema": ("le schéma JSON d’un jeu", "the JSON Schema of a game"),
    "game": (
        "nom du jeu (voir « list »), ou un jeu à soi : paquet.module, paquet.module:NOM, ./fichier.py",
        "name of the game (see “list”), or one of your own: package.module, package.module:NAME, ./file.py",
    ),
    "game-of-record": (
        "le jeu de la partie, s’il n’est pas dans « list »",
        "the record’s game, if it is not in “list”",
    ),
    "file": ("fichier de la partie ; « - » : l’entrée standard", "file of the record; “-”: standard input"),
    "preset": ("variante (voir « list »)", "preset (see “list”)"),
    "rules-option": (
        "règles en JSON, ou @FICHIER ; ce qui y manque vient de la variante",
        "rules as JSON, or @FILE; what is left out comes from the preset",
    ),
    "set": (
        "un champ des règles : JSON ou texte, ou le contenu d’un fichier (CHAMP=@FICHIER) ; peut se répéter",
        "one field of the rules: JSON or text, or what a file holds (FIELD=@FILE); may be repeated",
    ),
    "seed": ("graine du hasard : même graine, même partie", "seed of all chance: same seed, same game"),
    "seat": ("siège d’une personne, de 0 à n-1 ; peut se répéter", "a person’s seat, 0 to n-1; may be repeated"),
    "people": ("nombre de personnes, aux premiers sièges", "number of people, in the first seats"),
    "bot": (
        (
            "robots des sièges sans personne, dans l’ordre (le dernier vaut aussi pour les suivants) : random, easy, "
            "medium, hard, mc:N, tree:N, ou le vôtre, paquet.module:fabrique ou ./fichier.py:fabrique (une fonction "
            "graine -> robot) ; peut se répéter"
        ),
        (
            "bots of the seats without a person, in order (the last for all further ones): random, easy, medium, hard, "
            "mc:N, tree:N, or your own, package.module:factory or ./file.py:factory (a function seed -> bot); "
            "may be repeated"
        ),
    ),
    "arena-bots": (
        (
            "les robots qui se rencontrent : random, easy, medium, hard, mc:N, tree:N, ou les vôtres, "
            "paquet.module:fabrique ou ./fichier.py:fabrique (une fonction graine -> robot)"
        ),
        (
            "the bots that meet: random, easy, medium, hard, mc:N, tree:N, or your own, "
            "package.module:factory or ./file.py:factory (a function seed -> bot)"
        ),
    ),
    "save": (
        "garde la partie dans ce fichier, coup par coup",
        "keep the record in this file, move by move",
    ),
    "force": ("même si le fichier de --save existe déjà", "even if the file of --save exists already"),
    "resume": (
        "reprend une partie gardée, et continue d’y écrire sans --save",
        "go on with a saved game, and write on in its file unless there is --save",
    ),
    "live": (
        "en direct : les touches font la course, pendant tant de secondes (2,5)",
        "live: the keys race, for so many seconds (2.5)",
    ),
    "pace": ("secondes entre deux coups", "seconds between two moves"),
    "no-board": ("sans les images, seulement le récit", "no pictures, only the story"),
    "as-seen-by": (
        "comme ce siège le voit (sinon comme un spectateur)",
        "as this seat sees it (otherwise as somebody who watches)",
    ),
    "ply": ("nombre de coups joués, le hasard compris (sinon tous)", "moves played, chance’s too (otherwise all)"),
    "svg": (
        "écrit l’image SVG dans ce fichier ; « - » : la sortie",
        "write the SVG picture to this file; “-”: standard output",
    ),
    "html": (
        "écrit une page HTML dans ce fichier ; « - » : la sortie",
        "write an HTML page to this file; “-”: standard output",
    ),
    "games": ("nombre de parties (100)", "number of games (100)"),
    "check-games": ("parties par loi et par variante (10)", "games for each law and preset (10)"),
    "depth": ("longueur des suites, en coups", "length of the sequences, in moves"),
    "divide": ("le compte de chaque premier coup aussi", "the count of each first move too"),
    "jobs": ("nombre de processus (1)", "number of processes (1)"),
    "out": (
        "garde les parties dans ce fichier, une ligne JSON chacune",
        "keep the games in this file, one JSON line each",
    ),
    "kind": (
        "rules, state, move, view, outcome, scene ou record",
        "rules, state, move, view, outcome, scene or record",
    ),
    # errors
    "error": ("erreur : {problem}", "error: {problem}"),
    "missing-arguments": ("il manque : {names}", "missing: {names}"),
    "unknown-arguments": ("arguments inconnus : {names}", "unknown arguments: {names}"),
    "bad-choice": (
        "{argument} : « {value} » n’est pas possible ; au choix : {choices}",
        "{argument}: “{value}” is not possible; choose from {choices}",
    ),
    "needs-value": ("{argument} : il faut une valeur", "{argument}: needs a value"),
    "needs-values": ("{argument} : il faut au moins une valeur", "{argument}: needs at least one value"),
    "no-value": ("{argument} : ne prend pas de valeur", "{argument}: takes no value"),
    "not-a-number": (
        "« {value} » n’est pas un nombre entier d’au moins {least}",
        "“{value}” is not a whole number of at least {least}",
    ),
    "not-seconds": ("« {value} » n’est pas une durée en secondes", "“{value}” is not a time in seconds"),
    "no-preset": ("pas de variante « {name} » ; il y a : {names}", "no preset “{name}”; there are: {names}"),
    "bad-set": ("--set : il faut CHAMP=VALEUR, pas « {text} »", "--set: needs FIELD=VALUE, not “{text}”"),
    "rules-no-object": ("--rules : il faut un objet JSON", "--rules: must be a JSON object"),
    "bad-json": ("--rules : JSON incorrect : {problem}", "--rules: bad JSON: {problem}"),
    "doubled-key": ("champ {name} donné deux fois", "field {name} given twice"),
    "cannot-read": ("{path} : lecture impossible : {problem}", "{path}: cannot be read: {problem}"),
    "cannot-write": ("{path} : écriture impossible : {problem}", "{path}: cannot be written: {problem}"),
    "no-seat": (
        "il n’y a pas de siège {seat} : les sièges vont de 0 à {last}",
        "there is no seat {seat}: the seats are 0 to {last}",
    ),
    "too-many-people": ("il n’y a que {seats} sièges", "there are only {seats} seats"),
    "seat-and-people": ("--seat ou --people, pas les deux", "--seat or --people, not both"),
    "no-ply": ("cette partie n’a que {plies} coups", "this record has only {plies} moves"),
    "or-a-place": (
        "ou un jeu à soi : paquet.module, paquet.module:NOM, ./fichier.py",
        "or one of your own: package.module, package.module:NAME, ./file.py",
    ),
    "or-say-game": ("un autre se donne par --game", "another is given with --game"),
    "no-presets": (
        "{game} n’a pas de variantes (presets) : il n’y a pas de règles avec quoi jouer",
        "{game} has no presets: there are no rules to play by",
    ),
    "other-module": (
        "un autre module s’appelle déjà {name} : {file}",
        "another module is called {name} already: {file}",
    ),
    "no-factory": ("{spec} n’est pas une fabrique de robots", "{spec} is not a factory of bots"),
    "bad-factory": (
        "{spec} ne fait pas de robot d’une graine : {problem}",
        "{spec} makes no bot from a seed: {problem}",
    ),
    "bot-of-ones-own": (
        "au siège {seat} jouait le robot {spec} ; dites --bot {spec} pour qu’il joue encore",
        "seat {seat} was played by the bot {spec}; say --bot {spec} to let it play again",
    ),
    "bot-failed": ("siège {seat}, coup {ply} : {problem}", "seat {seat}, ply {ply}: {problem}"),
    "bot-raised": ("le robot a levé {problem}", "it raised {problem}"),
    "bot-illegal": ("sa réponse n’est pas un coup permis", "its answer is not a legal move"),
    "no-part": (
        "le jeu {game} n’a pas de fonction `{part}`, et il en faut une ici",
        "the game {game} brings no `{part}`, which is needed here",
    ),
    "at-ply": ("coup {ply} : {problem}", "ply {ply}: {problem}"),
    "at-line": ("ligne {line} : {problem}", "line {line}: {problem}"),
    "at-line-ply": ("ligne {line}, coup {ply} : {problem}", "line {line}, ply {ply}: {problem}"),
    "record-illegal": ("coup interdit, {move} : {why}", "illegal move {move}: {why}"),
    "record-no-move": (
        "« {text} » n’est pas un coup ; attendu : {expected}",
        "no move: “{text}”: expected {expected}",
    ),
    "bad-file": ("{path} : {problem}", "{path}: {problem}"),
    "bad-drawing": ("« {text} » ; attendu : {expected}", "“{text}”: expected {expected}"),
    "os-missing": ("il n’y a pas de tel fichier ou dossier", "no such file or folder"),
    "os-denied": ("accès refusé", "permission denied"),
    "os-folder": ("c’est un dossier", "it is a folder"),
    "os-no-folder": ("ce n’est pas un dossier", "it is not a folder"),
    "os-full": ("il n’y a plus de place", "no space left"),
    "no-utf8": ("ce n’est pas du texte en UTF-8", "it is no text in UTF-8"),
    "file-taken": (
        "{path} existe déjà ; --force l’écrase, --resume continue la partie qu’il garde",
        "{path} exists already; --force overwrites it, --resume goes on with the game in it",
    ),
    "file-taken-save": (
        "{path} existe déjà ; « sauver! {path} » l’écrase.",
        "{path} exists already; “save! {path}” overwrites it.",
    ),
    "not-kept": (
        "La suite de la partie n’est plus gardée ! {problem}",
        "The game is not kept any more! {problem}",
    ),
    "no-module": ("module {name} : {problem}", "module {name}: {problem}"),
    "no-game-there": ("{name} n’est pas un jeu (Game)", "{name} is not a Game"),
    "other-game": ("cette partie est une partie de {game}", "this is a record of {game}"),
    "input-ended": ("plus rien à lire : la partie s’arrête ici", "no more input: the game stops here"),
    "no-live": ("ce jeu ne se joue pas en direct", "this game is not played live"),
    "no-keyboard": ("--live : il faut un terminal avec un clavier", "--live: needs a terminal with a keyboard"),
    "too-few-keys": (
        "--live : trop de personnes pour un clavier ({keys} touches)",
        "--live: too many people for one keyboard ({keys} keys)",
    ),
    "no-game": ("pas de jeu « {name} » ; il y a : {names}", "no game “{name}”; there are: {names}"),
    "no-game-but": (
        "pas de jeu « {name} » (vouliez-vous dire {nearest} ?) ; il y a : {names}",
        "no game “{name}” (did you mean {nearest}?); there are: {names}",
    ),
    "no-bot": (
        "pas de robot « {spec} » ; il y a : {known}, ou le vôtre : paquet.module:fabrique",
        "no bot “{spec}”; there are: {known}, or your own: package.module:factory",
    ),
    # list
    "list-seats": ("{count} joueurs", "{count} seats"),
    "list-one-seat": ("1 joueur", "1 seat"),
    "list-presets": ("variantes : {names}", "presets: {names}"),
    "list-bots": ("robots : {names}", "bots: {names}"),
    "no-rule-book": ("Ce jeu n’a pas de livre de règles.", "This game brings no rule book."),
    # playing
    "seat-named": ("{seat} ({name})", "{seat} ({name})"),
    "kept-in": (
        "La partie s’écrit au fur et à mesure dans {path}.",
        "The game is written to {path} as it goes on.",
    ),
    "resumed": ("La partie reprend après {plies} coups.", "The game goes on after {plies} moves."),
    "you-are": ("Vous êtes au siège {seats}. « ? » pour l’aide.", "You play seat {seats}. “?” for help."),
    "you-are-many": ("Vous êtes aux sièges {seats}. « ? » pour l’aide.", "You play seats {seats}. “?” for help."),
    "seat-bot": ("Siège {seat} : robot {name}", "Seat {seat}: bot {name}"),
    "your-turn": ("À vous, siège {seat}.", "Your turn, seat {seat}."),
    "pass": (
        "Donnez le clavier au siège {seat}, puis Entrée. ",
        "Pass the keyboard to seat {seat}, then press Enter. ",
    ),
    "prompt": ("Coup ? ", "Move? "),
    "prompt-hidden": (
        "Réponse du siège {seat} (rien ne s’affiche) ? ",
        "Answer of seat {seat} (nothing is shown)? ",
    ),
    "prompt-phrase": ("{said}… ? ", "{said}…? "),
    "done": ("(c’est tout)", "(that is all)"),
    "many-moves": (
        "{count} coups possibles : dites-le mot par mot.",
        "{count} moves are possible: say it word by word.",
    ),
    "no-move": (
        "« {text} » n’est pas un coup. Tapez « ? » pour l’aide et les coups possibles.",
        "“{text}” is no move. Type “?” for help and the possible moves.",
    ),
    "no-word": (
        "« {text} » ne peut pas venir ici. Tapez « ? » pour l’aide.",
        "“{text}” cannot come here. Type “?” for help.",
    ),
    "phrase-alone": ("{phrase} – {label}", "{phrase} – {label}"),
    "phrase-many": ("{phrase} ({count} coups, comme : {label})", "{phrase} ({count} moves, like: {label})"),
    "no-number": ("Il n’y a pas de numéro {number}.", "There is no number {number}."),
    "help-play": (
        (
            "Répondez par le numéro d’un coup ou par son texte (tabulation : complète).\n"
            "  ? ou aide       cette aide et les coups possibles\n"
            "  table           montre encore la table\n"
            "  règles          la règle du jeu\n"
            "  retour          enlève le dernier mot d’un coup dit mot par mot\n"
            "  annuler         reprend votre dernier coup, si rien de caché n’a été appris depuis\n"
            "  sauver FICHIER  garde la partie, dès maintenant et à chaque coup (le fichier dit tout, aussi\n"
            "                  ce que vous ne devez pas savoir) ; « sauver! » écrase ce qui s’y trouve\n"
            "  quitter         quitte la partie"
        ),
        (
            "Answer with a move’s number or with its text (Tab completes).\n"
            "  ?             this help and the possible moves\n"
            "  board         show the table again\n"
            "  rules         the rules of the game\n"
            "  back          take back the last word of a move said word by word\n"
            "  undo          take back your last move, if nothing hidden was learned since\n"
            "  save FILE     keep the record, now and with every move (the file tells all, also what\n"
            "                you may not know); “save!” overwrites what is there\n"
            "  quit          leave the game"
        ),
    ),
    "saved": ("Partie gardée dans {path}.", "Record kept in {path}."),
    "save-where": ("sauver : il faut un nom de fichier.", "save: needs a file name."),
    "undone": ("Coup repris.", "Taken back."),
    "no-undo": (
        "Impossible : rien à reprendre, ou quelque chose de caché a été montré, ou quelqu’un d’autre a joué.",
        "Not possible: there is nothing to take back, or something hidden was shown, or somebody else has moved.",
    ),
    "unfinished": ("Partie quittée.", "Game left."),
    "over": ("La partie est terminée.", "The game is over."),
    "winner": ("Le siège {seats} gagne.", "Seat {seats} wins."),
    "winners": ("Les sièges {seats} gagnent ensemble.", "Seats {seats} win together."),
    "scores": ("Points : {scores}", "Scores: {scores}"),
    "scores-low": ("Points (le moins gagne) : {scores}", "Scores (low is good): {scores}"),
    "score": ("siège {seat} : {score}", "seat {seat}: {score}"),
    "alone": ("La partie est finie. Résultat : {score}", "The game is finished. Result: {score}"),
    "seed-was": ("Graine : {seed}", "Seed: {seed}"),
    # live
    "live-keys": ("Les touches :", "The keys:"),
    "live-key": ("  siège {seat} : {keys}", "  seat {seat}: {keys}"),
    "live-start": ("Entrée pour commencer. ", "Press Enter to start. "),
    "live-open": (">>> À vos touches ! <<<", ">>> Call! <<<"),
    "live-heard": ("  siège {seat} : {word} !", "  seat {seat}: {word}!"),
    # records, tools
    "record-good": ("{plies} coups, tout est juste.", "{plies} moves, all is well."),
    "record-open": ("La partie n’est pas finie.", "The game is not over."),
    "moves-total": ("total {count}", "total {count}"),
    "arena-title": ("{game} : {games} parties", "{game}: {games} games"),
    "arena-void": ("sans résultat : {count}", "void: {count}"),
    "arena-columns": (
        "|parties|gagnées|partagées|perdues|forfaits|points|taux (à 95 %)|gain moyen|Elo (à 95 %)",
        "|games|won|shared|lost|forfeit|points|rate (95 %)|return|Elo (95 %)",
    ),
    "arena-forfeit": (
        "partie {game} : forfait de {name} (siège {seat}) : {problem}",
        "game {game}: {name} (seat {seat}) forfeits: {problem}",
    ),
    "checking": ("vérification", "checking"),
    "counting": ("compte", "counting"),
    "playing": ("parties", "games"),
    "checked": (
        "{game} : {held} lois tenues, {left} laissées de côté, aucune enfreinte",
        "{game}: {held} laws hold, {left} left out, 0 broken",
    ),
    "law-left-out": (
        "  laissée de côté : {law} (il manque {parts})",
        "  left out: {law} (needs {parts})",
    ),
    "law-record": ("La partie qui mène à la position :", "The record that leads to the position:"),
}


class Words:
    """The sentences of one language."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang

    def __call__(self, name: str, /, **data: object) -> str:
        """The sentence of this name with its data filled in."""
        return SENTENCES[name][self.lang is Lang.EN].format(**data)

    def places(self, path: str) -> str:
        """A place in a table of cells, as the library names it, in this language."""
        return path if self.lang is Lang.EN else path.replace("row ", "ligne ").replace("column ", "colonne ")
