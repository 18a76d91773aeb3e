"use strict";
// The class `URL` of Chromium, which answers in an empty page, without a window. The argument is the program, which is
// asked by its DevTools protocol.
const { spawn } = require("child_process");
const { readFileSync, writeFileSync } = require("fs");
const whatwg = require("./whatwg.js");

// A function in the page that answers many questions, as JSON.
const page = `(lines) => JSON.stringify(JSON.parse(lines).map((line) => {
  const answer = ${whatwg.answer};
  const checked = (input, base) => {
    try {
      return answer(URL, input, base);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      return { valid: false, error: String(error) };
    }
  };
  const { input, base, strings, rounds } = JSON.parse(line);
  if (!strings) return checked(input, base);
  let seconds = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    for (const text of strings) checked(text, base);
    seconds = Math.min(seconds, (performance.now() - begin) / 1000);
  }
  return { seconds, strings: strings.length };
}))`;

const options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--remote-debugging-pipe"];
const child = spawn(process.argv[2], options, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
child.on("exit", () => process.exit(1));

// Sends a command, and returns the promise of its result. Messages end at NUL.
const pending = [];
const send = (method, params = {}, session = {}) => new Promise((resolve, reject) => {
  pending.push({ resolve, reject });
  child.stdio[3].write(JSON.stringify({ id: pending.length, method, params, ...session }) + "\0");
});
let received = "";
child.stdio[4].setEncoding("utf8").on("data", (chunk) => {
  const messages = (received + chunk).split("\0");
  received = messages.pop();
  for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
    if (id) error ? pending[id - 1].reject(error) : pending[id - 1].resolve(result);
  }
});

(async () => {
  const { product } = await send("Browser.getVersion");
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const session = await send("Target.attachToTarget", { targetId, flatten: true });
  let first = { reader: `Chromium ${product.split("/")[1]} URL` };
  // A question of the protocol, or of speed with the strings instead of the file.
  const withStrings = (line) => {
    const question = JSON.parse(line);
    if (!question.time) return line;
    const text = readFileSync(question.time, "utf8");
    return JSON.stringify({ ...question, strings: text.replace(/\n$/, "").split("\n") });
  };
  const answerAll = async (lines) => {
    const expression = `(${page})(${JSON.stringify(JSON.stringify(lines.map(withStrings)))})`;
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression }, session);
    if (exceptionDetails) throw exceptionDetails;
    const answers = JSON.parse(result.value);
    writeFileSync(1, answers.map((answer, at) => JSON.stringify(at ? answer : { ...answer, ...first }) + "\n").join(""));
    first = {};
  };
  let rest = "";
  process.stdin.setEncoding("utf8");
  for await (const chunk of process.stdin) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    if (lines.length) await answerAll(lines);
  }
  process.exit(0);
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
