"use strict";
// What the pages say by themselves, in both languages; all about the games comes from the server.

const WORDS = {
  fr: {
    "lang": "English", "new-table": "Nouvelle table", "game": "Jeu", "preset": "Règles", "own-rules": "Régler en détail",
    "changed-fields": "Champs changés, en JSON", "all-fields": "Tous les champs", "rule-book": "Règle du jeu",
    "seats": "Qui joue ?", "seat": "Siège {0}", "person": "une personne", "bot": "robot {0}",
    "race": "Course", "live": "Jouer en direct : le premier appel reçu est le premier", "seconds": "Secondes par appel",
    "create": "Créer la table", "load": "Reprendre une partie enregistrée",
    "load-help": "Un fichier enregistré ici ou par « boardgames-fr » : on continue la partie, ou on revoit une partie finie.",
    "record-file": "Fichier de la partie", "links": "Les liens",
    "links-help": "Un lien par siège : qui l’a y joue. Gardez le vôtre, envoyez les autres.",
    "open": "S’asseoir", "watch": "Regarder", "spectator": "Spectateurs", "copy": "Copier", "copied": "Copié", "lobby": "Accueil",
    "board": "Plateau", "moves": "Vos coups", "again": "Recommencer", "undo": "Reprendre mon coup", "save": "Enregistrer la partie",
    "story": "Ce qui s’est passé", "close": "Fermer", "you": "Vous êtes au siège {0}", "looking": "Vous regardez",
    "lost": "Connexion perdue, nouvel essai…", "first": "Début", "back": "Coup précédent", "forth": "Coup suivant", "last": "Fin",
    "ply": "Coup", "waiting": "Rien à choisir pour l’instant.", "said": "Choisi : {0}", "no-link": "Il manque le lien de votre siège.",
  },
  en: {
    "lang": "Français", "new-table": "A new table", "game": "Game", "preset": "Rules", "own-rules": "Set details",
    "changed-fields": "Changed fields, as JSON", "all-fields": "All fields", "rule-book": "Rule book",
    "seats": "Who plays?", "seat": "Seat {0}", "person": "a person", "bot": "bot {0}",
    "race": "Race", "live": "Play live: the first call that arrives is the first", "seconds": "Seconds a call",
    "create": "Make the table", "load": "Go on with a saved game",
    "load-help": "A file saved here or by “boardgames-fr”: the game goes on, or is stepped through if it is over.",
    "record-file": "File of the game", "links": "The links",
    "links-help": "One link a seat: whoever has it plays that seat. Keep yours, send the others.",
    "open": "Sit down", "watch": "Look on", "spectator": "Spectators", "copy": "Copy", "copied": "Copied", "lobby": "Home",
    "board": "Board", "moves": "Your moves", "again": "Start again", "undo": "Take my move back", "save": "Save the game",
    "story": "What happened", "close": "Close", "you": "You are in seat {0}", "looking": "You are looking on",
    "lost": "Connection lost, trying again…", "first": "Start", "back": "Move before", "forth": "Next move", "last": "End",
    "ply": "Move", "waiting": "Nothing to choose now.", "said": "Chosen: {0}", "no-link": "The link of your seat is missing.",
  },
};

let lang = localStorage.getItem("lang") || (navigator.language.startsWith("fr") ? "fr" : "en");

function word(key, ...data) {
  return WORDS[lang][key].replace(/\{(\d)\}/g, (_, place) => data[Number(place)]).replace(/ ([:;!?»])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

function showWords() {
  document.documentElement.lang = lang;
  for (const element of document.querySelectorAll("[data-word]")) element.textContent = word(element.dataset.word);
  const other = document.getElementById("lang");
  other.textContent = word("lang");
  other.lang = lang === "fr" ? "en" : "fr";
}

function switchLanguage() {
  lang = lang === "fr" ? "en" : "fr";
  localStorage.setItem("lang", lang);
  showWords();
}

const $ = (id) => document.getElementById(id);

function make(tag, fields = {}, ...children) {
  const element = Object.assign(document.createElement(tag), fields);
  element.append(...children);
  return element;
}
