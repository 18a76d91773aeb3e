// The entry `urispec/editions`: strings by any of the documents, with trees, steps and lints.
//
// It returns the records that the program prints with `--json`. Their offsets are UTF-8 bytes. An invalid string is not
// an exception: its record reports the error.

import type * as records from "../../web/page/ask.js";
import { ask, init, RequestError } from "./library.js";
import type { LintId } from "./lints.js";
import { EDITION_RUNGS, EDITIONS, type EditionId, type EditionRung } from "./names.js";

export { EDITION_RUNGS, EDITIONS, init, RequestError };
export type { EditionId, EditionRung, LintId };
export type {
  Across, Automaton, Change, Compared, Components, Diagram, Edition, Explained, Grammars, History, Normalized,
  Parsed, Production, Resolved, Split, Step, TreeNode, Verdict, Warned, Wrong,
} from "../../web/page/ask.js";

/** The document to apply, by its id, such as `rfc2396` or `whatwg`. The default is `rfc3986`. */
export interface By { edition?: EditionId }

/** A finding of a lint, which `docs/lints.md` of the package describes. */
export interface Finding extends records.Finding { id: LintId }
export interface Linted extends records.Linted { findings: Finding[] }

const DEFAULT: EditionId = "rfc3986";

/** Returns the documents, oldest first, with their productions and rungs. */
export function editions(): records.Edition[] {
  return ask({ ask: "documents" }).editions;
}

/** Parses a string by one edition: returns its components and its tree, or the error. `nodes` limits the tree. */
export function parse(text: string, options: By & { rule?: string; nodes?: number } = {}): records.Parsed {
  const { edition = DEFAULT, rule, nodes } = options;
  return ask({ ask: "parse", edition, text, rule, nodes }, "text");
}

/** Splits any string into components, by RFC 3986, Appendix B. */
export function split(text: string): records.Split {
  return ask({ ask: "split", text }, "text");
}

/** Parses a string by all editions, and reports how they disagree. */
export function across(text: string, options: { base?: string } = {}): records.Across {
  return ask({ ask: "editions", text, base: options.base }, "text");
}

/** Resolves a reference, with the steps of the edition's algorithm. */
export function resolve(
  base: string, reference: string, options: By & { nonStrict?: boolean; guardPath?: boolean } = {},
): records.Resolved {
  const { edition = DEFAULT, nonStrict, guardPath } = options;
  const rest = { non_strict: nonStrict, guard_path: guardPath };
  return ask({ ask: "resolve", edition, base, text: reference, ...rest }, "base", "text");
}

/** Normalizes up to a rung of the edition, with each change and its section. */
export function normalize(text: string, options: By & { to?: EditionRung; base?: string } = {}): records.Normalized {
  const { edition = DEFAULT, to = edition === "whatwg" ? "scheme" : "path-segments", base } = options;
  return ask({ ask: "normalize", edition, text, to, base }, "text");
}

/** Finds the lowest rung at which two references are equivalent. */
export function compare(a: string, b: string, { edition = DEFAULT }: By = {}): records.Compared {
  return ask({ ask: "compare", edition, a, b }, "a", "b");
}

/** Finds text that is valid but unwise, and signs of attacks. */
export function lint(text: string, { edition = DEFAULT }: By = {}): Linted {
  return ask({ ask: "lint", edition, text }, "text") as Linted;
}

/** Describes a production: as printed, as read, with members and near misses. */
export function explain(rule: string, { edition = DEFAULT }: By = {}): records.Explained {
  return ask({ ask: "explain", edition, rule }, "rule");
}

/** Draws a production as a railroad diagram in SVG, with the path of a text. */
export function diagram(rule: string, options: By & { text?: string; expand?: number } = {}): records.Diagram {
  const { edition = DEFAULT, text, expand } = options;
  return ask({ ask: "diagram", edition, rule, text, expand }, "rule");
}

/** Returns the minimal automaton of a production. */
export function automaton(rule: string, options: By & { text?: string } = {}): records.Automaton {
  const { edition = DEFAULT, text } = options;
  return ask({ ask: "automaton", edition, rule, text }, "rule");
}

/** Returns the versions of a production in the documents that define it. */
export function history(rule: string, { edition = DEFAULT }: By = {}): records.History {
  return ask({ ask: "history", edition, rule }, "rule");
}

/** Returns the printed grammars of an edition. */
export function grammars({ edition = DEFAULT }: By = {}): records.Grammars {
  return ask({ ask: "grammar", edition });
}
