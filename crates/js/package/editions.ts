// The entry `urispec/editions`: a string by any of the documents, with trees, steps and lints.
//
// In: a string and an edition, such as `rfc2396`. Out: the records that the program prints with `--json`. Offsets there
// are bytes of UTF-8. A string that is not valid is no error: its record says so.

import type * as records from "../../web/page/ask.js";
import { ask, RequestError } from "./library.js";

export { RequestError };
export type {
  Across, Automaton, Change, Compared, Components, Diagram, Edition, Explained, Finding, Grammars, History, Linted,
  Normalized, Parsed, Production, Resolved, Split, Step, TreeNode, Verdict, Warned, Wrong,
} from "../../web/page/ask.js";

/** The document to go by: its id, such as `rfc2396` or `whatwg`. It is `rfc3986` unless one is named. */
export interface By { edition?: string }

const DEFAULT = "rfc3986";

/** The documents, oldest first, with their productions and rungs. */
export function editions(): records.Edition[] {
  return ask({ ask: "documents" }).editions;
}

/** A string by one edition: its components and its tree, or what is wrong. `nodes` caps the tree. */
export function parse(text: string, options: By & { rule?: string; nodes?: number } = {}): records.Parsed {
  const { edition = DEFAULT, rule, nodes } = options;
  return ask({ ask: "parse", edition, text, rule, nodes }, "text");
}

/** The components of RFC 3986, Appendix B, of any string. */
export function split(text: string): records.Split {
  return ask({ ask: "split", text }, "text");
}

/** A string by all editions, and in what they disagree. */
export function across(text: string, options: { base?: string } = {}): records.Across {
  return ask({ ask: "editions", text, base: options.base }, "text");
}

/** The target of a reference, with the steps of the edition's algorithm. */
export function resolve(
  base: string, reference: string, options: By & { nonStrict?: boolean; guardPath?: boolean } = {},
): records.Resolved {
  const { edition = DEFAULT, nonStrict, guardPath } = options;
  const rest = { non_strict: nonStrict, guard_path: guardPath };
  return ask({ ask: "resolve", edition, base, text: reference, ...rest }, "base", "text");
}

/** The normal form up to a rung that the edition licenses, with each change and its section. */
export function normalize(text: string, options: By & { to?: string; base?: string } = {}): records.Normalized {
  const { edition = DEFAULT, to = edition === "whatwg" ? "scheme" : "path-segments", base } = options;
  return ask({ ask: "normalize", edition, text, to, base }, "text");
}

/** The lowest rung at which two references are the same. */
export function compare(a: string, b: string, { edition = DEFAULT }: By = {}): records.Compared {
  return ask({ ask: "compare", edition, a, b }, "a", "b");
}

/** What is valid and yet unwise, and what attacks look like. */
export function lint(text: string, { edition = DEFAULT }: By = {}): records.Linted {
  return ask({ ask: "lint", edition, text }, "text");
}

/** A production: as it is printed, as it is read, members and near misses. */
export function explain(rule: string, { edition = DEFAULT }: By = {}): records.Explained {
  return ask({ ask: "explain", edition, rule }, "rule");
}

/** A production as a railroad diagram, an SVG; with a text, the way that the text takes. */
export function diagram(rule: string, options: By & { text?: string; expand?: number } = {}): records.Diagram {
  const { edition = DEFAULT, text, expand } = options;
  return ask({ ask: "diagram", edition, rule, text, expand }, "rule");
}

/** The minimal automaton of a production. */
export function automaton(rule: string, options: By & { text?: string } = {}): records.Automaton {
  const { edition = DEFAULT, text } = options;
  return ask({ ask: "automaton", edition, rule, text }, "rule");
}

/** A production through the documents that have it. */
export function history(rule: string, { edition = DEFAULT }: By = {}): records.History {
  return ask({ ask: "history", edition, rule }, "rule");
}

/** The printed grammars of an edition. */
export function grammars({ edition = DEFAULT }: By = {}): records.Grammars {
  return ask({ ask: "grammar", edition });
}
