"use strict";
// The loop and the JSON of all adapters in Node. An adapter calls `serve` with the name of its parser, a function
// that answers one question, and one that identifies rejections; other errors end the program.
const { existsSync, writeFileSync } = require("fs");
const { delimiter, isAbsolute, join } = require("path");

exports.serve = (reader, answer, isRefusal) => {
  let first = { reader };
  const line = (text) => {
    const { input, base } = JSON.parse(text);
    let told;
    try {
      told = answer(input, base);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      told = { valid: false, error: String(error) };
    }
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

// Loads a module, or reports it as absent. Its name alone would be searched in all parent folders too, which others can
// write if this folder is temporary.
exports.library = (name) => {
  const folders = (process.env.NODE_PATH || "").split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found) return [require(found), require(join(found, "package.json")).version];
  writeFileSync(1, JSON.stringify({ absent: `no module ${name}` }) + "\n");
  process.exit(127);
};

// An undefined part is null in JSON.
exports.told = (parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part === undefined ? null : part]));
