// Every function that decides validity agrees with the automaton of the edition on the strings of
// tests/verdicts.tsv, which also test the columns and the packages for C and Python.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as core from "urispec";
import * as editions from "urispec/editions";
import * as regex from "urispec/regex";

const table = readFileSync(new URL("../../../tests/verdicts.tsv", import.meta.url), "utf8");
const lines = table.trimEnd().split("\n").map((line) => line.split("\t"));

/** Returns whether a call does not throw an error about its string. */
function succeeds(call) {
  try {
    call();
    return true;
  } catch (error) {
    if (!(error instanceof core.UriError)) throw error;
    return false;
  }
}

test("the core", () => {
  const own = lines.filter(([edition]) => edition === "rfc3986");
  assert.ok(own.length > 50);
  for (const [, verdict, text] of own) {
    const judged = {
      isValidReference: core.isValidReference(text),
      parseReference: succeeds(() => core.parseReference(text)),
      normalize: succeeds(() => core.normalize(text)),
      isUriReference: regex.isUriReference(text),
    };
    for (const [who, valid] of Object.entries(judged)) assert.equal(valid, verdict === "valid", `${who} ${JSON.stringify(text)}`);
  }
});

test("every edition", () => {
  assert.ok(lines.length > 1000);
  for (const [edition, verdict, text] of lines) {
    const judged = {
      parse: editions.parse(text, { edition }).valid,
      normalize: editions.normalize(text, { edition }).valid,
      compare: editions.compare(text, text, { edition }).valid,
      lint: editions.lint(text, { edition }).valid,
    };
    for (const [who, valid] of Object.entries(judged)) assert.equal(valid, verdict === "valid", `${who} ${edition} ${JSON.stringify(text)}`);
  }
});
