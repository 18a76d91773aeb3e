// A stack overflow in the middle of a call, as when ajv follows an infinite schema. The module is then left in an
// inconsistent state, and the next call must not use it.
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

test("a call after an interrupted one", () => {
  for (const [call, wanted] of CALLS) {
    // A frame of varying size first, so that the stack overflows at different points.
    for (const size of [0, 1, 2, 7]) {
      const deeper = () => { call(); deeper(); };
      const begin = new Function("deeper", `const v = [${Array(size).fill("1")}]; deeper(); return v;`);
      assert.throws(() => begin(deeper));
      assert.equal(call(), wanted, String(call));
    }
  }
});
