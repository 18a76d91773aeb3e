// The entry `urispec/audit`: whether two grammars, or a grammar and a regular expression, accept the same strings.
//
// In: texts of grammars and patterns. Out: verdicts, with the shortest string that only one side accepts.

import type * as records from "../../web/page/ask.js";
import { ask, RequestError } from "./library.js";

export { RequestError };
export type { Audited, AuditedPattern, Departure, Different, Judged, Regex } from "../../web/page/ask.js";

/** A printed grammar: its text, its notation if the text does not tell, and the production to compare. */
export interface Printed { printed: string; notation?: string; rule?: string }

/** Compares a printed grammar with a grammar of pest, production by production. */
export function auditPest(pest: string, options: Printed): records.Audited {
  const request = { ask: "audit", kind: "pest", other: pest, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.Audited;
}

/**
 * Compares a production with a regular expression: a `RegExp` with exactly its flags, or the text of a pattern of a
 * dialect, `ecmascript` unless another is named. A text is read with the flags that are named, and without any if these
 * are `""`. If none are named, one of `ecmascript` is read with the flag `u`, as in JSON Schema; without it if the text is
 * no pattern with the flag, which a note says; and `"/…/flags"` as a literal. A flag that is not read is refused, and so is
 * half of a surrogate pair, which no text in UTF-8 has.
 */
export function auditRegex(
  pattern: string | RegExp, options: Printed & { dialect?: string; flags?: string },
): records.AuditedPattern {
  const { dialect = "ecmascript", flags } = options;
  const isText = typeof pattern === "string";
  if (!isText && (flags !== undefined || dialect !== "ecmascript")) {
    throw new TypeError("urispec: a RegExp has its own flags and dialect; give its source for others");
  }
  const other = isText ? pattern : pattern.source;
  if (/\p{Surrogate}/u.test(other)) {
    throw new TypeError("urispec: a pattern with half of a surrogate pair is not read; write \\u and four digits");
  }
  const own = isText ? flags : pattern.flags;
  const request = { ask: "audit", kind: "regex", other, dialect, flags: own, ...printed(options) } as const;
  return ask(request, "other", "printed") as records.AuditedPattern;
}

/** A production of a document as a regular expression, proven to match exactly its strings. */
export function regex(rule: string, options: { edition?: string; dialect?: string } = {}): records.Regex {
  const { edition = "rfc3986", dialect = "ecmascript" } = options;
  return ask({ ask: "regex", edition, rule, dialect }, "rule");
}

/** How the languages of two productions relate, with witnesses. */
export function diff(
  left: { edition: string; rule: string }, right: { edition: string; rule?: string },
): records.Different {
  const rules = { left: left.edition, left_rule: left.rule, right: right.edition, right_rule: right.rule };
  return ask({ ask: "diff", ...rules }, "left", "left_rule", "right");
}

function printed({ printed, notation, rule }: Printed): Printed {
  return { printed, notation, rule };
}
