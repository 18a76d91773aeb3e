// The entries `urispec/editions`, `urispec/audit` and `urispec/regex`. Expected values are from the documents, or
// derived manually.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as audit from "urispec/audit";
import * as editions from "urispec/editions";
import * as regex from "urispec/regex";
import * as core from "urispec";

test("a string by an edition", () => {
  const parsed = editions.parse("http://a/b?c#d");
  assert.deepEqual([parsed.valid, parsed.edition, parsed.rule], [true, "rfc3986", "URI-reference"]);
  assert.deepEqual(parsed.components, { scheme: "http", authority: "a", host: "a", host_kind: "reg-name", path: "/b", query: "c", fragment: "d" });
  assert.equal(parsed.tree.rule, "URI-reference");
  // RFC 2396, A: the part after the scheme of a:b is opaque.
  assert.equal(editions.parse("a:b?c", { edition: "rfc2396" }).components.path, "b?c");
  assert.equal(editions.parse("1.2.3.4", { rule: "host" }).tree.children[0].rule, "IPv4address");
  const wrong = editions.parse("http://h:x/");
  assert.deepEqual([wrong.valid, wrong.error.offset, wrong.error.cause.id], [false, 10, "port-digits"]);
  assert.ok(editions.editions().some(({ id }) => id === "rfc1630"));
  assert.throws(() => editions.parse("a:b", { edition: "rfc1" }), editions.RequestError);
});

test("resolution by three documents", () => {
  // RFC 3986, 5.4.1; RFC 2396, C.1, where the base loses its last segment.
  const base = "http://a/b/c/d;p?q";
  assert.equal(editions.resolve(base, "?y").target, "http://a/b/c/d;p?y");
  assert.equal(editions.resolve(base, "?y", { edition: "rfc2396" }).target, "http://a/b/c/?y");
  assert.equal(editions.resolve("http://h/", "x y", { edition: "whatwg" }).target, "http://h/x%20y");
  assert.equal(editions.resolve("a:/b", ".//c", { guardPath: true }).target, "a:/.//c");
});

test("normalization, comparison, lints", () => {
  const normal = editions.normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d");
  assert.equal(normal.normalized, "example://a/b/c/%7Bfoo%7D");
  assert.deepEqual(new Set(normal.changes.map(({ rung }) => rung)), new Set(["case", "percent-encoding", "path-segments"]));
  assert.equal(editions.compare("http://h", "HTTP://h:80/").rung, "scheme");
  // RFC 3986, 7.4: a rare form of an IP address.
  assert.ok(editions.lint("http://0x7f.1/").findings.some(({ id, section }) => id === "rare-ipv4" && section === "7.4"));
  // RFC 3986, Appendix B.
  const { scheme, authority, path, query, fragment } = editions.split("http://www.ics.uci.edu/pub/ietf/uri/#Related");
  assert.deepEqual([scheme, authority, path, query, fragment],
    ["http", "www.ics.uci.edu", "/pub/ietf/uri/", undefined, "Related"]);
  assert.equal(editions.across("http://h/").verdicts.at(-1).valid, true);
});

test("productions", () => {
  assert.match(editions.explain("port").productions[0].printed, /port\s*=\s*\*DIGIT/);
  assert.match(editions.diagram("port").svg, /^<svg/);
  assert.ok(editions.automaton("port").states.length >= 1);
  assert.ok(editions.history("port").history.length > 1);
  assert.ok(editions.grammars().grammars[0].text.includes("URI-reference"));
});

test("verdicts about grammars and patterns", () => {
  const printed = "octal = 1*(%x30-37)\n";
  assert.equal(audit.auditRegex("^[0-7]+$", { printed }).verdict, "equal");
  assert.equal(audit.auditRegex(/^[0-8]+$/, { printed }).only_pattern, "8");
  assert.equal(audit.auditRegex(/^[0-7]+$/i, { printed }).verdict, "equal");
  // Node 18 does not support the flag "v", with which this pattern equals the grammar.
  const sets = Object.assign(/^[\d--[89]]+$/, {});
  Object.defineProperty(sets, "flags", { value: "v" });
  assert.equal(audit.auditRegex(sets, { printed }).verdict, "equal");
  assert.equal(audit.auditPest("octal = @{ ('0'..'6')+ }", { printed }).productions[0].only_printed, "7");
  assert.equal(audit.regex("scheme").regex, "^[A-Za-z][+\\-.0-9A-Za-z]*$");
  const relation = audit.diff({ edition: "rfc2396", rule: "port" }, { edition: "rfc3986", rule: "port" });
  assert.equal(relation.relation, "equal");
});

test("a pattern is read with exactly its flags", () => {
  const a = { printed: "a = %x61\n" }, verdict = (pattern, options) => audit.auditRegex(pattern, { ...a, ...options });
  // Without the flag `u`, it matches the letter u, 61 times (ECMA-262, B.1.2).
  assert.equal(/^\u{61}$/.test("a"), false);
  assert.equal(verdict(/^\u{61}$/).only_pattern, "u".repeat(61));
  assert.equal(verdict(/^\u{61}$/u).verdict, "equal");
  assert.equal(verdict("^\\u{61}$").verdict, "equal");
  assert.equal(verdict("^\\u{61}$", { flags: "" }).only_printed, "a");
  assert.equal(verdict(/^a$/i).only_pattern, "A");
  assert.equal(verdict(/^a$/m).verdict, "differs");
  assert.equal(verdict(/^a$/dg).verdict, "equal");
  assert.equal(verdict(/a$/y).verdict, "equal");
  assert.equal(verdict(/^.$/, { printed: "a = %x0-7F\n" }).only_printed, "\n");
  assert.equal(verdict(/^.$/s, { printed: "a = %x0-7F\n" }).only_printed, undefined);
  // A slash needs no backslash outside a literal.
  assert.equal(verdict(new RegExp("^[/]\\/$"), { printed: "a = \"//\"\n" }).verdict, "equal");
  assert.equal(verdict("^a$", { dialect: "python", flags: "i" }).only_pattern, "A");
  const unread = [["^a$", { flags: "q" }], ["^a$", { flags: "gg" }], ["^a$", { dialect: "xsd", flags: "i" }]];
  for (const [pattern, options] of unread) assert.equal(verdict(pattern, options).verdict, "unreadable");
  assert.throws(() => verdict(/a/, { flags: "i" }), TypeError);
  assert.throws(() => verdict(/a/, { dialect: "python" }), TypeError);
  assert.throws(() => verdict(new RegExp("\uD800")), TypeError);
});

test("the regular expressions agree with the core", () => {
  const texts = ["", "a:", "a:b", "http://[::1]/", "http://[::1/", "http://h:x/", "//h", "a b", "%41", "%4", "1a:b", "./1a:b",
    "a:\n", "a:b\n", "\na:b", "http://1.2.3.256/", "é:", "a:é", "#f", "##", "http://u@h@i/", "a:[", "http://[v1.x]"];
  for (const text of texts) {
    assert.equal(regex.isUri(text), core.isValid(text), JSON.stringify(text));
    assert.equal(regex.isUriReference(text), core.isValidReference(text), JSON.stringify(text));
    assert.equal(regex.isAbsoluteUri(text), core.isValid(text) && core.parse(text).fragment === undefined);
    assert.equal(regex.isRelativeReference(text), core.isValidReference(text) && !core.isValid(text));
  }
  assert.deepEqual(["a:é", "a:\u{10000}", "a:\uD800", "a:\uE000", "a:?\uE000"].map(regex.isIri), [true, true, false, false, true]);
  assert.deepEqual(["http://h/", "http:/h", "https://h/"].map(regex.isHttpUri), [true, false, false]);
  assert.deepEqual(["urn:a:b", "urn:ab:c", "urn:-b:c"].map(regex.isUrn), [false, true, false]);
  assert.deepEqual(["mailto:a@b", "mailto:a b"].map(regex.isMailtoUri), [true, false]);
  assert.deepEqual(["::1", "1.2.3.4", "1.2.3.04", "h_"].map(regex.isHost), [false, true, true, true]);
  assert.deepEqual(["::1", "::1%25a", "1::2::3"].map(regex.isIpv6Address), [true, false, false]);
});

test("languages of any kinds are related", () => {
  assert.equal(audit.relation("rfc3986:scheme", /^[a-z]+$/i).relation, "wider");
  assert.equal(audit.relation('pest:a = { "x" }', "iam:x").relation, "equal");
  assert.equal(audit.relation('abnf:a = b\nb = "x"', /^x$/, { leftRule: "b" }).only_left, "X");
  // Without the flag `u`, the pattern is the letter u, 61 times.
  assert.equal(audit.relation(/^\u{61}$/, /^u{61}$/).relation, "equal");
  assert.throws(() => audit.relation("a", /a/), audit.RequestError);
  assert.throws(() => audit.relation(/a/, 1), TypeError);
  assert.throws(() => audit.relation(new RegExp("\ud800"), /\ufffd/), /half of a surrogate pair/);
});

test("the names in types are those of the library", () => {
  const all = editions.editions();
  assert.deepEqual(all.map(({ id }) => id), [...editions.EDITIONS]);
  const rungs = new Set(all.flatMap(({ rungs }) => rungs.map(({ rung }) => rung)));
  assert.deepEqual([...rungs].sort(), [...editions.EDITION_RUNGS].sort());
});
