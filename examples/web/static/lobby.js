"use strict";
// Choosing a game, its rules and who plays; then a link for each seat.

let games = [];
let seats = 0;
let asked = 0;

const chosen = () => games.find((game) => game.name === $("game").value);

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  const value = await answer.json();
  if (!answer.ok) throw new Error(value.error);
  return value;
}

function changedFields() {
  const text = $("rules").value.trim();
  return text ? JSON.parse(text) : {};
}

async function showRules() {
  const turn = ++asked;
  $("problem").textContent = "";
  try {
    const found = await post("/api/rules", { game: $("game").value, preset: $("preset").value, rules: changedFields() });
    if (turn !== asked) return;
    $("fields").textContent = JSON.stringify(found.rules, null, 1);
    showChairs(found.seats);
  } catch (error) {
    if (turn === asked) $("problem").textContent = error.message;
  }
}

function showChairs(count) {
  const place = $("chairs").lastElementChild;
  const before = [...place.querySelectorAll("select")].map((select) => select.value);
  seats = count;
  place.replaceChildren();
  for (let seat = 0; seat < count; seat++) {
    const select = make("select", { id: `chair-${seat}` });
    select.append(make("option", { value: "", textContent: word("person") }));
    for (const bot of chosen().bots) {
      const value = bot.replace(":N", ":200");
      select.append(make("option", { value, textContent: word("bot", value) }));
    }
    const usual = chosen().bots.includes("medium") ? "medium" : "random";
    const kept = before[seat];
    select.value = kept !== undefined && [...select.options].some((option) => option.value === kept) ? kept : seat === 0 ? "" : usual;
    place.append(make("label", {}, make("span", { textContent: word("seat", seat) }), select));
  }
}

async function showGame() {
  const game = chosen();
  $("preset").replaceChildren(...Object.keys(game.presets).map((name) => make("option", { value: name, textContent: name })));
  $("rules").value = "";
  $("race").hidden = !game.live;
  $("chairs").lastElementChild.replaceChildren();
  await Promise.all([showRules(), showBook()]);
}

async function showBook() {
  const answer = await fetch(`/api/rulebook/${$("game").value}/${lang}`);
  $("book").textContent = await answer.text();
}

function linkLine(title, address, action) {
  const url = `${location.origin}/table#${address}`;
  const copy = make("button", { type: "button", className: "quiet", textContent: word("copy") });
  copy.setAttribute("aria-label", `${word("copy")}: ${title}`);
  const field = make("input", { value: url, readOnly: true });
  field.setAttribute("aria-label", title);
  copy.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      document.execCommand("copy"); // pages that are not served safely have no clipboard
    }
    copy.textContent = word("copied");
  });
  const open = make("a", { href: url, target: "_blank", className: "button", textContent: action });
  open.setAttribute("aria-label", `${action}: ${title}`);
  return make("li", {}, make("b", { textContent: title }), open, field, copy);
}

function showLinks(made) {
  $("list").replaceChildren();
  made.seats.forEach(({ bot, link }, seat) => {
    $("list").append(link
      ? linkLine(word("seat", seat), link, word("open"))
      : make("li", {}, make("b", { textContent: word("seat", seat) }), make("span", { textContent: word("bot", bot) })));
  });
  $("list").append(linkLine(word("spectator"), made.watch, word("watch")));
  $("links").hidden = false;
  $("links-title").focus();
}

async function create(event) {
  event.preventDefault();
  $("problem").textContent = "";
  try {
    const chairs = [...Array(seats).keys()].map((seat) => $(`chair-${seat}`).value || null);
    const live = chosen().live && $("live").checked ? Math.round(Number($("seconds").value) * 10) : null;
    showLinks(await post("/api/tables", {
      game: $("game").value, preset: $("preset").value, rules: changedFields(), chairs, live,
    }));
  } catch (error) {
    $("problem").textContent = error.message;
  }
}

async function load() {
  const file = $("record").files[0];
  $("load-problem").textContent = "";
  if (!file) return;
  try {
    showLinks(await post("/api/tables", { record: await file.text() }));
  } catch (error) {
    $("load-problem").textContent = error.message;
  }
}

async function start() {
  showWords();
  games = await (await fetch("/api/games")).json();
  $("game").replaceChildren(...games.map((game) => make("option", { value: game.name, textContent: game.title })));
  $("game").addEventListener("change", showGame);
  $("preset").addEventListener("change", showRules);
  $("rules").addEventListener("change", showRules);
  $("make").addEventListener("submit", create);
  $("record").addEventListener("change", load);
  $("lang").addEventListener("click", () => {
    switchLanguage();
    showChairs(seats);
    showBook();
  });
  await showGame();
  document.body.dataset.ready = "yes";
}

start();
