// Tests the entry `urispec/engine`. Expected values are derived manually, or come from the engine of `RegExp`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { collide, expand, Language, lint, match, relation, RequestError, time, toPattern, withBudget } from "urispec/engine";
import { host, scheme } from "urispec/regex";

test("two languages have a relation, with shortest strings", () => {
  assert.deepEqual(relation(/^a*$/, "regex:^a+$"), { relation: "wider", onlyLeft: "", common: "a" });
  assert.deepEqual(relation("iam:a*", /^a/s), { relation: "equal", common: "a" });
  assert.deepEqual(relation(scheme, Language.pattern("[a-z]+", { match: "whole" })).relation, "wider");
  assert.equal(relation("template:{a,b}", /^,?$/).common, "");
});

test("languages are combined like sets", () => {
  const hosts = Language.pattern(host).intersection(Language.pattern(/example\.com$/));
  const others = hosts.without(Language.glob("*.example.com", "iam"));
  assert.equal(others.shortest(), "example.com");
  assert.ok(others.has("notexample.com") && !others.has("www.example.com"));
  assert.ok(others.intersection(Language.pattern(/^www\.example\.com$/)).isEmpty());
  const some = Language.of("iam:b").union(Language.of("iam:aa"), Language.of("iam:abc"));
  assert.deepEqual(some.members(9), ["b", "aa", "abc"]);
  assert.deepEqual(Language.pattern(/^(a|bb)?$/).sample(9).toSorted(), ["", "a", "bb"]);
});

test("a pattern loses its look-arounds", () => {
  assert.equal(toPattern(/^(?!-)[a-z-]{1,63}$/, { dialect: "re2" }), String.raw`\A[a-z][\-a-z]{0,62}\z`);
  assert.equal(new RegExp(toPattern(/^(?!a)[ab]$/), "u").test("b"), true);
  assert.equal(relation(new RegExp(Language.glob("a?b").toPattern(), "u"), "fnmatch:a?b").relation, "equal");
  assert.throws(() => toPattern(/^(?!a)[ab]{3}$/, { maxLength: 3 }), /at most 3 characters/);
});

test("a pattern is linted, with indexes of its source", () => {
  const { findings } = lint(/^😀|b$/u);
  assert.deepEqual(findings.map((one) => [one.id, one.start, one.end]), [["escaped-anchor", 0, 6]]);
  assert.deepEqual(lint(/^a$/).findings, []);
  assert.equal(lint("^[a-z]+$", { dialect: "python" }).findings[0].witness, "a\n");
});

test("the growth of the time is decided", () => {
  assert.deepEqual(time(/^a*$/), { growth: "linear" });
  const slow = time(/^(\w+\.?)+@/);
  assert.equal(slow.growth, "exponential");
  assert.equal(slow.attack(3), "aaaaa");
  assert.equal(time(/a*b/).degree, 2);
});

test("templates expand, match and collide", () => {
  // RFC 6570, 1.2 and 3.2.8.
  assert.equal(expand("{?x,y}", { x: "1024", y: "768" }), "?x=1024&y=768");
  assert.equal(expand("{?keys*}", { keys: { semi: ";", dot: "." } }), "?semi=%3B&dot=.");
  assert.equal(expand("{/list*}{x}", { list: ["red", "green"], x: undefined }), "/red/green");
  assert.throws(() => expand("{x}", { x: 1 }), /`x`/);
  assert.deepEqual(match("/users/{id}{?tab}", "/users/a%20b?tab=x"), [{ id: "a b", tab: "x" }]);
  assert.deepEqual(match("/users/:id", "/users/7", { notation: "express5" }), [{ id: "7" }]);
  assert.deepEqual(match("/users/:id", "/groups/7", { notation: "express5" }), []);
  assert.deepEqual(collide("/users/:id", "/users/me", { notation: "express5" }),
    { collide: true, uri: "/users/me", values: { id: "me" }, otherValues: {}, relation: "wider" });
  assert.equal(collide("/a", "/b").collide, false);
});

test("wrong arguments have an error", () => {
  for (const wrong of [undefined, null, 1, {}]) {
    assert.throws(() => Language.of(wrong), TypeError);
    assert.throws(() => lint(wrong), TypeError);
    assert.throws(() => expand(wrong, {}), TypeError);
  }
  assert.throws(() => relation("a", "b"), RequestError);
  assert.throws(() => Language.of("format:uuid").shortest(), /urispec\/regex/);
  assert.throws(() => relation(/(a)\1/, /a/), /back reference/);
  assert.throws(() => lint(/a/, { dialect: "python" }), TypeError);
  assert.throws(() => lint("a", { dialect: "perl" }), /unknown dialect/);
  assert.throws(() => toPattern(/^[\ud800]$/), RequestError);
  assert.throws(() => Language.pattern("\ud800"), /half of a surrogate pair/);
  assert.throws(() => expand("{", {}), RequestError);
  // The library is still usable.
  assert.equal(relation(/a/, /a/).relation, "equal");
});

/** Patterns whose meaning depends on the flags. */
const PATTERNS = [
  String.raw`^\u{61}$`, "^.$", "^a$", "^a$|b", String.raw`^[^a]$`, String.raw`\bk\b`, "^[a-z]$", String.raw`^\w\W?$`, "^(?=A)..$",
  String.raw`^\u017f$`, String.raw`^s|k$`, String.raw`^[\u{1f600}]$`, "^😀?$", String.raw`^(?<!a)b$`, "^(?:a|b\n)*$", String.raw`^\S{2}$`,
];
/** Strings beside the members: letters whose case folds in some modes, line ends, and characters above U+FFFF. */
const STRINGS = ["", "a", "A", "b", "B", "k", "K", "\u212a", "s", "S", "\u017f", "\n", "a\n", "\na", "a\nb", "\r", "\u2028", "😀", "\u{1f601}",
  "u", "u".repeat(61), "{", "aa", "Ab", " ", "é", "ß", "ẞ", "x\nk", "ab\n"];

test("each combination of flags means what it means to V8", () => {
  let compared = 0, refused = 0;
  // `d` and `g` together, since neither changes whether a match is found.
  for (let bits = 0; bits < 1 << 7; bits++) {
    const flags = ["dg", "i", "m", "s", "y", "u", "v"].filter((_, at) => (bits & (1 << at)) !== 0).join("");
    if (flags.includes("u") && flags.includes("v")) continue;
    for (const source of PATTERNS) {
      let pattern;
      try {
        pattern = new RegExp(source, flags);
      } catch {
        continue;
      }
      const holds = (text) => new RegExp(pattern).test(text);
      const language = Language.pattern(pattern);
      let strings;
      try {
        strings = [...language.members(8), ...language.sample(8)];
      } catch (error) {
        assert.ok(error instanceof RequestError, String(error));
        refused += 1;
        continue;
      }
      for (const text of strings) {
        if (typeof text !== "string") continue;
        assert.ok(holds(text), `${pattern} has ${JSON.stringify(text)}`);
        compared += 1;
      }
      for (const text of bits % 7 === 0 ? STRINGS : []) {
        assert.equal(language.has(text), holds(text), `${pattern} and ${JSON.stringify(text)}`);
        compared += 1;
      }
    }
  }
  assert.ok(compared > 8_000 && refused < 200, `${compared} strings, ${refused} patterns refused`);
});

test("a budget ends a decision, and only that one", () => {
  // Each side needs an automaton of thousands of states.
  const slow = () => relation(/^(?=.*a.{12})(?=.*b.{11})[ab]*$/, /^(?=.*b.{12})(?=.*a.{11})[ab]*$/);
  assert.throws(() => withBudget(0, slow), (error) => error instanceof RequestError && /budget/.test(error.message));
  assert.throws(() => withBudget(1e6, () => withBudget(0, slow)), RequestError);
  assert.throws(() => withBudget(0, () => withBudget(1e6, slow)), RequestError);
  assert.equal(withBudget(1e6, () => relation(/^a$/, /^a$/)).relation, "equal");
  assert.equal(slow().relation, "overlapping");
  for (const wrong of [NaN, -1, "a", "5000", undefined]) assert.throws(() => withBudget(wrong, slow), TypeError);
  assert.throws(() => withBudget(1e6, async () => slow), /synchronous/);
});

test("the first budget of a process does not pay for compiling", () => {
  // The clock does not move, except that compiling takes an hour.
  const code = `
    let now = 0;
    performance.now = () => now;
    WebAssembly.Module = class extends WebAssembly.Module {
      constructor(bytes) { super(bytes); now += 3_600_000; }
    };
    const { relation, withBudget } = await import("urispec/engine");
    console.log(withBudget(30, () => relation(/^a$/, /^b$/)).relation, now);`;
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: import.meta.dirname, encoding: "utf8" }), "disjoint 3600000\n");
});

test("languages are combined in a loop", () => {
  let all = Language.of("iam:x");
  for (let at = 0; at < 300; at++) all = all.union(`iam:${at}`);
  assert.ok(all.has("299") && all.has("x") && !all.has("300"));
  assert.deepEqual(all.without(/[0-9]/, "iam:y").members(2), ["x"]);
  assert.equal(all.intersection(/^7$/).relation(/^7$/).relation, "equal");
  assert.throws(() => all.union(1), TypeError);
});

test("messages quote their strings", () => {
  const message = (pattern, options) => lint(pattern, options).findings[0].message;
  assert.match(message("^a$", { dialect: "python" }), /matches "a\\n", because/);
  assert.match(message(/^a|b$/), /matches "[^"]+", because/);
  assert.match(message(/^(\w+\.?)+@/), /^"a+" \+ "a" \* n takes/);
});

test("half of a surrogate pair is refused, and not replaced", () => {
  const calls = [
    () => Language.pattern(/^.$/u).has("\ud800"), () => Language.of("regex:\ud800").isEmpty(), () => relation(/^\ud800$/, new RegExp("\udc00")),
    () => expand("{a}", { a: "\ud800" }), () => match("/{a}", "/\ud800"), () => lint("\ud800"), () => time(new RegExp("\ud800")),
  ];
  for (const call of calls) assert.throws(call, /half of a surrogate pair/, String(call));
});
