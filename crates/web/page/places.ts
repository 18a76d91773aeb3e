// Finds the positions of errors, and of divergences, in the two texts of the lab.
//
// The messages of the library's answer, or of its fault, name a text, a line and possibly a column; or a byte of a
// pattern, a glob or a template. A place keeps the rest of the message.
import type { Audited, AuditedPattern, Related } from "./ask";
import { Bytes } from "./bytes";
import { plainly } from "./plainly";

export type Side = "printed" | "against";

export interface Place {
  side: Side;
  /** Counted from 1; undefined if the message has no position. */
  line?: number;
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
  const { message, pattern } = answer;
  if (message === undefined) return [];
  const place = placeOf(message) ?? placeIn(pattern, "against", message);
  return place.line === undefined ? [] : [place];
}

/** Returns the errors of a relation, in the texts of its sides. */
export function errorsOf({ errors = [] }: Related, texts: Record<Side, string>): Place[] {
  return errors.map(({ side, error }) => {
    const of = side === "left" && texts.printed !== "" ? "printed" : "against";
    return { ...(placeOf(error) ?? placeIn(texts[of], of, error)), side: of };
  });
}

/** Returns the place of a message about a byte of a text. Without a byte, the place is the whole text. */
function placeIn(text: string, side: Side, message: string): Place {
  const found = /^(?:cannot read the pattern as \w[\w-]*, )?at byte (\d+): /.exec(message);
  if (!found) return { side, message: plainly(message) };
  const before = text.slice(0, new Bytes(text).unit(Number(found[1])));
  const start = before.lastIndexOf("\n") + 1;
  return { side, line: before.split("\n").length, column: [...before.slice(start)].length + 1, message: plainly(message.slice(found[0].length)) };
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
