// The entry `urispec/audit`: compares two grammars, or a grammar and a regular expression.
//
// It returns verdicts, with the shortest string that only one side accepts.

import type * as records from "../../web/page/ask.js";
import { ask, init, RequestError } from "./library.js";
import type { Dialect, EditionId, GrammarNotation } from "./names.js";
import { encodable } from "./pattern.js";

export { init, RequestError };
export type { Dialect, EditionId, GrammarNotation };
export type { Audited, AuditedPattern, Departure, Different, Judged, Regex, Related } from "../../web/page/ask.js";

/** A printed grammar: its text, its notation if it cannot be detected, and the production to compare. */
export interface Printed { printed: string; notation?: GrammarNotation; rule?: string }

/** Compares a printed grammar with a pest grammar, production by production. */
export function auditPest(pest: string, options: Printed): records.Audited {
  const request = { ask: "audit", kind: "pest", other: pest, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.Audited;
}

/**
 * Compares a production with a regular expression: a `RegExp` with exactly its flags, or the text of a pattern. The
 * default dialect is `ecmascript`. A text is read with `flags`, or without any if that is `""`. Without `flags`, an
 * `ecmascript` text is read with the flag `u`, as in JSON Schema; without `u` if it is invalid with it, which a note
 * reports; and `"/…/flags"` as a literal. Unsupported flags are rejected, and so is half of a surrogate pair, which
 * UTF-8 cannot encode.
 */
export function auditRegex(
  pattern: string | RegExp, options: Printed & { dialect?: Dialect; flags?: string },
): records.AuditedPattern {
  const { dialect = "ecmascript", flags } = options;
  const isText = typeof pattern === "string";
  if (!isText && (flags !== undefined || dialect !== "ecmascript")) {
    throw new TypeError("urispec: a RegExp has its own flags and dialect; pass its source to use others");
  }
  const other = encodable(isText ? pattern : pattern.source);
  const own = isText ? flags : pattern.flags;
  const request = { ask: "audit", kind: "regex", other, dialect, flags: own, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.AuditedPattern;
}

/**
 * Compares two languages of any kinds: a `RegExp`, searched for, with exactly its flags; or `KIND:TEXT`, as in
 * `urispec/engine`, and also productions (`rfc3986:host`), formats (`format:uuid`) and grammars: `abnf:`, `bnf:`, `w3c:`,
 * `iso:` or `pest:` before its text. A grammar's production is `leftRule` or `rightRule`, by default the first one.
 */
export function relation(
  left: RegExp | string, right: RegExp | string, { leftRule, rightRule }: { leftRule?: string; rightRule?: string } = {},
): records.Related {
  const [one, other] = [left, right].map((side) => (side instanceof RegExp ? encodable(`/${side.source}/${side.flags}`) : side)) as
    [string, string];
  const rules = { left_rule: leftRule, right_rule: rightRule };
  const found = ask({ ask: "relation", left: one, right: other, ...rules }, "left", "right") as records.Related;
  const [wrong] = found.errors ?? [];
  if (wrong !== undefined) throw new RequestError(`${wrong.side}: ${wrong.error}`);
  return found;
}

/** Exports a production of a document as a regular expression, proven to match exactly its strings. */
export function regex(rule: string, options: { edition?: EditionId; dialect?: Dialect } = {}): records.Regex {
  const { edition = "rfc3986", dialect = "ecmascript" } = options;
  return ask({ ask: "regex", edition, rule, dialect }, "rule");
}

/** Compares the languages of two productions, with witnesses. */
export function diff(
  left: { edition: EditionId; rule: string }, right: { edition: EditionId; rule?: string },
): records.Different {
  const rules = { left: left.edition, left_rule: left.rule, right: right.edition, right_rule: right.rule };
  return ask({ ask: "diff", ...rules }, "left", "left_rule", "right");
}

function printed({ printed, notation, rule }: Printed): Printed {
  return { printed, notation, rule };
}
