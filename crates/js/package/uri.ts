// The classes for a URI, and for a reference, which may be relative.

import { withInstance, numbers } from "./instance.js";
import { UriError, type Cause } from "./error.js";

/** The rungs of the comparison ladder (RFC 3986, 6.2), lowest first. */
export const RUNGS = Object.freeze(["string", "case", "percent-encoding", "path-segments", "scheme"] as const);
export type Rung = (typeof RUNGS)[number];

/** The kinds of hosts, with the names of RFC 3986, 3.2.2. */
export type HostKind = "reg-name" | "IPv4address" | "IPv6address" | "IPvFuture";

/** A string, or an object with an `href`: a `Uri`, a `URL`, a link of a page. */
export type Text = string | { readonly href: string };

/** Components by name. A key with the value `undefined` removes its component. */
export interface Components {
  scheme?: string | undefined;
  userinfo?: string | undefined;
  host?: string | undefined;
  port?: string | number | undefined;
  path?: string | undefined;
  query?: string | undefined;
  fragment?: string | undefined;
}

/** Options for resolution. Each departs from the algorithm, as a sentence of RFC 3986 permits. */
export interface ResolveOptions {
  /** Ignores a scheme that a reference shares with the base: "a non-strict parser may ignore a scheme" (5.2.2). */
  nonStrict?: boolean;
  /** Puts `/.` before a path that would be read as an authority (3.3), instead of throwing. */
  guardPath?: boolean;
}

const KINDS = [undefined, "reg-name", "IPv4address", "IPv6address", "IPvFuture"] as const;
const NAMES = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

const NO_SCHEME: Cause = {
  id: "no-scheme",
  sentence: "missing scheme: this is a relative reference; resolve it against a base first",
  section: "3",
  document: "RFC 3986",
};

/** Returns the string of an argument. */
export function textOf(text: Text): string {
  if (typeof text === "string") return text;
  const href: unknown = typeof text === "object" && text !== null ? text.href : undefined;
  if (typeof href === "string") return href;
  throw new TypeError(`urispec: expected a string or an object with an href, not ${shown(text)}`);
}

function shown(value: unknown): string {
  return value === null ? "null" : typeof value === "object" ? "an object without one" : typeof value;
}

/** Returns the number of a rung. */
export function numberOf(rung: Rung): number {
  const number = RUNGS.indexOf(rung);
  if (number < 0) throw new TypeError(`urispec: unknown rung ${String(rung)}; the rungs are ${RUNGS.join(", ")}`);
  return number;
}

/** Encodes the options for the module. */
export function bits(options: ResolveOptions | undefined): number {
  return (options?.nonStrict ? 1 : 0) | (options?.guardPath ? 2 : 0);
}

/** A marker: the instance has just parsed the string. */
const parsed: unique symbol = Symbol("parsed");

/**
 * A URI or a relative reference (RFC 3986, 4.1), exactly as written. An undefined component is `undefined`, and an
 * empty one is `""`. Nothing is decoded, and properties are read-only.
 */
export class UriReference {
  readonly #text: string;
  readonly #schemeEnd: number;
  readonly #hostStart: number;
  readonly #hostEnd: number;
  readonly #pathStart: number;
  readonly #pathEnd: number;
  readonly #queryEnd: number;
  readonly #kind: number;

  /** @throws {UriError} if the string is not a reference, {TypeError} if the argument is not a string. */
  constructor(text: Text);
  /** @internal */
  constructor(text: Text, state?: typeof parsed);
  constructor(text: Text, state?: typeof parsed) {
    const string = state === parsed ? (text as string) : textOf(text);
    if (state !== parsed) withInstance((at) => at.parse(string));
    const ends = numbers();
    this.#text = string;
    this.#schemeEnd = ends[0] as number;
    this.#hostStart = ends[1] as number;
    this.#hostEnd = ends[2] as number;
    this.#pathStart = ends[3] as number;
    this.#pathEnd = ends[4] as number;
    this.#queryEnd = ends[5] as number;
    this.#kind = ends[6] as number;
  }

  /** The whole string. */
  get href(): string {
    return this.#text;
  }

  /** Without `:`. */
  get scheme(): string | undefined {
    return this.#schemeEnd === 0 ? undefined : this.#text.slice(0, this.#schemeEnd);
  }

  get #authorityStart(): number {
    return this.#schemeEnd === 0 ? 2 : this.#schemeEnd + 3;
  }

  /** Userinfo, host and port, without `//`. */
  get authority(): string | undefined {
    return this.#kind === 0 ? undefined : this.#text.slice(this.#authorityStart, this.#pathStart);
  }

  /** Without `@`. It may contain a password. */
  get userinfo(): string | undefined {
    const start = this.#authorityStart;
    return this.#kind === 0 || this.#hostStart === start ? undefined : this.#text.slice(start, this.#hostStart - 1);
  }

  /** An IPv6 address includes its brackets. Unlike `URL.host`, this does not include the port. */
  get host(): string | undefined {
    return this.#kind === 0 ? undefined : this.#text.slice(this.#hostStart, this.#hostEnd);
  }

  get hostKind(): HostKind | undefined {
    return KINDS[this.#kind];
  }

  /** Digits, without `:`; it may be empty, and a default port is neither added nor removed. */
  get port(): string | undefined {
    return this.#hostEnd === this.#pathStart ? undefined : this.#text.slice(this.#hostEnd + 1, this.#pathStart);
  }

  /** Always defined, and may be empty. */
  get path(): string {
    return this.#text.slice(this.#pathStart, this.#pathEnd);
  }

  /** Without `?`. */
  get query(): string | undefined {
    return this.#queryEnd === this.#pathEnd ? undefined : this.#text.slice(this.#pathEnd + 1, this.#queryEnd);
  }

  /** Without `#`. */
  get fragment(): string | undefined {
    return this.#queryEnd === this.#text.length ? undefined : this.#text.slice(this.#queryEnd + 1);
  }

  /** Returns the reference in normal form (6.2.2), or up to another rung. */
  normalize(rung: Rung = "path-segments"): UriReference {
    const to = numberOf(rung);
    const normal = withInstance((at) => at.normalize(this.#text, to));
    return normal === this.#text ? this : make(normal);
  }

  /** Returns whether both are equivalent at a rung or below. */
  equals(other: Text, rung: Rung = "path-segments"): boolean {
    return equal(this.#text, other, rung);
  }

  /** Returns the reference with other components. Texts are not encoded. */
  with(components: Components | UriReference): UriReference {
    return make(built(this.#text, components));
  }

  toString(): string {
    return this.#text;
  }

  toJSON(): string {
    return this.#text;
  }

  /** Formats the reference for Node's `util.inspect`. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `${this.constructor.name} <${this.#text}>`;
  }
}

/** A reference with a scheme (3). */
export class Uri extends UriReference {
  /** @throws {UriError} if the string is not a URI, {TypeError} if the argument is not a string. */
  constructor(text: Text);
  /** @internal */
  constructor(text: Text, state?: typeof parsed);
  constructor(text: Text, state?: typeof parsed) {
    super(text, state);
    if (super.scheme === undefined) throw UriError.of(NO_SCHEME, super.href);
  }

  override get scheme(): string {
    return super.scheme as string;
  }

  /** The normalized scheme, host and port, without a default port; undefined without a host. */
  get origin(): string | undefined {
    if (!this.host) return undefined;
    const { scheme, host, port } = this.normalize("scheme");
    return `${scheme}://${host}${port === undefined ? "" : `:${port}`}`;
  }

  /** Resolves a reference against this URI (5.2). */
  resolve(reference: Text, options?: ResolveOptions): Uri {
    return uriOf(resolve(this.href, reference, options));
  }

  /** Returns the shortest reference that resolves, against this URI, to another. */
  relativize(target: Text): UriReference {
    const to = textOf(target);
    return make(withInstance((at) => at.relativize(this.href, to)));
  }

  override normalize(rung?: Rung): Uri {
    return super.normalize(rung) as Uri;
  }

  /** Returns the URI with other components. Throws if there is no scheme. */
  override with(components: Components | UriReference): Uri {
    return uriOf(built(this.href, components));
  }

  /** Builds a URI from components. */
  static from(components: Components | UriReference): Uri {
    return uriOf(built("", components));
  }
}

// Inside the class, a bundler gives it a different name, which would be visible.
const uriOf = (text: string): Uri => new Uri(text);

/** Returns a reference for a string: a `Uri` if it has a scheme. */
export function make(text: string): UriReference {
  withInstance((at) => at.parse(text));
  return numbers()[0] === 0 ? new UriReference(text, parsed) : new Uri(text, parsed);
}

/**
 * Builds a reference from components. A `UriReference` contributes all its components; any other object only its
 * own properties. An object that inherits components, such as `URL`, whose `host` differs from that of the RFC, is
 * rejected.
 */
function built(text: string, components: Components | UriReference): string {
  const isReference = components instanceof UriReference;
  const inherited = isReference ? undefined
    : NAMES.find((name) => name in components && !Object.hasOwn(components, name) && !(name in Object.prototype));
  if (inherited !== undefined) throw new TypeError(`urispec: ${inherited} must be an own property of the object`);
  const unknown = Object.keys(components).find((key) => !(NAMES as readonly string[]).includes(key));
  if (unknown !== undefined) {
    throw new TypeError(`urispec: unknown component ${unknown}; the components are ${NAMES.join(", ")}`);
  }
  const texts = NAMES.map((name) => {
    if (!isReference && !Object.hasOwn(components, name)) return undefined;
    const component: unknown = components[name];
    if (component === undefined || typeof component === "string") return component ?? null;
    if (name === "port" && Number.isSafeInteger(component) && (component as number) >= 0) return String(component);
    const wanted = name === "port" ? "a string, a whole number" : "a string";
    const found = typeof component === "number" ? String(component) : shown(component);
    throw new TypeError(`urispec: ${name} must be ${wanted} or undefined, not ${found}`);
  });
  return withInstance((at) => at.build(text, texts));
}

/** Resolves a reference against a base (5.2). */
export function resolve(base: Text, reference: Text, options?: ResolveOptions): string {
  const [from, to, how] = [textOf(base), textOf(reference), bits(options)];
  return withInstance((at) => at.resolve(from, to, how));
}

/** Returns whether two references are equivalent at a rung or below. */
export function equal(a: Text, b: Text, rung: Rung = "path-segments"): boolean {
  const [first, second, to] = [textOf(a), textOf(b), numberOf(rung)];
  const met = withInstance((at) => at.compare(first, second));
  return met !== undefined && met <= to;
}
