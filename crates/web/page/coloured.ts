// Estimates the component spans of edited text before its answer arrives.
//
// The part before and after the edit keeps its components, and so does the component that contains the edit. The
// answer replaces the estimate within some milliseconds; without it, the colours would flicker at each key.
import { Bytes } from "./bytes";
import type { Span } from "./spans";
import { common } from "./common";

/** Converts spans in bytes to spans in units. */
export function inUnits(text: string, spans: Span[]): Span[] {
  const bytes = new Bytes(text);
  return spans.map(({ start, end, name }) => ({ start: bytes.unit(start), end: bytes.unit(end), name }));
}

/** Moves the spans of a text to their positions in its edited version. */
export function moved(before: string, spans: Span[], after: string): Span[] {
  if (before === after) return spans;
  const { start, end } = common(before, after);
  const last = before.length - end;
  const by = after.length - before.length;
  const at = (unit: number) => (unit === 0 || unit < start ? unit : unit >= last ? unit + by : start);
  return spans.map((span) => ({ ...span, start: at(span.start), end: at(span.end) }));
}
