// The entry `urispec`. Expected values are from RFC 3986, or derived manually.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import * as urispec from "urispec";

const { check, compare, equal, isValid, isValidReference, normalize, parse, parseHref, parseReference, relativize, repair,
  resolve, tryResolve, Uri, UriError, UriReference } = urispec;

/** Returns the error of a call. */
function thrown(call, kind = UriError) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof kind, `${error.name}: ${error.message}`);
    return error;
  }
  assert.fail("nothing was thrown");
}

const components = (uri) =>
  Object.fromEntries(["scheme", "authority", "userinfo", "host", "hostKind", "port", "path", "query", "fragment"]
    .map((name) => [name, uri[name]]).filter(([, value]) => value !== undefined));

test("the components of section 3", () => {
  assert.deepEqual(components(parse("foo://example.com:8042/over/there?name=ferret#nose")), {
    scheme: "foo", authority: "example.com:8042", host: "example.com", hostKind: "reg-name", port: "8042",
    path: "/over/there", query: "name=ferret", fragment: "nose",
  });
  assert.deepEqual(components(parse("urn:example:animal:ferret:nose")), {
    scheme: "urn", path: "example:animal:ferret:nose",
  });
});

test("the examples of section 1.1.2", () => {
  const examples = [
    ["ftp://ftp.is.co.za/rfc/rfc1808.txt", "ftp.is.co.za", "/rfc/rfc1808.txt", undefined],
    ["http://www.ietf.org/rfc/rfc2396.txt", "www.ietf.org", "/rfc/rfc2396.txt", undefined],
    ["ldap://[2001:db8::7]/c=GB?objectClass?one", "[2001:db8::7]", "/c=GB", "objectClass?one"],
    ["mailto:John.Doe@example.com", undefined, "John.Doe@example.com", undefined],
    ["news:comp.infosystems.www.servers.unix", undefined, "comp.infosystems.www.servers.unix", undefined],
    ["tel:+1-816-555-1212", undefined, "+1-816-555-1212", undefined],
    ["telnet://192.0.2.16:80/", "192.0.2.16", "/", undefined],
    ["urn:oasis:names:specification:docbook:dtd:xml:4.1.2", undefined,
      "oasis:names:specification:docbook:dtd:xml:4.1.2", undefined],
  ];
  for (const [text, host, path, query] of examples) {
    const uri = parse(text);
    assert.deepEqual([uri.host, uri.path, uri.query, uri.href], [host, path, query, text]);
    assert.ok(isValid(text));
  }
  assert.equal(parse("telnet://192.0.2.16:80/").hostKind, "IPv4address");
  assert.equal(parse("ldap://[2001:db8::7]/").hostKind, "IPv6address");
  assert.equal(parse("a://[v7.x:y]").hostKind, "IPvFuture");
});

test("undefined differs from empty", () => {
  const empty = parseReference("//@:?#");
  assert.deepEqual(components(empty), {
    authority: "@:", userinfo: "", host: "", hostKind: "reg-name", port: "", path: "", query: "", fragment: "",
  });
  assert.deepEqual(components(parseReference("")), { path: "" });
  assert.deepEqual(components(parse("a:")), { scheme: "a", path: "" });
  assert.deepEqual(components(parse("file:///etc")), {
    scheme: "file", authority: "", host: "", hostKind: "reg-name", path: "/etc",
  });
});

test("a URI must have a scheme, and a reference may have one", () => {
  assert.ok(parseReference("a:b") instanceof Uri);
  assert.ok(!(parseReference("b") instanceof Uri) && parseReference("b") instanceof UriReference);
  assert.deepEqual([isValid("b"), isValidReference("b"), isValid("a:b"), isValidReference("a b")], [false, true, true, false]);
  assert.deepEqual([isValid(""), isValidReference("")], [false, true]);
  const error = thrown(() => parse("b"));
  assert.deepEqual([error.cause.id, error.cause.section, error.offset], ["no-scheme", "3", undefined]);
});

// RFC 3986, 5.4.1 and 5.4.2, with the base "http://a/b/c/d;p?q".
const RESOLVED = {
  "g:h": "g:h", "g": "http://a/b/c/g", "./g": "http://a/b/c/g", "g/": "http://a/b/c/g/", "/g": "http://a/g",
  "//g": "http://g", "?y": "http://a/b/c/d;p?y", "g?y": "http://a/b/c/g?y", "#s": "http://a/b/c/d;p?q#s",
  "g#s": "http://a/b/c/g#s", "g?y#s": "http://a/b/c/g?y#s", ";x": "http://a/b/c/;x", "g;x": "http://a/b/c/g;x",
  "g;x?y#s": "http://a/b/c/g;x?y#s", "": "http://a/b/c/d;p?q", ".": "http://a/b/c/", "./": "http://a/b/c/",
  "..": "http://a/b/", "../": "http://a/b/", "../g": "http://a/b/g", "../..": "http://a/", "../../": "http://a/",
  "../../g": "http://a/g", "../../../g": "http://a/g", "../../../../g": "http://a/g", "/./g": "http://a/g",
  "/../g": "http://a/g", "g.": "http://a/b/c/g.", ".g": "http://a/b/c/.g", "g..": "http://a/b/c/g..",
  "..g": "http://a/b/c/..g", "./../g": "http://a/b/g", "./g/.": "http://a/b/c/g/", "g/./h": "http://a/b/c/g/h",
  "g/../h": "http://a/b/c/h", "g;x=1/./y": "http://a/b/c/g;x=1/y", "g;x=1/../y": "http://a/b/c/y",
  "g?y/./x": "http://a/b/c/g?y/./x", "g?y/../x": "http://a/b/c/g?y/../x", "g#s/./x": "http://a/b/c/g#s/./x",
  "g#s/../x": "http://a/b/c/g#s/../x", "http:g": "http:g",
};

test("the examples of section 5.4", () => {
  const base = parse("http://a/b/c/d;p?q");
  for (const [reference, target] of Object.entries(RESOLVED)) {
    assert.equal(resolve(base, reference), target);
    assert.equal(base.resolve(reference).href, target);
    assert.equal(resolve("http://a/b/c/d;p?q", relativize(base, target)), target);
  }
  assert.equal(resolve(base, "http:g", { nonStrict: true }), "http://a/b/c/g");
  assert.equal(resolve(new URL("http://a/b/"), { href: "c" }), "http://a/b/c");
});

test("references without a target, and the argument at fault", () => {
  const misread = thrown(() => resolve("a:/b", ".//c"));
  assert.deepEqual([misread.cause.id, misread.cause.section, misread.side], ["misread", "3.3", undefined]);
  assert.equal(resolve("a:/b", ".//c", { guardPath: true }), "a:/.//c");
  assert.deepEqual([thrown(() => resolve("b", "c")).side, thrown(() => resolve("a:b", "c d")).side], ["base", "reference"]);
  assert.deepEqual([thrown(() => resolve("a:b c", "c d")).side, thrown(() => relativize("a:b", "c")).side], ["base", "target"]);
  assert.equal(thrown(() => relativize("http://a/", "http://a/b/../c")).cause.id, "dot-segments");
  assert.deepEqual([thrown(() => compare("a b", "")).side, thrown(() => compare("", "a b")).side], ["first", "second"]);
});

test("a resolution without an exception", () => {
  assert.equal(tryResolve("http://a/b", "c"), "http://a/c");
  const errors = [tryResolve("b", "c"), tryResolve("a:b", "c d"), tryResolve("a:/b", ".//c")];
  assert.deepEqual(errors.map((error) => error instanceof UriError && [error.side, error.cause.id]),
    [["base", "no-scheme"], ["reference", "space"], [undefined, "misread"]]);
  assert.equal(tryResolve("a:/b", ".//c", { guardPath: true }), "a:/.//c");
  assert.throws(() => tryResolve("a:b", 1), TypeError);
});

test("the href of a link, as a browser reads it", () => {
  const read = (href) => parseHref(href, "https://h/a/b?q").href;
  // The first six are in the URL Standard, sections URL parsing and Percent-encoded bytes; `|` is left to `repair`.
  const hrefs = {
    " \n c ": "https://h/a/c", "c d": "https://h/a/c%20d", "\\\\H2\\c": "https://h2/c", "https:c": "https://h/a/c",
    "/\u{e9}": "https://h/%C3%A9", "http://0x7f.1": "http://127.0.0.1/", "?a|b": "https://h/a/b?a%7Cb", "?%": "https://h/a/b?%25",
    "mailto:a b@c": "mailto:a%20b@c", "javascript:f([1])": "javascript:f(%5B1%5D)",
  };
  for (const [href, target] of Object.entries(hrefs)) assert.equal(read(href), target, href);
  assert.ok(parseHref("http://h") instanceof Uri);
  assert.equal(thrown(() => parseHref("/a")).cause.id, "not-a-url");
  assert.equal(thrown(() => parseHref("http://a b/")).cause.document, "URL Standard");
  for (const wrong of [null, 0, {}]) {
    assert.throws(() => parseHref(wrong), TypeError);
    assert.throws(() => parseHref("a", wrong), TypeError);
  }
});

test("normalization, rung by rung (6.2.2, 6.2.3)", () => {
  const text = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";
  assert.equal(normalize(text), "example://a/b/c/%7Bfoo%7D");
  assert.equal(normalize(text, "string"), text);
  assert.equal(normalize(text, "case"), "example://a/./b/../b/%63/%7Bfoo%7D");
  assert.equal(normalize(text, "percent-encoding"), "example://a/./b/../b/c/%7Bfoo%7D");
  for (const one of ["http://example.com", "http://example.com/", "http://example.com:/", "http://example.com:80/"]) {
    assert.equal(normalize(one, "scheme"), "http://example.com/");
  }
  const uri = parse("HTTP://EXAMPLE.com/%7Esmith/");
  assert.equal(uri.normalize().href, "http://example.com/~smith/");
  const normal = uri.normalize();
  assert.equal(normal.normalize(), normal);
});

test("comparison", () => {
  const [a, b] = ["example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d"];
  assert.deepEqual([compare(a, a), compare(a, b), compare(a, "x:y")], ["string", "path-segments", undefined]);
  assert.deepEqual([equal(a, b), equal(a, b, "percent-encoding"), parse(a).equals(b)], [true, false, true]);
  assert.deepEqual([equal("http://h", "http://h:80/"), equal("http://h", "http://h:80/", "scheme")], [false, true]);
  assert.equal(compare("http://h/%7e", "http://h/%7E"), "case");
});

test("errors of invalid strings", () => {
  const wrong = (text) => {
    const { offset, byteOffset, start, end, cause, message } = check(text);
    return { offset, byteOffset, underlined: text.slice(start, end), id: cause.id, section: cause.section, message };
  };
  assert.deepEqual(wrong("http://h:x/"), {
    offset: 10, byteOffset: 10, underlined: "x", id: "port-digits", section: "3.2.3",
    message: "at index 9: a port contains only digits (RFC 3986, 3.2.3)",
  });
  assert.deepEqual(wrong("http://[::1/"), {
    offset: 11, byteOffset: 11, underlined: "[::1", id: "ip-literal-not-closed", section: "3.2.2",
    message: "at index 7: \"[\" before an IP address has no matching \"]\" (RFC 3986, 3.2.2)",
  });
  assert.equal(check("http://h/"), undefined);
  assert.equal(parse("http://h/").href, "http://h/");
  const error = check("a b");
  assert.ok(error instanceof Error && error instanceof UriError);
  assert.deepEqual([error.name, String(error)], ["UriError", `UriError: ${error.message}`]);
  // A password appears in no message and in no property.
  const secret = check("http://u:geheim@h/ x");
  assert.ok(!JSON.stringify([secret, secret.message, Object.values(secret)]).includes("geheim"));
});

test("indexes refer to the string, also with non-ASCII characters", () => {
  // "/" is 1 byte, "é" 2, "€" 3, "😀" 4 and two UTF-16 units, a lone surrogate 3 as U+FFFD.
  for (const [before, bytes] of [["/é", 1], ["/%20/", 5]]) {
    const error = check(`a:${before}é`);
    assert.deepEqual([error.byteOffset, error.offset], [bytes + 2, bytes + 2]);
  }
  const iri = urispec.check("a:b#c\u{1F600}d");
  assert.deepEqual([iri.offset, iri.start, iri.end], [5, 5, 7]);
  const error = thrown(() => urispec.resolve("a:b", "é€😀"));
  assert.deepEqual([error.offset, error.byteOffset], [0, 0]);
  // Two texts stay separate, even if a surrogate ends one and another begins the other.
  const halves = thrown(() => resolve("a:\uD83D", "\uDE00"));
  assert.deepEqual([halves.side, halves.offset, halves.cause.id], ["base", 2, "not-ascii"]);
  assert.deepEqual([thrown(() => resolve("a:b", "\uDE00")).side, thrown(() => resolve("a:é", "b")).offset], ["reference", 2]);
});

test("other components", () => {
  const uri = parse("http://user@h:80/%7Ea?q#f");
  assert.equal(uri.with({ scheme: "https", userinfo: undefined, port: undefined }).href, "https://h/%7Ea?q#f");
  assert.equal(uri.with({ port: 8042 }).href, "http://user@h:8042/%7Ea?q#f");
  assert.equal(uri.with({ query: "", fragment: undefined }).href, "http://user@h:80/%7Ea?");
  assert.equal(uri.with({}).href, uri.href);
  assert.equal(parse("mailto:a").with({ host: "h", path: "/x" }).href, "mailto://h/x");
  assert.equal(parse("http://h/y").with({ host: undefined, path: "x" }).href, "http:x");
  assert.equal(Uri.from({ scheme: "urn", path: "a:b" }).href, "urn:a:b");
  assert.equal(Uri.from({ scheme: "http", host: "2001:db8::7", path: "/" }).href, "http://[2001:db8::7]/");
  const runsOn = thrown(() => parse("http://h/").with({ path: "x" }));
  assert.deepEqual([runsOn.cause.id, runsOn.cause.section], ["path-runs-on", "3.3"]);
  assert.equal(thrown(() => parse("http://h/").with({ query: "a b" })).cause.id, "query");
  assert.equal(thrown(() => Uri.from({ path: "x" })).cause.id, "no-scheme");
  // A reference passes all of its components, also undefined ones.
  assert.equal(Uri.from(uri).href, uri.href);
  assert.equal(uri.with(parse("a:b")).href, "a:b");
  // The position is an index into the component.
  assert.match(thrown(() => Uri.from({ scheme: "a", path: "/ü x" })).message, /^unexpected "ü" at index 1 in the path/);
  assert.match(thrown(() => uri.with({ path: "/a b" })).message, /^unexpected " " at index 2 in the path "\/a b"; a path/);
  thrown(() => parse("http://h/").with({ path: 1 }), TypeError);
  thrown(() => parse("http://h/").with({ port: -1 }), TypeError);
  thrown(() => parse("http://h/").with({ hostname: "i" }), TypeError);
});

test("repair (2.1, 2.4)", () => {
  assert.equal(repair("/a b?x[]=50%|é#c"), "/a%20b?x%5B%5D=50%25%7C%C3%A9#c");
  assert.equal(repair("http://h/"), "http://h/");
  assert.equal(thrown(() => repair("http://h:x/")).cause.id, "port-digits");
});

test("the output of Node's inspect", () => {
  const names = [Uri, UriReference, UriError].map(({ name }) => name);
  assert.deepEqual(names, ["Uri", "UriReference", "UriError"]);
  assert.deepEqual([inspect(parse("a:b")), inspect([parseReference("b")])], ["Uri <a:b>", "[ UriReference <b> ]"]);
  assert.deepEqual(Object.keys(check("b")).filter((key) => key !== "name"), []);
});

test("a URI goes to another thread as its href", () => {
  assert.deepEqual(structuredClone(parse("a:b")), {});
  assert.equal(structuredClone(parse("a:b").href), "a:b");
});

test("the properties of URL", () => {
  const uri = new Uri("HTTPS://Example.com:443/a");
  assert.deepEqual([uri.href, String(uri), JSON.stringify({ uri }), `${uri}`],
    ["HTTPS://Example.com:443/a", "HTTPS://Example.com:443/a", "{\"uri\":\"HTTPS://Example.com:443/a\"}", uri.href]);
  assert.deepEqual([uri.origin, parse("http://h:8080").origin, parse("urn:a").origin, parse("file:///a").origin],
    ["https://example.com", "http://h:8080", undefined, undefined]);
});
