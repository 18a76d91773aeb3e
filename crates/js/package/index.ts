// The entry `urispec`: RFC 3986, synchronous, without a fetch and without an asynchronous start.

import { init, withInstance } from "./instance.js";
import { UriError, type Cause, type Side } from "./error.js";
import {
  equal, make, numberOf, resolve, RUNGS, textOf, Uri, UriReference, type ResolveOptions, type Rung, type Text,
} from "./uri.js";

export { equal, init, resolve, RUNGS, Uri, UriError, UriReference };
export type { Cause, Side };
export type { Components, HostKind } from "./uri.js";
export type { ResolveOptions, Rung, Text };

/** Parses a URI, which begins with a scheme (3). */
export function parse(text: Text): Uri {
  return new Uri(text);
}

/** Parses a URI or a relative reference (4.1). Returns a `Uri` if there is a scheme. */
export function parseReference(text: Text): UriReference {
  return make(textOf(text));
}

/** Returns whether a string is a URI. */
export function isValid(text: Text): boolean {
  const string = textOf(text);
  return withInstance((at) => at.check(string)) === 2;
}

/** Returns whether a string is a URI or a relative reference, such as the empty string. */
export function isValidReference(text: Text): boolean {
  const string = textOf(text);
  return withInstance((at) => at.check(string)) !== 0;
}

/** Returns the error of a string that is not a URI, or undefined for a URI. It does not throw a `UriError`. */
export function check(text: Text): UriError | undefined {
  const found = attempted(() => parse(text));
  return found instanceof UriError ? found : undefined;
}

function attempted<T>(call: () => T): T | UriError {
  try {
    return call();
  } catch (error) {
    if (error instanceof UriError) return error;
    throw error;
  }
}

/** Resolves a reference like `resolve`, but returns the error of a string or a target that is not valid. */
export function tryResolve(base: Text, reference: Text, options?: ResolveOptions): string | UriError {
  return attempted(() => resolve(base, reference, options));
}

/** Normalizes a reference up to a rung. The default (6.2.2) is safe for any scheme. */
export function normalize(text: Text, rung: Rung = "path-segments"): string {
  const [string, to] = [textOf(text), numberOf(rung)];
  return withInstance((at) => at.normalize(string, to));
}

/**
 * Returns the lowest rung at which two references are equivalent. Undefined means only that no rung makes them
 * equivalent: two URIs that differ may still identify one resource (6.1).
 */
export function compare(a: Text, b: Text): Rung | undefined {
  const [first, second] = [textOf(a), textOf(b)];
  const rung = withInstance((at) => at.compare(first, second));
  return rung === undefined ? undefined : RUNGS[rung];
}

/** Returns the shortest reference that `resolve` turns, against the base, into the target. */
export function relativize(base: Text, target: Text): string {
  const [from, to] = [textOf(base), textOf(target)];
  return withInstance((at) => at.relativize(from, to));
}

const NOT_A_URL: Cause = {
  id: "not-a-url",
  sentence: "a browser does not accept the string, or it needs a base",
  section: "url-parsing",
  document: "URL Standard",
};
const NOT_A_URL_WITH_BASE: Cause = {
  ...NOT_A_URL, sentence: "a browser does not accept the string with this base, or not the base",
};

/**
 * Reads the `href` of a link as a browser does: with the URL parser of the platform, which ignores spaces around it and
 * accepts nearly anything. Characters that are not allowed in a URI are then percent-encoded.
 */
export function parseHref(href: string, base?: Text): Uri {
  const [text, from] = [textOf(href), base === undefined ? undefined : textOf(base)];
  let url: URL;
  try {
    url = new URL(text, from);
  } catch {
    throw UriError.of(from === undefined ? NOT_A_URL : NOT_A_URL_WITH_BASE, text);
  }
  return parse(repair(url));
}

/**
 * Converts any string, such as one typed by a user, to a reference: percent-encodes characters that are
 * not allowed in their position. Throws if encoding would choose a host.
 */
export function repair(text: Text): string {
  const string = textOf(text);
  return withInstance((at) => at.repair(string));
}
