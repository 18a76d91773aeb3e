// Finds the positions of errors, and of divergences, in the two texts of an audit.
//
// The messages of the library's answer, or of its fault, name a text, a line and possibly a column. A place keeps the
// rest of the message. A message without a position has no place.
import type { Audited, AuditedPattern } from "./ask";
import { Bytes } from "./bytes";
import { plainly } from "./plainly";

export type Side = "printed" | "against";

export interface Place {
  side: Side;
  /** Counted from 1. */
  line: number;
  /** In characters, counted from 1. */
  column?: number;
  message: string;
}

/** Returns the place that a message names: `printed grammar, line 3: …`, `pest grammar:2:8: …`. */
export function placeOf(message: string): Place | null {
  const found = /(printed|pest) grammar(?::|, line )(\d+)(?::(\d+))?:\s*/.exec(message);
  if (!found) return null;
  const rest = plainly(message.slice(found.index + found[0].length));
  const column = found[3] ?? /^(?:[^"`]*\b)?column (\d+) has/.exec(rest)?.[1];
  return {
    side: found[1] === "printed" ? "printed" : "against",
    line: Number(found[2]),
    ...(column === undefined ? {} : { column: Number(column) }),
    message: rest,
  };
}

/** Returns the places of the errors in an answer. */
export function faultsOf(answer: Audited | AuditedPattern): Place[] {
  if ("productions" in answer) {
    const { productions, grammar } = answer;
    const messages = [
      ...productions.filter(({ verdict }) => verdict === "undecided" || verdict === "missing").map(({ message }) => message ?? ""),
      ...grammar.refused.map(({ message }) => message),
    ];
    const all = messages.map(placeOf).filter((place) => place !== null);
    const key = ({ side, line, message }: Place) => `${side} ${line} ${message}`;
    return all.filter((place, index) => all.findIndex((other) => key(other) === key(place)) === index);
  }
  const { message, offset, pattern } = answer;
  if (message === undefined) return [];
  const place = placeOf(message);
  if (place) return [place];
  if (offset === undefined) return [];
  const before = pattern.slice(0, new Bytes(pattern).unit(offset));
  const start = before.lastIndexOf("\n") + 1;
  const words = message.replace(/^cannot read the pattern as \w[\w-]*, at byte \d+: /, "");
  return [{ side: "against", line: before.split("\n").length, column: [...before.slice(start)].length + 1, message: plainly(words) }];
}

/** Returns the lines of each side at which the two grammars diverge. */
export function partingsOf(answer: Audited | AuditedPattern): Record<Side, Set<number>> {
  const lines: Record<Side, Set<number>> = { printed: new Set(), against: new Set() };
  if (!("productions" in answer)) return lines;
  for (const { departures = [] } of answer.productions) {
    for (const { line, printed } of departures) {
      if (line !== undefined) lines.against.add(line);
      for (const step of printed) lines.printed.add(step.line);
    }
  }
  return lines;
}
