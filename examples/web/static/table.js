"use strict";
// A seat at a table: what it sees, what it can do, what happened. The address has its link after the `#`.

const PROTOCOL = 1;
const token = location.hash.slice(1);
const pending = new Map(); // messages that were not answered yet: sent again, under the same id, after a reconnection
const lines = [];
let socket = null;
let position = null;
let said = [];
let options = [];
let wait = 500;
let count = 0;
let chosen = ""; // what the last half of a move was called
let looking = null; // the ply of a finished game that is shown, or null: the end
const page = crypto.getRandomValues(new Uint32Array(2)).join("-");

// The connection

function connect() {
  if (!/^[0-9a-f]{16}\.[0-9a-f]{32}$/.test(token)) {
    fail(word("no-link"));
    return;
  }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/ws`);
  let refused = false;
  socket.addEventListener("open", () => {
    say({ op: "hello", token, lang, format: "svg", since: lines.length }, false);
    for (const message of pending.values()) socket.send(JSON.stringify(message));
  });
  socket.addEventListener("message", (event) => {
    const frame = JSON.parse(event.data);
    wait = 500;
    if (frame.op === "error" && !position) {
      refused = true;
      fail(frame.words);
      return;
    }
    $("lost").hidden = true;
    pending.delete(frame.id);
    HEARD[frame.op]?.(frame);
  });
  socket.addEventListener("close", () => {
    document.body.dataset.connected = "no";
    if (refused) return;
    fail(word("lost"));
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  });
}

function say(fields, keep = true) {
  const message = { v: PROTOCOL, id: `${page}-${++count}`, ...fields };
  if (keep) pending.set(message.id, message);
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  return message.id;
}

function fail(words) {
  $("lost").textContent = words;
  $("lost").hidden = false;
}

const HEARD = {
  position: showPosition,
  options(frame) {
    if (frame.version !== position.version) return;
    said = frame.said;
    options = frame.options;
    $("said").firstElementChild.textContent = word("said", chosen);
    $("said").hidden = false;
    showOptions(true);
  },
  past: showPast,
  record(frame) {
    const link = make("a", { href: URL.createObjectURL(new Blob([frame.text], { type: "text/plain" })), download: frame.name });
    link.click();
    URL.revokeObjectURL(link.href);
  },
  error(frame) {
    $("problem").textContent = frame.words;
    if (position.yours) startAgain();
  },
};

// What is shown

function showPosition(frame) {
  const isNew = !position || frame.version !== position.version || frame.lang !== position.lang;
  position = frame;
  document.body.dataset.connected = "yes";
  document.body.dataset.version = frame.version;
  document.body.dataset.yours = frame.yours;
  document.body.dataset.over = frame.over;
  lines.length = frame.since;
  for (const line of frame.log) lines.push(line);
  $("title").textContent = frame.title;
  document.title = `${frame.yours ? "● " : ""}${frame.title}`;
  $("who").textContent = frame.seat === null ? word("looking") : word("you", frame.seat);
  $("who").dataset.seat = frame.seat;
  $("status").textContent = frame.status;
  $("now").className = frame.yours ? "yours" : frame.over ? "over" : "";
  if (isNew) $("problem").textContent = "";
  showStory(frame);
  if (looking === null || !frame.over) show(frame);
  $("undo").hidden = !frame.undo;
  $("save").hidden = !frame.can_save;
  $("moves").hidden = frame.seat === null && !frame.can_save;
  $("past").hidden = !frame.over;
  if (frame.over && looking === null) {
    $("ply").max = $("ply").value = lines.length;
    namePlies();
  }
  startAgain();
}

function show(frame) {
  const within = $("picture").contains(document.activeElement);
  $("picture").innerHTML = frame.picture;
  document.body.classList.toggle("wide", frame.columns > 50);
  $("picture").style.setProperty("--columns", frame.columns);
  if (within) $("status").focus({ preventScroll: true });
  showPlace();
}

function showPlace() {
  // A house wider than the screen: what happened last, or where one can act, is to be seen.
  const board = $("board");
  const place = board.querySelector(".marked") || board.querySelector(".can");
  if (!place || board.scrollWidth <= board.clientWidth) return;
  const { left, width } = place.getBoundingClientRect();
  board.scrollLeft += left + width / 2 - board.getBoundingClientRect().left - board.clientWidth / 2;
}

function storyLine(line) {
  return make("li", { textContent: line.words, className: line.undo ? "undone" : "" });
}

function showStory(frame) {
  const news = lines.slice(-Math.min(Math.max(frame.log.length, 1), 4));
  $("recent").replaceChildren(...news.map(storyLine));
  const log = $("log");
  if (frame.since === 0) log.replaceChildren();
  while (log.children.length > frame.since) log.lastElementChild.remove();
  log.append(...frame.log.map(storyLine));
  log.scrollTop = log.scrollHeight;
}

function startAgain() {
  said = [];
  options = position.options;
  $("said").hidden = true;
  showOptions(false);
}

function showOptions(follow) {
  const place = $("options");
  const within = follow || place.contains(document.activeElement) || document.activeElement === $("status");
  place.replaceChildren();
  if (looking !== null) options = [];
  for (const option of options) {
    const button = make("button", { type: "button", textContent: option.words });
    button.dataset.option = option.phrase;
    button.addEventListener("click", () => choose(option));
    place.append(button);
  }
  if (!options.length) place.append(make("p", { textContent: position.over ? position.status : word("waiting"), className: "muted" }));
  const byPhrase = new Map(options.map((option) => [option.phrase, option]));
  for (const shape of $("picture").querySelectorAll("[data-phrase]")) {
    const option = byPhrase.get(shape.dataset.phrase);
    shape.classList.toggle("can", Boolean(option));
    if (option) {
      shape.setAttribute("tabindex", "0");
      shape.setAttribute("role", "button");
      shape.removeAttribute("aria-hidden");
      shape.onclick = () => choose(option);
      shape.onkeydown = (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          choose(option);
        }
      };
    } else {
      shape.removeAttribute("tabindex");
      shape.removeAttribute("role");
      shape.removeAttribute("aria-label");
      shape.setAttribute("aria-hidden", "true");
      shape.onclick = shape.onkeydown = null;
    }
  }
  document.body.dataset.state = `${position.version} ${position.yours} ${said.join(" ")}`;
  if (within) (place.querySelector("button") || $("moves-title")).focus({ preventScroll: true });
}

function choose(option) {
  $("problem").textContent = "";
  if (option.move !== null) {
    options = [];
    const within = $("options").contains(document.activeElement);
    for (const button of $("options").querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
    if (within) document.activeElement.dataset.chosen = "yes";
    say({ op: "move", version: position.version, text: option.move });
  } else {
    chosen = option.words;
    say({ op: "say", version: position.version, said: [...said, option.phrase] });
  }
}

// A finished game, step by step

function look(ply) {
  const most = Number($("ply").max);
  say({ op: "look", ply: Math.max(0, Math.min(most, ply)) });
}

function showPast(frame) {
  $("ply").max = frame.plies;
  $("ply").value = frame.ply;
  looking = frame.ply === frame.plies ? null : frame.ply;
  $("past-words").textContent = `${frame.ply} / ${frame.plies} · ${frame.words}`;
  document.body.dataset.ply = frame.ply;
  show(frame);
  showOptions(false);
  namePlies();
}

function namePlies() {
  for (const id of ["first", "back", "forth", "last", "ply"]) $(id).setAttribute("aria-label", word(id));
}

// Start

showWords();
$("lang").addEventListener("click", () => {
  switchLanguage();
  if (position) say({ op: "lang", lang });
  if (looking !== null) look(looking);
});
$("again").addEventListener("click", () => {
  startAgain();
  ($("options").querySelector("button") || $("moves-title")).focus();
});
$("undo").addEventListener("click", () => say({ op: "undo", version: position.version }));
$("save").addEventListener("click", () => say({ op: "record" }));
$("first").addEventListener("click", () => look(0));
$("back").addEventListener("click", () => look(Number($("ply").value) - 1));
$("forth").addEventListener("click", () => look(Number($("ply").value) + 1));
$("last").addEventListener("click", () => look(Number($("ply").max)));
$("ply").addEventListener("change", () => look(Number($("ply").value)));
$("book-open").addEventListener("click", async () => {
  if (!position) return;
  $("book-text").textContent = await (await fetch(`/api/rulebook/${position.game}/${lang}`)).text();
  $("book").showModal();
});
$("book-close").addEventListener("click", () => $("book").close());
addEventListener("hashchange", () => location.reload());
connect();
