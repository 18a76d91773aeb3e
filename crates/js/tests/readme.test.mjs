// Runs each example of README.md, and checks that each line with a trailing comment has the value in the
// comment.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code);

test("the README's examples show their values", async () => {
  let held = 0;
  for (const [at, code] of examples.entries()) {
    const names = [...code.matchAll(/^import \{ (.*) \} from "(.*)";$/gm)];
    const given = {};
    for (const [, list, entry] of names) {
      const module = await import(entry);
      for (const name of list.split(", ")) given[name] = module[name];
    }
    const lines = code.replaceAll(/^import .*\n/gm, "").split("\n").map((line) => {
      const [, expression, value] = /^(?!const )(.*?);\s*\/\/ (.*)$/.exec(line) ?? [];
      return expression === undefined ? line : `same(${expression}, ${value}, ${JSON.stringify(line)});`;
    });
    const same = (found, wanted, line) => {
      held += 1;
      assert.deepEqual(found, wanted, `example ${at + 1}: ${line}`);
    };
    new Function("same", ...Object.keys(given), lines.join("\n"))(same, ...Object.values(given));
  }
  assert.ok(held >= 20, `${held} lines were checked`);
});
