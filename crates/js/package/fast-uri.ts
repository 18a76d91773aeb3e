// The entry `urispec/fast-uri`: the exports of fast-uri and uri-js, with results by RFC 3986.
//
// Components have the form of fast-uri: normalized up to percent-encoding, with a number for a port and an IPv6 address
// without brackets. A string that is not a reference is repaired first, since schemas contain many of them; if it
// cannot be repaired, the components have an `error`. docs/fast-uri.md lists the differences.
//
// A base may be relative or empty here, as in ajv. RFC 3986 resolves only against a URI (5.2.1), so such a base gets a
// temporary scheme.

import { UriError } from "./error.js";
import { isValidReference, normalize as normalForm, parseReference, repair, resolve as target } from "./index.js";
import { bare, encoded, hostOf, removeDots, removeDotsWithin } from "./fast-uri-parts.js";
import { handlerOf } from "./fast-uri-schemes.js";

/**
 * The components of a URI, and those specific to a scheme. The types are those of fast-uri: an absent component is
 * `undefined`, with or without a key.
 */
export interface URIComponent {
  scheme?: string;
  userinfo?: string;
  host?: string;
  port?: number | string;
  path?: string;
  query?: string;
  fragment?: string;
  /** `same-document`, `relative`, `absolute` or `uri`. */
  reference?: string;
  error?: string;
  /** For `urn`. */
  nid?: string;
  nss?: string;
  uuid?: string;
  /** For `mailto`, decoded. */
  to?: string[];
  subject?: string;
  body?: string;
  headers?: Record<string, string>;
  /** For `ws` and `wss`. */
  resourceName?: string;
  secure?: boolean;
}

/** Components from a caller. */
export type ComponentsArgument = { [name in keyof URIComponent]?: URIComponent[name] | undefined };

export interface Options {
  /** Treats a string as one of this scheme. */
  scheme?: string | undefined;
  /** `suffix`: the string begins with its authority. Any other value: `parse` reports an error for a different kind. */
  reference?: string | undefined;
  /** Ignores a scheme that a reference shares with its base (5.2.2). */
  tolerant?: boolean | undefined;
  /** Treats a URN as one of this namespace. */
  nid?: string | undefined;
  /** Keeps dot segments when serializing. */
  absolutePath?: boolean | undefined;
}

/** A temporary scheme for bases without one. It never appears in results. */
const STAND_IN = "relative:";

const NO_SCHEME = "a scheme must begin with a letter and may contain only letters, digits, \"+\", \"-\" and \".\" (RFC 3986, 3.1)";

/** Strings whose repair would change their meaning, each with the reason. */
const REFUSED: readonly [RegExp, string][] = [
  [/^[\0- ]|[\0- ]$/, "white space or a control character around a URI is not part of it (RFC 3986, C)"],
  [/^(?![A-Za-z][A-Za-z0-9+.-]*:)[^:/?#]+:/, NO_SCHEME],
  [/%(?![0-9A-Fa-f]{2})/, "\"%\" must be followed by two hexadecimal digits (RFC 3986, 2.1)"],
];

const hasScheme = (reference: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference);

/** Returns the handler of the scheme of a reference. */
const handlerOfReference = (reference: string): ReturnType<typeof handlerOf> =>
  hasScheme(reference) ? handlerOf(reference.slice(0, reference.indexOf(":"))) : undefined;

/** Returns the reference that a string is, or is repaired to; or the error. */
function read(text: string, options?: Options): { text: string; reference: string } | { text: string; error: string } {
  if (options?.reference !== "suffix" && isValidReference(text)) return { text, reference: text };
  const refused = REFUSED.find(([pattern]) => pattern.test(text));
  if (options?.reference === "suffix") text = (options.scheme ? `${options.scheme}:` : "//") + text;
  if (refused !== undefined) return { text, error: refused[1] };
  try {
    return { text, reference: repair(text) };
  } catch (error) {
    if (error instanceof UriError) return { text, error: error.message };
    throw error;
  }
}

/** Parses a string. It never throws: `error` explains why a string is not a reference. */
export function parse(uri: string, options?: Options): URIComponent {
  const found = read(uri, options);
  const parsed = "error" in found ? splitInvalid(found.text, found.error) : componentsOf(found.reference);
  parsed.reference = kindOf(parsed);
  if (options?.reference && options.reference !== "suffix" && options.reference !== parsed.reference) {
    parsed.error ??= `this is not a reference of the kind ${options.reference} (RFC 3986, 4)`;
  }
  handlerOf(options?.scheme ?? parsed.scheme)?.parse(parsed, options);
  return parsed;
}

/** Returns the components of a reference. */
function componentsOf(reference: string): URIComponent {
  const normal = parseReference(normalForm(reference, "percent-encoding"));
  const isRaw = handlerOfReference(reference)?.raw ?? false;
  const { path, query, fragment } = isRaw ? parseReference(normalForm(reference, "case")) : normal;
  const { scheme, userinfo, host, port } = normal;
  return { scheme, userinfo, host: host && bare(host), port: port && portOf(port), path, query, fragment };
}

/** Returns a port as a number, if it is at most 65535. */
const portOf = (port: string): string | number =>
  /^[0-9]+$/.test(port) && Number(port) <= 65535 ? Number(port) : port;

/** Splits any string into components, by Appendix B. */
function splitInvalid(text: string, error: string): URIComponent {
  const [, scheme, authority, path = "", query, fragment] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? [];
  const [, userinfo, host = authority, port] =
    /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(authority ?? "") ?? [];
  const parsed: URIComponent = { scheme: scheme?.toLowerCase(), userinfo, host: undefined, path: encoded(path, "path") };
  parsed.port = port && portOf(port);
  if (authority !== undefined) parsed.host = host?.toLowerCase();
  parsed.query = query && encoded(query, "query");
  parsed.fragment = fragment && encoded(fragment, "query");
  parsed.error = error;
  return parsed;
}

function kindOf({ scheme, host, path, query, fragment }: URIComponent): string {
  if (scheme !== undefined) return fragment === undefined ? "absolute" : "uri";
  return host === undefined && query === undefined && !path ? "same-document" : "relative";
}

const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

/** Returns the components of an object. A `Uri` or a `URL` has those of its `href`; another class may have getters. */
function partsOf(components: ComponentsArgument): URIComponent {
  const inherits = (name: string) => !Object.hasOwn(components, name) && name in components && !(name in Object.prototype);
  const { href } = components as { href?: unknown };
  if (inherits("href") && typeof href === "string") return parse(href);
  const parts: Record<string, unknown> = { ...components };
  for (const name of COMPONENTS) if (inherits(name)) parts[name] = components[name];
  return parts as URIComponent;
}

/** Serializes components: encodes each as needed, and removes dot segments. */
export function serialize(components: ComponentsArgument, options?: Options): string {
  const parts = partsOf(components) as URIComponent & { isWritten?: boolean };
  const { scheme } = parts;
  if (scheme && !/^[a-z][a-z0-9+.-]*$/i.test(String(scheme))) {
    throw new TypeError(NO_SCHEME);
  }
  handlerOf(options?.scheme ?? scheme)?.serialize(parts, options);
  const { userinfo, host, port } = parts;
  const showsScheme = options?.reference !== "suffix" && !!parts.scheme;
  const hasAuthority = userinfo !== undefined || host !== undefined || (port !== undefined && port !== null);
  let text = showsScheme ? `${parts.scheme}:` : "";
  if (hasAuthority) {
    if (options?.reference !== "suffix") text += "//";
    if (userinfo !== undefined) text += `${encoded(String(userinfo), "userinfo")}@`;
    if (host !== undefined) text += hostOf(String(host));
    if (port !== undefined && port !== null) {
      if (!/^[0-9]*$/.test(String(port))) throw new TypeError("a port contains only digits (RFC 3986, 3.2.3)");
      text += `:${port}`;
    }
  }
  let path = parts.isWritten ? String(parts.path ?? "") : encoded(String(parts.path ?? ""), "path");
  if (hasAuthority && path !== "" && !path.startsWith("/")) path = `/${path}`;
  const isRelative = !showsScheme && !hasAuthority && !path.startsWith("/");
  if (!options?.absolutePath && !handlerOf(options?.scheme ?? scheme)?.opaque) {
    path = isRelative ? removeDotsWithin(path) : removeDots(path);
  }
  // Without an authority, a path cannot begin with "//" (3.3), and without a scheme, the first segment cannot contain
  // ":" (4.2).
  if (!hasAuthority && path.startsWith("//")) path = `/.${path}`;
  if (!showsScheme && !hasAuthority && /^[^/]*:/.test(path)) path = `./${path}`;
  text += path;
  if (parts.query !== undefined) text += `?${encoded(String(parts.query), "query")}`;
  if (parts.fragment !== undefined) text += `#${encoded(String(parts.fragment), "query")}`;
  return text;
}

/** Resolves a reference against a base, and normalizes the target (6.2.2). A URN keeps its dots, as in fast-uri. */
export function resolve(baseURI: string, relativeURI: string, options?: Options): string {
  const [base, relative] = [read(baseURI), read(relativeURI)];
  if ("error" in base) throw new Error(`base: ${base.error}`);
  if ("error" in relative) throw new Error(`reference: ${relative.error}`);
  const how = { nonStrict: !!options?.tolerant, guardPath: true };
  const [from, to] = [base.reference, relative.reference];
  const reached = handlerOfReference(to)?.opaque ? to
    : hasScheme(from) || hasScheme(to) ? target(hasScheme(from) ? from : STAND_IN, to, how)
    : resolveRelative(from, to);
  const normal = normalForm(reached, handlerOfReference(reached)?.opaque ? "percent-encoding" : "path-segments");
  const [, scheme] = /^(https?|wss?):(?!\/\/(?:[^@/?#]*@)?[^:/?#])/.exec(normal) ?? [];
  if (scheme !== undefined) throw new Error(`a URI of the scheme ${scheme} must have a host (RFC 9110, 4.2.1; RFC 6455, 3)`);
  return normal;
}

/** Resolves against a base without a scheme: the target has none either. Leading ".." without a parent stay. */
function resolveRelative(base: string, reference: string): string {
  const from = parseReference(base), to = parseReference(reference);
  if ([from, to].every(({ authority, path }) => authority === undefined && !path.startsWith("/"))) {
    // The merge of 5.2.3.
    const joined = from.path.slice(0, from.path.lastIndexOf("/") + 1) + to.path;
    const merged = to.path === "" ? from.path : removeDotsWithin(joined);
    const query = to.path === "" && to.query === undefined ? from.query : to.query;
    const path = /^[^/]*:/.test(merged) ? `./${merged}` : merged;
    return path + (query === undefined ? "" : `?${query}`) + (to.fragment === undefined ? "" : `#${to.fragment}`);
  }
  return target(STAND_IN + base, reference, { guardPath: true }).slice(STAND_IN.length);
}

/** Resolves components. */
export function resolveComponent(base: ComponentsArgument, relative: ComponentsArgument, options?: Options): URIComponent {
  return parse(resolve(serialize(base, options), serialize(relative, options), options), options);
}

/** Normalizes a string by the rules of its scheme (6.2.3), or components. Returns an invalid string unchanged. */
export function normalize(uri: string, options?: Options): string;
export function normalize(uri: ComponentsArgument, options?: Options): URIComponent;
export function normalize(uri: string | ComponentsArgument, options?: Options): string | URIComponent {
  if (typeof uri !== "string") return parse(serialize(uri, options), options);
  return normalString(uri, options) ?? uri;
}

function normalString(uri: string, options: Options | undefined): string | undefined {
  const found = read(uri, options);
  if ("error" in found) return undefined;
  const handler = handlerOfReference(found.reference);
  if (options?.reference !== "suffix" && !handler?.rewrites) return normalForm(found.reference, "scheme");
  const parsed = parse(uri, options);
  // A URN with a namespace identifier is a URN, even if it breaks a rule of its namespace.
  return handler?.opaque && parsed.error !== undefined && parsed.nid === undefined ? undefined : serialize(parsed, options);
}

/** Returns whether both are equivalent by the rules of their scheme. An invalid string equals nothing. */
export function equal(a: string | ComponentsArgument, b: string | ComponentsArgument, options?: Options): boolean {
  const [first, second] = [comparable(a, options), comparable(b, options)];
  return first !== undefined && first === second;
}

function comparable(uri: unknown, options: Options | undefined): string | undefined {
  try {
    if (typeof uri === "string") return normalString(uri, options);
    return typeof uri === "object" && uri !== null ? normalString(serialize(uri, options), options) : undefined;
  } catch {
    return undefined;
  }
}

const fastUri = { parse, serialize, resolve, resolveComponent, normalize, equal };
export { fastUri, fastUri as default };
