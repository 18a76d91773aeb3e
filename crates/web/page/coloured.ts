// Where the components of the string that is typed stand, before its answer is here.
//
// In: the spans of the text before, in bytes, and the text now. Out: spans in units of the text now: what stands
// before and after the edit keeps its component, and so does the component in which the edit is. The answer comes
// within some milliseconds and replaces them; without this, each key would blink.
import { Bytes } from "./bytes";
import type { Span } from "./spans";
import { common } from "./common";

/** Spans in units of a text, from spans in its bytes. */
export function inUnits(text: string, spans: Span[]): Span[] {
  const bytes = new Bytes(text);
  return spans.map(({ start, end, name }) => ({ start: bytes.unit(start), end: bytes.unit(end), name }));
}

/** Spans of one text, moved to where they stand in another that was edited from it. */
export function moved(before: string, spans: Span[], after: string): Span[] {
  if (before === after) return spans;
  const { start, end } = common(before, after);
  const last = before.length - end;
  const by = after.length - before.length;
  const at = (unit: number) => (unit === 0 || unit < start ? unit : unit >= last ? unit + by : start);
  return spans.map((span) => ({ ...span, start: at(span.start), end: at(span.end) }));
}
