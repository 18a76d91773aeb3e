// Selects the parts of a long text to draw.
//
// `matters` is an error, or a highlighted component. Returns the spans to draw, in order; the gaps are omitted and
// counted. A text of up to 2,000 bytes is drawn whole.

export interface Drawn { start: number; end: number }

const WHOLE = 2000;
const HEAD = 700;
const TAIL = 300;
const AROUND = 150;
const WITHIN = 300;

export function drawn(length: number, matters: Drawn | null): Drawn[] {
  if (length <= WHOLE) return [{ start: 0, end: length }];
  const wanted = [{ start: 0, end: HEAD }];
  if (matters) {
    const middle = Math.min(matters.end, matters.start + WITHIN);
    wanted.push({ start: matters.start - AROUND, end: middle + AROUND });
    if (matters.end > middle) wanted.push({ start: matters.end - AROUND, end: matters.end + AROUND });
  }
  wanted.push({ start: length - TAIL, end: length });
  wanted.sort((one, other) => one.start - other.start);
  const merged: Drawn[] = [];
  for (const { start, end } of wanted) {
    const clamped = { start: Math.max(start, 0), end: Math.min(end, length) };
    const last = merged.at(-1);
    // A gap of a few bytes is not worth omitting.
    if (last && clamped.start <= last.end + 20) last.end = Math.max(last.end, clamped.end);
    else merged.push(clamped);
  }
  return merged;
}
