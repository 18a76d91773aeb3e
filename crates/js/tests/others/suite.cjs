// Runs the test suite of the fast-uri package on another implementation, and collects each assertion.
//
// Each assertion has its file, its test, its message, and the found and expected values. The suite calls
// `require('..')` and `require('tape')`; this file intercepts both.
"use strict";

const { deepStrictEqual } = require("node:assert");
const Module = require("node:module");
const { dirname, join } = require("node:path");
const { readdirSync } = require("node:fs");

const folder = join(dirname(require.resolve("fast-uri/package.json")), "test");

/** Returns whether two values are deeply equal, ignoring prototypes. */
function same(a, b) {
  try {
    deepStrictEqual(structuredClone(a), structuredClone(b));
    return true;
  } catch {
    return false;
  }
}

/** Returns the assertions of a file. */
function run(file, implementation) {
  const assertions = [];
  const tape = (name, body) => {
    const note = (holds, found, wanted, message) =>
      assertions.push({ file, test: name, at: assertions.length, message: String(message ?? ""), holds, found, wanted });
    const t = {
      plan() {}, end() {}, skip() {}, comment() {}, pass() {},
      equal: (a, b, message) => note(Object.is(a, b), a, b, message),
      notEqual: (a, b, message) => note(!Object.is(a, b), a, `not ${b}`, message),
      ok: (a, message) => note(!!a, a, true, message),
      notOk: (a, message) => note(!a, a, false, message),
      fail: (message) => note(false, "reached", "not reached", message),
      deepEqual: (a, b, message) => note(same(a, b), a, b, message),
      notSame: (a, b, message) => note(!same(a, b), a, b, message),
      match: (a, pattern, message) => note(pattern.test(a), a, String(pattern), message),
      throws(body, wanted, message) {
        try {
          const found = body();
          note(false, found ?? "nothing thrown", "an error", typeof wanted === "string" ? wanted : message);
        } catch (error) {
          note(true, error.message, String(wanted), message);
        }
      },
      doesNotThrow(body, message) {
        try {
          body();
          note(true, undefined, undefined, message);
        } catch (error) {
          note(false, error.message, "no error", message);
        }
      },
    };
    t.same = t.deepEqual;
    t.strictEqual = t.equal;
    t.test = tape;
    // A skipped test has options instead of a function, or nothing.
    if (typeof body !== "function") return;
    try {
      body(t);
    } catch (error) {
      note(false, `${error.name}: ${error.message}`, "no error", "the test ended early");
    }
  };
  tape.test = tape;
  const module = new Module(join(folder, file));
  module.filename = join(folder, file);
  module.paths = Module._nodeModulePaths(folder);
  const load = module.require.bind(module);
  module.require = (name) =>
    name === "tape" ? tape : name === ".." || name === "../" ? implementation : load(name);
  module._compile(require("node:fs").readFileSync(module.filename, "utf8"), module.filename);
  return assertions;
}

exports.files = readdirSync(folder).filter((name) => name.endsWith(".test.js") && name !== "util.test.js");
exports.run = run;
