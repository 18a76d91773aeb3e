// The modules that need no browser: bytes, visible characters, shell quoting, drawing, spans, addresses.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { source } from "./page.mjs";

test("bytes are UTF-8 bytes", async () => {
  const { Bytes } = await source("bytes.ts");
  for (const text of ["", "abc", "aéz", "€uro", "a😀b", "😀".repeat(3000), `${"x".repeat(2047)}é€😀y`, "\0\u202e"]) {
    const bytes = new Bytes(text);
    const buffer = Buffer.from(text, "utf8");
    assert.equal(bytes.length, buffer.length);
    let at = 0;
    for (const character of text) {
      const unit = bytes.unit(at);
      assert.equal(bytes.byte(unit), at);
      assert.equal(text.codePointAt(unit), character.codePointAt(0));
      const end = at + Buffer.byteLength(character);
      if (text.length < 3000) assert.equal(bytes.slice(at, end), character);
      // A byte within a character means the start of the character.
      if (end > at + 1) assert.equal(bytes.unit(at + 1), unit);
      at = end;
    }
    assert.equal(bytes.unit(at + 5), text.length);
  }
  // A lone surrogate has three bytes, like U+FFFD.
  const half = new Bytes("a\ud800b\udc00");
  assert.equal(half.length, 8);
  assert.equal(half.slice(1, 4), "\ud800");
  assert.equal(half.slice(4, 5), "b");
});

test("invisible characters are escaped", async () => {
  const { escaped, isVisible } = await source("visible.ts");
  // The same characters as in the program's terminal test.
  const hidden = "\0\x1b\t\r\x7f\u0080\u009b\u009f\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff";
  for (const character of hidden) assert.ok(!isVisible(character), escaped(character));
  for (const character of "aé語 '\"\\~…→") assert.ok(isVisible(character));
  assert.equal(escaped("a\x1b\0\t\u202e \\u\ud800"), "a\\u{1b}\\0\\t\\u{202e} \\u\\u{d800}");
});

test("a shell reads quoted words correctly", async () => {
  const { quoted } = await source("shell-quote.ts");
  const words = [
    "", "a:b", "http://h/a?b&c#d", "it's", "$HOME `x` \"q\" \\ !", "-x", "a\nb", "a\tb'c\\", "\x1b[31m", "\u202eabc", "é😀", "\u00ad1",
    "~", "#", "a*?[b]{c,d}", "\x7f0",
  ];
  for (const word of words) {
    const said = execFileSync("bash", ["-c", `printf %s ${quoted(word)}`], { encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });
    assert.equal(said, word);
  }
  assert.equal(quoted("a\0"), null);
});

test("a long text is drawn in parts", async () => {
  const { drawn } = await source("cut.ts");
  assert.deepEqual(drawn(2000, null), [{ start: 0, end: 2000 }]);
  assert.deepEqual(drawn(1_000_000, null), [{ start: 0, end: 700 }, { start: 999_700, end: 1_000_000 }]);
  for (const at of [0, 500, 800, 5000, 999_999, 1_000_000]) {
    const parts = drawn(1_000_000, { start: at, end: at });
    assert.ok(parts.some(({ start, end }) => start <= at && at <= end), `${at}`);
    assert.ok(parts.every(({ start, end }, index) => start < end && (index === 0 || parts[index - 1].end < start)));
    assert.ok(parts.reduce((sum, { start, end }) => sum + end - start, 0) < 2000);
  }
});

test("components have their spans", async () => {
  const { spansOf } = await source("spans.ts");
  const whole = (text, components) => spansOf(text, components)?.whole;
  assert.deepEqual(whole("http://u@h:1/p?q#f", {
    scheme: "http", authority: "u@h:1", userinfo: "u", host: "h", port: "1", path: "/p", query: "q", fragment: "f",
  }), {
    scheme: { start: 0, end: 4 }, userinfo: { start: 7, end: 8 }, host: { start: 9, end: 10 }, port: { start: 11, end: 12 },
    authority: { start: 7, end: 12 }, path: { start: 12, end: 14 }, query: { start: 15, end: 16 }, fragment: { start: 17, end: 18 },
  });
  // Empty differs from undefined.
  assert.deepEqual(whole("//h:?", { authority: "h:", host: "h", port: "", path: "", query: "" }), {
    host: { start: 2, end: 3 }, port: { start: 4, end: 4 }, authority: { start: 2, end: 4 }, path: { start: 4, end: 4 }, query: { start: 5, end: 5 },
  });
  // RFC 1630 allows a prefix before a URL.
  assert.deepEqual(whole("url:a:b", { scheme: "a", path: "b" }), { scheme: { start: 4, end: 5 }, path: { start: 6, end: 7 } });
  assert.equal(spansOf("a:b", { scheme: "x", path: "y" }), null);
});

test("a component keeps its colour while it is edited", async () => {
  const { moved } = await source("coloured.ts");
  const spans = [{ start: 0, end: 4, name: "scheme" }, { start: 4, end: 7, name: null }, { start: 7, end: 8, name: "host" }, { start: 8, end: 10, name: "path" }];
  const after = (text) => moved("http://h/p", spans, text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(after("http://h/p"), ["http", "://", "h", "/p"]);
  assert.deepEqual(after("https://h/p"), ["https", "://", "h", "/p"]);
  assert.deepEqual(after("http://ho/p"), ["http", "://", "ho", "/p"]);
  assert.deepEqual(after("http://h/pq"), ["http", "://", "h", "/pq"]);
  assert.deepEqual(after("http:///p"), ["http", "://", "", "/p"]);
  assert.deepEqual(after(""), ["", "", "", ""]);
});

test("a Rust test checks the components", async () => {
  const { testOf } = await source("test-of.ts");
  const components = { scheme: "http", authority: "u@h:1", userinfo: "u", host: "h", host_kind: "reg-name", port: "1", path: "", query: "" };
  assert.equal(testOf({ schema: 1, edition: "rfc3986", rule: "URI", input: "http://u@h:1?", valid: true, components }), [
    "#[test]", "fn is_valid() {", '    let edition = "rfc3986".parse().unwrap();', '    let text = "http://u@h:1?";',
    '    let parsed = urispec::Reference::parse_as(edition, "URI", text).unwrap();',
    '    assert_eq!(parsed.scheme(), Some("http"));', '    assert_eq!(parsed.authority(), Some("u@h:1"));',
    '    assert_eq!(parsed.userinfo(), Some("u"));', '    assert_eq!(parsed.port(), Some("1"));', '    assert_eq!(parsed.path(), "");',
    '    assert_eq!(parsed.query(), Some(""));', "    assert_eq!(parsed.fragment(), None);", '    assert_eq!(parsed.host().unwrap().to_string(), "h");', "}", "",
  ].join("\n"));
});

test("an address contains the state", async () => {
  globalThis.history ??= { state: null };
  const { addressOf, stateOf, DEFAULTS, LONGEST } = await source("state.ts");
  assert.equal(addressOf(DEFAULTS), "#");
  for (const text of ["", "a b+c&d=e#f%25", "\0\u202e😀", "<img src=x onerror=alert(1)>", "\r\n"]) {
    const state = { ...DEFAULTS, text, edition: "rfc1738", view: "tree" };
    assert.deepEqual(stateOf(addressOf(state)), state);
  }
  // A long text is omitted, and duplicate or unknown keys are harmless.
  assert.ok(!addressOf({ ...DEFAULTS, text: "x".repeat(LONGEST + 1) }).includes("text="));
  // Such an address opens with the empty string, not with the opening example.
  assert.equal(stateOf(addressOf({ ...DEFAULTS, text: "x".repeat(LONGEST + 1) })).text, "");
  assert.deepEqual(stateOf("#text=a&text=b&__proto__=c&nothing&%"), { ...DEFAULTS, text: "a" });
});

test("a text in Markdown has the components, and no markup of the string", async () => {
  const { markdownOf } = await source("markdown.ts");
  const components = { scheme: "http", host: "a|b`", path: "" };
  assert.equal(markdownOf({ input: "http://a|b`", valid: true, rule: "URI", components }, "RFC 3986, 2005", "https://page/#text=%3C"), [
    "`` http://a|b` `` is valid by RFC 3986, as `URI`. [See why](<https://page/#text=%3C>)", "", "| component | |", "|---|---|",
    "| scheme | `http` |", "| host | `` a\\|b` `` |", "| path | empty |", "",
  ].join("\n"));
  assert.match(markdownOf({ input: "[", valid: false, rule: "URI", error: { message: 'unexpected "[" *' } }, "RFC 3986", "l"), /not valid by RFC 3986: unexpected "\\\[" \\\*\. /);
});
