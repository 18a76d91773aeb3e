// The entry `urispec/engine`: decisions about patterns, globs, templates and routes. Results are decided for all strings,
// never sampled.

import { Decoder } from "lzma1/decoder";
import { InputBuffer, OutputBuffer } from "lzma1/streams";
import { Library, RequestError } from "./asking.js";
import wasm from "./engine.wasm";
import type { PatternLintId } from "./lints.js";
import { bytesOf } from "./module.js";
import type { Dialect } from "./names.js";
import { encodable } from "./pattern.js";

export { RequestError };
export type { Dialect, PatternLintId };

/** How a pattern is matched: anywhere in the string, from its beginning, as a whole, or, for `time`, all matches. */
export type Match = "search" | "prefix" | "whole" | "global";

/** The notation of a template or a route. */
export type Notation =
  | "rfc6570" | "mcp" | "openapi" | "express4" | "express5" | "spring" | "rails" | "flask" | "django";

/** The syntax of a glob: Python's `fnmatch`, a path as in POSIX, a line of `.gitignore`, or AWS IAM. */
export type GlobSyntax = "fnmatch" | "pathname" | "gitignore" | "iam";

/** A string of a language: the bytes of one that is not UTF-8. */
export type Member = string | Uint8Array;

/** The relation of the left language to the right one, with a shortest string of each part that has strings. */
export interface Relation {
  relation: "equal" | "wider" | "narrower" | "overlapping" | "disjoint";
  onlyLeft?: Member;
  onlyRight?: Member;
  common?: Member;
}

/** A finding in a pattern. `start` and `end` are indexes of the source, in UTF-16 units. */
export interface PatternFinding {
  /** The id of the lint, which `docs/lints.md` of the package describes. */
  id: PatternLintId;
  severity: "error" | "warning" | "note";
  message: string;
  start: number;
  end: number;
  /** A shortest string that shows the finding. */
  witness?: string;
  /** The source with a suggested change. */
  mended?: string;
}

/** The findings in a pattern, and the questions that were not decided. */
export interface LintedPattern { findings: PatternFinding[]; undecided: string[] }

/** How the steps of a backtracking engine grow with the length of the string. */
export type MatchTime = { growth: "linear" } | { growth: "undecided"; why: string } | SlowTime;

export interface SlowTime {
  growth: "polynomial" | "exponential";
  /** The exponent, if the growth is polynomial. */
  degree?: number;
  /** Numbers of repetitions, each with the number of steps. */
  steps: [times: number, steps: number][];
  /** Returns a string in which each repeated part occurs `times` times. */
  attack(times: number): string;
}

/** The value of a variable of a template: a string, a list, or an associative array. */
export type Value = string | string[] | Record<string, string>;
export type Values = Record<string, Value>;

/** The values for an expansion. A variable without a value is undefined. */
export type GivenValues = Readonly<Record<string, string | readonly string[] | Readonly<Record<string, string>> | undefined>>;

/** Whether two templates or routes have a URI or a path in common. The relation is absent if it is not decided. */
export interface Collision {
  collide: boolean;
  uri?: string;
  values?: Values;
  otherValues?: Values;
  relation?: Relation["relation"];
}

export interface PatternOptions { dialect?: Dialect; match?: Match }

/** The target of a pattern. `json-schema` is the subset of ECMAScript that JSON Schema recommends. */
export interface Target { dialect?: Dialect | "json-schema"; maxLength?: number }

type Expression =
  | { name: string; match?: Match }
  | { union: Expression[] } | { intersection: Expression[] } | { without: Expression[] };

/** The time at which decisions end, in milliseconds. */
let end = Infinity;
const isOver = (): boolean => performance.now() >= end;

const embedded = new Library(() => {
  const output = new OutputBuffer();
  new Decoder().decompress(new InputBuffer(bytesOf(wasm)), output);
  return new WebAssembly.Module(output.toArray());
}, encodable, { urispec: { is_over: () => Number(isOver()) } });

function ask(request: object): any {
  try {
    return embedded.ask(request);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError && isOver()) throw new RequestError("the time of the budget is over; give more milliseconds to withBudget");
    throw error;
  }
}

/**
 * Calls a synchronous function, and throws a `RequestError` from the first decision of this entry in it that is not made
 * when `milliseconds` have passed: `withBudget(100, () => relation(a, b))`. It ends some milliseconds later. A budget needs
 * `performance.now`: in Cloudflare Workers, where it stands still during a computation, a budget has no effect.
 */
export function withBudget<T>(milliseconds: number, decide: () => T): T {
  if (!(typeof milliseconds === "number" && milliseconds >= 0)) {
    throw new TypeError("urispec: a budget is a number of milliseconds, not negative");
  }
  embedded.load();
  const before = end;
  end = Math.min(before, performance.now() + milliseconds);
  try {
    const decided = decide();
    if (decided instanceof Promise) throw new TypeError("urispec: a budget needs a synchronous function, not an async one");
    return decided;
  } finally {
    end = before;
  }
}

/**
 * Uses a compiled module instead of the embedded one, for a platform that forbids compiling, such as Cloudflare
 * Workers: `import module from "urispec/engine.wasm"`.
 */
export function init(module: WebAssembly.Module): void {
  embedded.module = module;
}

function string(value: unknown, what: string): string {
  if (typeof value === "string") return encodable(value);
  throw new TypeError(`urispec: ${what} must be a string, not ${value === null ? "null" : typeof value}`);
}

/** Returns the text of a pattern as the library reads it. A `RegExp` is read as its literal, with exactly its flags. */
function textOf(pattern: RegExp | string, dialect: Dialect): string {
  const isText = typeof pattern === "string";
  if (!isText && !(pattern instanceof RegExp)) throw new TypeError("urispec: a pattern must be a RegExp or a string");
  if (!isText && dialect !== "ecmascript") {
    throw new TypeError("urispec: a RegExp has the dialect ecmascript; pass its source to use another one");
  }
  // A text in slashes without flags is not read as a literal. The flag `d` changes no match.
  return encodable(isText ? pattern : `/${pattern.source}/${pattern.flags || "d"}`);
}

/** Returns the values of a record under `key` and `key_hex`. */
function members(record: Record<string, unknown>, key: string): Member[] {
  const texts = record[key] as string[] | undefined;
  return texts ?? (record[`${key}_hex`] as string[]).map(hexadecimal);
}

function member(record: Record<string, string>, key: string): Member | undefined {
  const hex = record[`${key}_hex`];
  return hex === undefined ? record[key] : hexadecimal(hex);
}

function hexadecimal(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

/** Removes undefined values. */
function defined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

/**
 * A set of strings, which may be infinite. A language is only a description, and each method decides anew, usually in
 * less than a millisecond. A method throws a `RequestError` if the language cannot be read or is too large to decide.
 */
export class Language {
  /** @internal */
  readonly expression: Expression;

  /** @internal */
  constructor(expression: Expression) {
    this.expression = expression;
  }

  /**
   * Returns the language of a name, `KIND:TEXT`: `regex:^a$` and `/^a$/i` for ECMAScript, `python:^a$` for another
   * dialect, `iam:a*` for a glob, `template:/{id}`, and `express5:/:id` for a route.
   */
  static of(name: string, { match }: { match?: Match } = {}): Language {
    return new Language({ name: string(name, "a name"), match });
  }

  /** Returns the strings in which a pattern matches. The default is that it is searched for. */
  static pattern(pattern: RegExp | string, { dialect = "ecmascript", match }: PatternOptions = {}): Language {
    return new Language({ name: `${dialect}:${textOf(pattern, dialect)}`, match });
  }

  /** Returns the strings that a glob matches. */
  static glob(glob: string, syntax: GlobSyntax = "fnmatch"): Language {
    return new Language({ name: `${syntax}:${string(glob, "a glob")}` });
  }

  /** Returns the expansions of a template, or the paths of a route. */
  static template(template: string, notation: Notation = "rfc6570"): Language {
    const kind = notation === "rfc6570" ? "template" : notation;
    return new Language({ name: `${kind}:${string(template, "a template")}` });
  }

  /** Returns the strings of this language or any of the others. */
  union(...others: Source[]): Language {
    return combined("union", this, others);
  }

  /** Returns the strings of this language that are also in all others. */
  intersection(...others: Source[]): Language {
    return combined("intersection", this, others);
  }

  /** Returns the strings of this language that are in none of the others. */
  without(...others: Source[]): Language {
    return combined("without", this, others);
  }

  /** Compares this language, the left one, with another. */
  relation(other: Source): Relation {
    const found = ask({ ask: "relation", left: this.expression, right: languageOf(other).expression });
    const [onlyLeft, onlyRight, common] = ["only_left", "only_right", "common"].map((key) => member(found, key));
    return defined({ relation: found.relation, onlyLeft, onlyRight, common });
  }

  /** Returns whether a string is in the language. */
  has(text: string): boolean {
    return ask({ ask: "strings", of: this.expression, text: string(text, "a text") }).contains;
  }

  /** Returns whether the language has no string. */
  isEmpty(): boolean {
    return ask({ ask: "strings", of: this.expression }).empty;
  }

  /** Returns the shortest string, or undefined if there is none. */
  shortest(): Member | undefined {
    return this.members(1)[0];
  }

  /** Returns up to `most` strings, the shortest first. Of characters that the language treats alike, it uses one. */
  members(most: number): Member[] {
    return members(ask({ ask: "strings", of: this.expression, most }), "members");
  }

  /** Returns up to `most` strings that differ in kind, for tests of a parser. */
  sample(most: number): Member[] {
    return members(ask({ ask: "strings", of: this.expression, sample: most }), "sample");
  }

  /**
   * Writes the language as a pattern that is searched for, without look-around and back references. A pattern for
   * JavaScript needs the flag `u`.
   */
  toPattern({ dialect, maxLength }: Target = {}): string {
    return ask({ ask: "pattern", of: this.expression, dialect, max_length: maxLength }).pattern;
  }
}

/** A language. A `RegExp` is searched for, and a string is a name, as for `Language.of`. */
export type Source = Language | RegExp | string;

function languageOf(one: Source): Language {
  if (one instanceof Language) return one;
  if (typeof one === "string") return Language.of(one);
  if (one instanceof RegExp) return Language.pattern(one);
  throw new TypeError(`urispec: a language is a Language, a RegExp or a name, not ${one === null ? "null" : typeof one}`);
}

/** Combines languages. A list of the same kind in front is continued, so that a loop does not nest. */
function combined(kind: "union" | "intersection" | "without", first: Language, others: Source[]): Language {
  const begun = (first.expression as Record<string, Expression[] | undefined>)[kind] ?? [first.expression];
  return new Language({ [kind]: [...begun, ...others.map((one) => languageOf(one).expression)] } as Expression);
}

/** Compares two languages. */
export function relation(left: Source, right: Source): Relation {
  return languageOf(left).relation(right);
}

/**
 * Writes a pattern that matches the same strings without look-around, atomic groups and possessive repetitions, as far
 * as possible as its author wrote it. `from` is the dialect of the pattern. The result is searched for, and is decided
 * to be equal. A pattern for JavaScript needs the flag `u`.
 */
export function toPattern(
  pattern: RegExp | string, { from = "ecmascript", dialect, match, maxLength }: Target & { from?: Dialect; match?: Match } = {},
): string {
  return ask({ ask: "pattern", text: textOf(pattern, from), from, match, dialect, max_length: maxLength }).pattern;
}

/** Finds parts of a pattern whose meaning is probably not the intended one, and patterns that are slow. */
export function lint(pattern: RegExp | string, { dialect = "ecmascript", match }: PatternOptions = {}): LintedPattern {
  const text = textOf(pattern, dialect);
  const encoder = new TextEncoder(), decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoded = encoder.encode(text);
  // A `RegExp` is read as `/source/flags`.
  const [before, length] = typeof pattern === "string" ? [0, text.length] : [1, pattern.source.length];
  const index = (at: number) => {
    const units = decoder.decode(encoded.subarray(0, at)).length;
    return Math.min(Math.max(units - before, 0), length);
  };
  const inner = (mended: string) => (typeof pattern === "string" ? mended : mended.slice(1, mended.lastIndexOf("/")));
  const { findings, undecided } = ask({ ask: "lint", text, dialect, match }) as LintedPattern;
  return {
    findings: findings.map((one) => defined({
      ...one, start: index(one.start), end: index(one.end), mended: one.mended === undefined ? undefined : inner(one.mended),
    })),
    undecided,
  };
}

/** Decides how the steps of a backtracking engine grow with the length of the string. */
export function time(pattern: RegExp | string, { dialect = "ecmascript", match }: PatternOptions = {}): MatchTime {
  const found = ask({ ask: "time", text: textOf(pattern, dialect), dialect, match });
  if (found.pumps === undefined) return found;
  const { growth, degree, steps, pumps, suffix } = found as SlowTime & { pumps: [string, string][]; suffix: string };
  const attack = (times: number) => pumps.map(([first, pump]) => first + pump.repeat(times)).join("") + suffix;
  return defined({ growth, degree, steps, attack });
}

/** Expands a URI template (RFC 6570). Variables without a value are undefined. */
export function expand(template: string, values: GivenValues): string {
  // Pairs, since their order matters.
  const sent = Object.entries(values).map(([name, value]) =>
    [name, typeof value === "object" && !Array.isArray(value) && value !== null ? { pairs: Object.entries(value) } : value]);
  return ask({ ask: "expand", template: string(template, "a template"), values: Object.fromEntries(sent) }).expansion;
}

/**
 * Returns the values with which a template expands to a URI, or with which a route matches a path: none if it does not,
 * and several if a template is ambiguous, of which at most `most` are returned.
 */
export function match(
  template: string, uri: string, { notation, most }: { notation?: Notation; most?: number } = {},
): Values[] {
  return ask({ ask: "match", template: string(template, "a template"), text: string(uri, "a URI"), notation, most }).ways;
}

/** Decides whether two templates can expand to the same URI, or two routes match the same path. */
export function collide(left: string, right: string, { notation }: { notation?: Notation } = {}): Collision {
  const templates = { left: string(left, "a template"), right: string(right, "a template") };
  const { other_values: otherValues, ...found } = ask({ ask: "collide", ...templates, notation });
  return defined({ ...found, otherValues });
}
