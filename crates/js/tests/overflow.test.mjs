// A stack that overflows in the middle of a call, as where ajv follows a schema that never ends. The module is left in
// the middle then, and the next call must not ask it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compare, normalize, parse, relativize, resolve } from "urispec";

const CALLS = [
  [() => resolve("http://a/b/c/d;p?q", "../g", { guardPath: true }), "http://a/b/g"],
  [() => relativize("http://a/b/c/d;p?q", "http://a/b/g"), "../g"],
  [() => parse("http://u@h:1/p").with({ port: 2 }).href, "http://u@h:2/p"],
  [() => compare("a:b/%7e", "A:b/~"), "percent-encoding"],
  [() => normalize("HTTP://a/%7e/../b", "scheme"), "http://a/b"],
];

test("a call after one that ended in the middle", () => {
  for (const [call, wanted] of CALLS) {
    // A frame of some size first, so that the stack is full now here and now there.
    for (const size of [0, 1, 2, 7]) {
      const deeper = () => { call(); deeper(); };
      const begin = new Function("deeper", `const v = [${Array(size).fill("1")}]; deeper(); return v;`);
      assert.throws(() => begin(deeper));
      assert.equal(call(), wanted, String(call));
    }
  }
});
