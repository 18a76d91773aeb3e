// The entry `urispec`: RFC 3986, synchronous, without a request and without a start that anybody waits for.

import { asked } from "./desk.js";
import { UriError } from "./error.js";
import { equal, make, numberOf, resolve, RUNGS, textOf, Uri, UriReference, type Rung, type Text } from "./uri.js";

export { equal, resolve, RUNGS, Uri, UriError, UriReference };
export type { Cause, Side } from "./error.js";
export type { Components, HostKind, ResolveOptions, Rung, Text } from "./uri.js";

/** Parses a URI, which begins with a scheme (3). */
export function parse(text: Text): Uri {
  return new Uri(text);
}

/** Parses a URI or a relative reference (4.1): a `Uri` where there is a scheme. */
export function parseReference(text: Text): UriReference {
  return make(textOf(text));
}

/** Whether a string is a URI. */
export function isValid(text: Text): boolean {
  const string = textOf(text);
  return asked((at) => at.check(string)) === 2;
}

/** Whether a string is a URI or a relative reference, as the empty string is. */
export function isValidReference(text: Text): boolean {
  const string = textOf(text);
  return asked((at) => at.check(string)) !== 0;
}

/** Why a string is no URI; undefined where it is one. Nothing is thrown. */
export function check(text: Text): UriError | undefined {
  try {
    parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof UriError) return error;
    throw error;
  }
}

/** The normal form of a reference (6.2.2), which is safe for any scheme; or up to another rung. */
export function normalize(text: Text, rung: Rung = "path-segments"): string {
  const [string, to] = [textOf(text), numberOf(rung)];
  return asked((at) => at.normalize(string, to));
}

/**
 * The lowest rung at which two references are the same. Undefined says only that no rung makes them so: two URIs that
 * differ may still identify one resource (6.1).
 */
export function compare(a: Text, b: Text): Rung | undefined {
  const [first, second] = [textOf(a), textOf(b)];
  const rung = asked((at) => at.compare(first, second));
  return rung === undefined ? undefined : RUNGS[rung];
}

/** The shortest reference that leads from a base to a target: what `resolve` turns back. */
export function relativize(base: Text, target: Text): string {
  const [from, to] = [textOf(base), textOf(target)];
  return asked((at) => at.relativize(from, to));
}

/**
 * Makes a reference of any string, as an `href` that somebody typed: percent-encodes what cannot stand where it
 * stands. Where encoding would choose a host, nothing is made.
 */
export function repair(text: Text): string {
  const string = textOf(text);
  return asked((at) => at.repair(string));
}
