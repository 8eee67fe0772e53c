// Reads and writes the text form of a game's record (format 1, see docs/howto/records.md), without any library.
//
//   node read_record.js FILE      prints the record as JSON
//
// The moves are texts: what they mean is the game's affair.

"use strict";

const MAGIC = "boardgames-fr";
const FORMAT = 1;
const OWN = ["game", "rules-version", "rules"];

const trim = (text) => text.replace(/^[ \t]+|[ \t]+$/g, "");

/** The record in `text`: {game, rulesVersion, rules, headers, moves, digests}. Throws an Error that names the line. */
function readRecord(text) {
  const lines = text.replace(/^\uFEFF/, "").split("\n").map((line) => line.replace(/\r$/, ""));
  lines.pop(); // what stands after the last line end has not been written to its end
  const fault = (index, problem) => new Error(`line ${index + 1}: ${problem}`);
  if (lines.length === 0 || lines[0].trimEnd() !== `${MAGIC} ${FORMAT}`) {
    throw fault(0, `expected \`${MAGIC} ${FORMAT}\``);
  }

  const own = {};
  const headers = [];
  let index = 1;
  for (; index < lines.length && lines[index].trim() !== ""; index++) {
    const line = lines[index];
    if (line.startsWith("#")) continue;
    const colon = line.indexOf(":");
    if (colon < 0) throw fault(index, "expected `name: value`");
    const name = trim(line.slice(0, colon));
    const value = trim(line.slice(colon + 1));
    if (!OWN.includes(name)) headers.push([name, value]);
    else if (name in own) throw fault(index, `a second ${name}`);
    else own[name] = value;
  }
  for (const name of OWN) {
    if (!(name in own)) throw fault(0, `the header ${name} is missing`);
  }

  const moves = [];
  const digests = [];
  for (index++; index < lines.length; index++) {
    const line = trim(lines[index].replace(/(^|\s)#.*/, ""));
    if (line === "") continue;
    if (!line.startsWith("=")) {
      moves.push(line);
      continue;
    }
    const digest = /^= (\d+) (\d+) ([0-9a-f]{64})$/.exec(line);
    if (digest === null || Number(digest[1]) !== moves.length) throw fault(index, "a digest of another ply");
    digests.push([Number(digest[1]), Number(digest[2]), digest[3]]);
  }
  return { game: own.game, rulesVersion: Number(own["rules-version"]), rules: JSON.parse(own.rules), headers, moves, digests };
}

/** The text of a record like those that `readRecord` returns. */
function writeRecord({ game, rulesVersion, rules, headers, moves, digests }) {
  const lines = [`${MAGIC} ${FORMAT}`, `game: ${game}`, `rules-version: ${rulesVersion}`, `rules: ${JSON.stringify(rules)}`];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`.trimEnd());
  lines.push("");
  for (let ply = 0; ply <= moves.length; ply++) {
    if (ply > 0) lines.push(moves[ply - 1]);
    for (const [at, format, sha] of digests) if (at === ply) lines.push(`= ${at} ${format} ${sha}`);
  }
  return lines.join("\n") + "\n";
}

module.exports = { readRecord, writeRecord };

if (require.main === module) {
  const fs = require("node:fs");
  const [file, again] = process.argv.slice(2);
  const record = readRecord(fs.readFileSync(file, "utf8"));
  process.stdout.write(again === "--again" ? writeRecord(record) : JSON.stringify(record) + "\n");
}
