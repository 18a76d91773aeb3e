"use strict";
// The loop and the JSON of all adapters in Node. An adapter calls `serve` with the name of its parser, a function
// that answers one question, and one that identifies rejections; other errors end the program.
const { existsSync, readFileSync, writeFileSync } = require("fs");
const { delimiter, isAbsolute, join } = require("path");

exports.serve = (reader, answer, isRefusal) => {
  let first = { reader };
  const checked = (input, base) => {
    try {
      return answer(input, base);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { valid: false, error: String(error) };
    }
  };
  const line = (text) => {
    const { input, base, time, rounds } = JSON.parse(text);
    const told = time === undefined ? checked(input, base) : timed(checked, time, rounds, base);
    // Synchronously: `process.stdout` would buffer a long answer, and lose it if the next string ends the program.
    writeFileSync(1, JSON.stringify({ ...told, ...first }) + "\n");
    first = {};
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    lines.forEach(line);
  }).on("end", () => rest && line(rest));
};

// Answers the strings of a file `rounds` times, and reports the seconds of the fastest round.
const timed = (answer, file, rounds, base) => {
  const strings = readFileSync(file, "utf8").replace(/\n$/, "").split("\n");
  // A parser that does not resolve has no answer to any base.
  if (base !== undefined && answer("", base).valid === null) return { seconds: null, strings: strings.length };
  let seconds = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    for (const text of strings) answer(text, base);
    seconds = Math.min(seconds, (performance.now() - begin) / 1000);
  }
  return { seconds, strings: strings.length };
};

// Reports that the parser is not installed, and exits.
exports.absent = (why) => {
  writeFileSync(1, JSON.stringify({ absent: why }) + "\n");
  process.exit(127);
};

// The folder of an installed module. Its name alone would be searched in all parent folders too, which others can write
// if this folder is temporary.
exports.folder = (name) => {
  const folders = (process.env.NODE_PATH || "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
};

// Loads a module and its version, or reports it as absent.
exports.library = (name, file = "") => {
  const found = exports.folder(name) || exports.absent(`no module ${name}`);
  return [require(join(found, file)), require(join(found, "package.json")).version];
};

// An undefined part is null in JSON.
exports.told = (parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part === undefined ? null : part]));
