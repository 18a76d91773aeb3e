// Invalid and hostile arguments, which must not break the module that all calls share.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as urispec from "urispec";
import * as editions from "urispec/editions";
import * as regex from "urispec/regex";

const { check, compare, equal, isValid, isValidReference, normalize, parse, relativize, repair, resolve, Uri, UriError } = urispec;

test("an argument that is not a string is a TypeError", () => {
  const others = [undefined, null, 1, 1n, true, {}, [], Symbol("a"), () => {}, { href: 1 }, { toString: () => "a:b" }];
  const calls = [parse, isValid, isValidReference, check, normalize, repair, (one) => new Uri(one),
    (one) => resolve(one, "a"), (one) => resolve("a:b", one), (one) => relativize("a:b", one), (one) => equal(one, "a"),
    (one) => compare("a", one), (one) => editions.parse(one), regex.isUri];
  for (const other of others) {
    for (const call of calls) assert.throws(() => call(other), TypeError, String(call));
  }
  assert.throws(() => normalize("a:b", "no rung"), TypeError);
  assert.throws(() => normalize("a:b", "toString"), TypeError);
  assert.throws(() => parse("a:b").normalize("no rung"), TypeError);
  assert.throws(() => parse("a:b").relativize(null), TypeError);
  assert.throws(() => Uri.from({ scheme: "a", host: "h", port: 1e21 }), /whole number.* 1e\+21$/);
  // Later calls still work.
  assert.ok(isValid("a:b"));
});

test("a lone surrogate, NUL, and a byte order mark are rejected at their positions", () => {
  for (const [text, offset, id] of [["a:\uD800", 2, "not-ascii"], ["a:\uDC00b", 2, "not-ascii"], ["a:b\0c", 3, "control"],
    ["\uFEFFa:b", 0, "byte-order-mark"], ["a:\u{10FFFF}", 2, "not-ascii"], ["a:\uD83D\uDE00\uD83D", 2, "iri"]]) {
    const error = check(text);
    assert.deepEqual([error.offset, error.cause.id], [offset, id], JSON.stringify(text));
  }
  assert.equal(repair("/\uD800"), "/%EF%BF%BD");
  assert.equal(editions.parse("a:\uD800").valid, false);
});

test("a megabyte and more", () => {
  const long = `http://h/${"./".repeat(500_000)}a`;
  assert.equal(parse(long).path.length, 1_000_002);
  assert.equal(normalize(long), "http://h/a");
  assert.equal(resolve("http://h/", long), "http://h/a");
  const wrong = `${"é".repeat(1_000_000)} `;
  assert.equal(check(`a:${"b".repeat(1_000_000)} `).offset, 1_000_002);
  assert.equal(check(wrong).offset, 0);
  assert.equal(repair(`/${"é".repeat(500_000)}`).length, 1 + 500_000 * 6);
  assert.ok(regex.isUri(`http://h/${"a".repeat(1_000_000)}`));
  assert.ok(!regex.isUri(`http://h/${"a".repeat(1_000_000)} `));
  // The grown buffer is reused, and short texts are read correctly.
  assert.equal(parse("a:b").path, "b");
});

test("the memory grows while a view of it is in use", () => {
  const held = parse("http://u@h:1/p?q#f");
  for (let length = 1; length < 2 ** 22; length *= 3) {
    assert.ok(isValid(`a:${"x".repeat(length)}`));
    assert.equal(normalize(`A:${"%61".repeat(length)}`), `a:${"a".repeat(length)}`);
    assert.deepEqual([held.userinfo, held.host, held.port, held.path, held.query, held.fragment], ["u", "h", "1", "/p", "q", "f"]);
    assert.equal(resolve("http://a/b", "c".repeat(length)), `http://a/${"c".repeat(length)}`);
  }
});

test("a call within a call", () => {
  // The getter runs before anything is written.
  const sly = { get href() { return normalize("HTTP://h/"); } };
  assert.equal(resolve(sly, { get href() { assert.ok(isValid("x:y")); return "z"; } }), "http://h/z");
  const twice = { get href() { resolve("a:/b", "c"); throw new RangeError("mine"); } };
  assert.throws(() => resolve("a:/b", twice), { message: "mine" });
  assert.equal(resolve("a:/b", "c"), "a:/c");
});

test("prototypes are neither read nor changed", () => {
  const before = Object.getOwnPropertyNames(Object.prototype).length;
  const sly = JSON.parse("{\"__proto__\":{\"host\":\"evil\"},\"path\":\"/x\"}");
  assert.throws(() => parse("http://h/").with(sly), TypeError);
  assert.throws(() => parse("http://h/").with(Object.create({ host: "evil" })), TypeError);
  assert.throws(() => Uri.from(new URL("http://h/")), TypeError);
  assert.throws(() => editions.parse("a:b", { edition: "__proto__" }), editions.RequestError);
  assert.throws(() => editions.lint("a:b", { edition: "constructor" }), editions.RequestError);
  assert.equal(Object.getOwnPropertyNames(Object.prototype).length, before);
  assert.equal({}.host, undefined);
});

test("a wrong argument does not discard the instance", () => {
  const uri = parse("a:b");
  assert.ok(isValid("a:b"));
  const { Instance } = WebAssembly;
  let made = 0;
  WebAssembly.Instance = function (...given) { made += 1; return new Instance(...given); };
  try {
    for (const call of [() => uri.normalize("bad"), () => uri.relativize(null), () => uri.equals(1), () => uri.with({ path: 1 })]) {
      assert.throws(call, TypeError);
      assert.ok(isValid("a:b"));
    }
  } finally {
    WebAssembly.Instance = Instance;
  }
  assert.equal(made, 0);
});

test("the constants of the library cannot be changed", () => {
  assert.throws(() => urispec.RUNGS.reverse(), TypeError);
  assert.deepEqual([...urispec.RUNGS], ["string", "case", "percent-encoding", "path-segments", "scheme"]);
  regex.uri.compile("x");
  assert.deepEqual([regex.isUri("a:b"), regex.isUri("x")], [true, false]);
});

test("two errors and two URIs share nothing", () => {
  const [first, second] = [check("a b"), check("http://h:x/")];
  assert.equal(first.cause.id, "space");
  assert.equal(second.cause.id, "port-digits");
  const [one, other] = [parse("http://one/1"), parse("https://other:2/")];
  assert.deepEqual([one.host, one.path, one.port, other.host, other.port], ["one", "/1", undefined, "other", "2"]);
  assert.throws(() => { one.host = "x"; }, TypeError);
  assert.ok(!(first instanceof UriError && "input" in first));
});
