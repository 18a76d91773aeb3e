// Laws that hold for all strings, on random strings of significant characters.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isValid, isValidReference, normalize, parseReference, relativize, repair, resolve, UriError } from "urispec";
import * as fastUri from "urispec/fast-uri";
import { isUri, isUriReference } from "urispec/regex";

const seed = Number(process.env.PROPTEST_RNG_SEED ?? 20050101) >>> 0;
let state = seed || 1;
/** Returns a random number below a bound, by xorshift. */
function below(bound) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % bound;
}
const PARTS = [":", "/", "//", "?", "#", "[", "]", "@", "%", "%41", "%2e", "%2F", ".", "..", "./", "../", "a", "B", "1", "::1", "v1.x",
  "http:", "HTTP://", "urn:a1:", "mailto:", "ws://", "\\", " ", "\t", "\0", "é", "\uD800", "😀", "+", "-", "_", "~", "&", "=", ";", "80", "h", ""];
const random = () => Array.from({ length: below(9) }, () => PARTS[below(PARTS.length)]).join("");

/** Returns the result of a call, or undefined if it throws an error of one class. */
function tried(call, kind) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    return undefined;
  }
}

test(`the light core, with the seed ${seed}`, () => {
  for (let round = 0; round < 20_000; round++) {
    const [text, other] = [random(), random()];
    const note = JSON.stringify([text, other]);
    assert.equal(isUri(text), isValid(text), note);
    assert.equal(isUriReference(text), isValidReference(text), note);
    const reference = tried(() => parseReference(text), UriError);
    assert.equal(reference !== undefined, isValidReference(text), note);
    if (reference === undefined) {
      const mended = tried(() => repair(text), UriError);
      assert.ok(mended === undefined || isValidReference(mended), note);
      continue;
    }
    const { scheme, authority, userinfo, host, port, path, query, fragment } = reference;
    // 5.3, and 3.2.
    const joined = (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`) + path +
      (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`);
    assert.equal(joined, text);
    if (authority !== undefined) {
      assert.equal((userinfo === undefined ? "" : `${userinfo}@`) + host + (port === undefined ? "" : `:${port}`), authority, note);
    }
    assert.equal(repair(text), text);
    const normal = normalize(text, "scheme");
    assert.equal(normalize(normal, "scheme"), normal, note);
    const base = scheme === undefined ? "http://a/b/c/d;p?q" : text;
    const target = tried(() => resolve(base, other), UriError);
    if (target === undefined) continue;
    assert.ok(isValid(target), note);
    const back = tried(() => relativize(base, target), UriError);
    if (back !== undefined) assert.equal(resolve(base, back), target, note);
  }
});

test(`the drop-in, with the seed ${seed}`, () => {
  for (let round = 0; round < 20_000; round++) {
    const [text, other] = [random(), random()];
    const note = JSON.stringify([text, other]);
    const parsed = fastUri.parse(text);
    const normal = fastUri.normalize(text);
    assert.equal(fastUri.normalize(normal), normal, note);
    if (parsed.error === undefined) {
      assert.ok(isValidReference(normal), note);
      assert.ok(isValidReference(fastUri.serialize(parsed)), note);
      assert.ok(fastUri.equal(text, text), note);
    }
    const target = tried(() => fastUri.resolve(text, other), Error);
    assert.ok(target === undefined || isValidReference(target), `${note} ${target}`);
  }
});
