// Runs the suite of fast-uri on the entry `urispec/fast-uri`. Each assertion holds, or belongs to a kind in
// differences.mjs, with the count given there; each kind has an example in docs/fast-uri.md.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import fastUri from "fast-uri";
import { resolve } from "urispec";
import * as named from "urispec/fast-uri";
import { DIFFERENCES } from "./others/differences.mjs";

const require = createRequire(import.meta.url);
const { files, run } = require("./others/suite.cjs");
const ours = named.default;
const page = readFileSync(new URL("../docs/fast-uri.md", import.meta.url), "utf8");
// The suite tests which schemes are known. `SCHEMES` itself, which any code can change, is not supported.
const SCHEMES = { http: true, https: true, ws: true, wss: true, urn: true, "urn:uuid": true, mailto: true };

test("the suite of fast-uri holds for fast-uri here", () => {
  for (const file of files) assert.deepEqual(run(file, fastUri).filter(({ holds }) => !holds), [], file);
});

test("the suite of fast-uri holds, except for the listed differences", () => {
  const counts = new Map(DIFFERENCES.map(({ id }) => [id, 0]));
  let total = 0;
  const unknown = [];
  for (const file of files) {
    for (const assertion of run(file, { ...ours, SCHEMES })) {
      total += 1;
      if (assertion.holds) continue;
      const kind = DIFFERENCES.find(({ is }) => is(assertion));
      if (kind === undefined) unknown.push(assertion);
      else counts.set(kind.id, counts.get(kind.id) + 1);
    }
  }
  assert.deepEqual(unknown, []);
  const held = total - [...counts.values()].reduce((sum, count) => sum + count);
  assert.ok(page.includes(`${total} assertions`) && page.includes(`${held} hold`), `${total} assertions, ${held} hold`);
  assert.deepEqual(Object.fromEntries(counts), Object.fromEntries(DIFFERENCES.map(({ id, count }) => [id, count])));
});

test("an example of each difference, in both libraries and in the docs", () => {
  for (const { id, count, sentence, example: [name, given, here, there] } of DIFFERENCES) {
    for (const [implementation, wanted] of [[ours, here], [fastUri, there]]) {
      const answer = () => implementation[name](...given);
      if (wanted === Error) assert.throws(answer, Error, id);
      else if (typeof wanted === "object") assert.deepEqual({ ...answer(), ...wanted }, { ...answer() }, id);
      else assert.equal(answer(), wanted, id);
    }
    const shown = [sentence, `${name}(${given.map((one) => JSON.stringify(one)).join(", ")})`, `Assertions: ${count}.`];
    for (const one of shown) assert.ok(page.includes(one), `docs/fast-uri.md does not contain: ${one}`);
  }
});

// RFC 3986, 5.4.1, and derived manually.
test("the results of the drop-in", () => {
  assert.deepEqual({ ...ours.parse("uri://user:pass@example.com:123/one/two.three?q1=a1&q2=a2#body") }, {
    scheme: "uri", userinfo: "user:pass", host: "example.com", port: 123, path: "/one/two.three", query: "q1=a1&q2=a2",
    fragment: "body", reference: "uri",
  });
  assert.equal(ours.resolve("http://a/b/c/d;p?q", "../g"), "http://a/b/g");
  assert.deepEqual(["", "#a", "b", "./b:c", "../b"].map((one) => ours.resolve("", one)), ["", "#a", "b", "./b:c", "../b"]);
  assert.deepEqual(["", "#a", "b", "../b", "/b", "//h", "?q"].map((one) => ours.resolve("x/y?z", one)),
    ["x/y?z", "x/y?z#a", "x/b", "b", "/b", "//h", "x/y?q"]);
  assert.equal(ours.serialize(ours.parse("HTTP://h:80")), "http://h/");
  assert.equal(ours.equal("http://h", "HTTP://h:80/"), true);
  assert.equal(ours.equal("http://h:x/", "http://h:x/"), false);
  assert.throws(() => ours.parse(undefined), TypeError);
  // A port of any length is preserved, and a "%" that does not begin a triplet is refused anywhere.
  assert.equal(ours.serialize(ours.parse("http://h:100000000000000000000000/")), "http://h:100000000000000000000000/");
  for (const text of ["/a%", "/a?b[]=50%", "//[::1%", "#%zz"]) assert.match(ours.parse(text).error, /^"%" must be followed by/);
  assert.equal(ours.parse("/a?b[]=c|d").query, "b%5B%5D=c%7Cd");
  assert.equal(named.parse, ours.parse);
  assert.equal(require("urispec/fast-uri").parse("a:b").path, "b");
});

// An empty reference means the base itself (4.4). Derived manually from 5.2.4: resolving the relative target gives the
// same resource.
test("a relative target without dot segments is neither empty nor absolute", () => {
  for (const [base, reference, wanted] of [["y/z", "..", "./"], ["a", ".", "./"], ["a", "./", "./"], ["a?q", ".", "./"],
    ["", ".", "./"], ["a", ".#f", "./#f"], ["x/y", "..//c", ".//c"], ["x/y", "../..", ".."], ["x/y", "", "x/y"]]) {
    const found = ours.resolve(base, reference);
    assert.equal(found, wanted, `${base} and ${reference}`);
    const from = ours.resolve("http://h/p/q", base);
    assert.equal(ours.resolve("http://h/p/q", found), ours.resolve(from, reference));
  }
  for (const path of [".", "./", "a/..", "a/b/../.."]) assert.equal(ours.serialize({ path }), "./", path);
  assert.deepEqual(["", "a/..//b", "..", "a//.."].map((path) => ours.serialize({ path })), ["", ".//b", "..", "a/"]);
});

// Derived manually from 5.2.4, and 3.3: without an authority, no path begins with "//".
test("components are serialized without dot segments", () => {
  for (const [text, wanted] of [["foo:a/../b", "foo:/b"], ["foo:a/..", "foo:/"], ["foo:a/..//a", "foo:/.//a"],
    ["foo:a/..//", "foo:/.//"], ["foo:../a", "foo:a"], ["foo:.", "foo:"], ["foo:a/./b/../c/.", "foo:a/c/"],
    ["foo:/a/b/c/./../../g", "foo:/a/g"], ["foo:mid/content=5/../6", "foo:mid/6"], ["http://h/a/../../b/..", "http://h/"]]) {
    assert.equal(ours.serialize(ours.parse(text)), wanted, text);
    assert.equal(ours.normalize(text), wanted, text);
    assert.ok(ours.equal(ours.parse(text), ours.parse(wanted)), text);
  }
});

// 3.2.2: a name contains no delimiter. 6.1: a string is equivalent to itself.
test("hosts from a caller, and URNs that break the rule of their namespace", () => {
  assert.equal(ours.serialize({ host: "a/b@c" }), "//a%2Fb%40c");
  assert.equal(ours.serialize({ host: "[evil" }), "//%5Bevil");
  assert.throws(() => ours.serialize(ours.parse("http://h:x")), TypeError);
  for (const text of ["urn:uuid:deadbeef", "urn:uuid:not-a-uuid"]) {
    assert.ok(ours.equal(text, text), text);
    assert.equal(ours.normalize(text), text);
    assert.ok(ours.parse(text).error);
  }
  assert.equal(ours.equal("urn:uuid:deadbeef", "urn:uuid:deadbeee"), false);
  assert.equal(ours.equal("urn:a", "urn:a"), false);
  for (const [a, b] of [["foo://h", "foo://h/"], ["file:/a", "file://localhost/a"], ["coap://h:5683/", "coap://h/"]]) {
    assert.ok(ours.equal(a, b), a);
  }
});

// RFC 8141, 2: "urn:" is followed by a namespace identifier and ":".
test("a URN keeps its dots", () => {
  // By the letter of 5.2.2 and 5.2.4, it does not.
  assert.equal(resolve("http://h/", "urn:example:a/../b"), "urn:/b");
  for (const text of ["urn:example:a/../b", "urn:example:.."]) {
    for (const base of ["", "a/b", "http://h/a", "urn:example:c"]) assert.equal(ours.resolve(base, text), text);
    assert.equal(ours.resolve(text, "#f"), `${text}#f`);
    assert.equal(ours.normalize(text), text);
  }
});

test("an object whose components are inherited has them", async () => {
  const { parse } = await import("urispec");
  class Parts { get scheme() { return "http"; } get host() { return "a"; } get path() { return "/x"; } }
  assert.equal(ours.equal(parse("http://a/"), parse("http://b/")), false);
  assert.equal(ours.equal(new URL("http://a/"), new URL("http://b/")), false);
  assert.equal(ours.equal(parse("http://a:80/"), new URL("http://a/")), true);
  for (const one of [parse("http://a/x"), new URL("http://a/x"), new Parts()]) assert.equal(ours.serialize(one), "http://a/x");
});
