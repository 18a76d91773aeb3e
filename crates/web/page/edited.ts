// Applies an edit in a field to a text with carriage returns.
//
// A field turns each line break into a line feed, also in its value. The unedited part of the text keeps its own
// line breaks.
import { common } from "./common";

/** Returns the text after an edit, with the carriage returns of the unedited part. */
export function edited(before: string, value: string): string {
  if (!before.includes("\r")) return value;
  // The offset in `before` of each unit of the field's old value.
  const places: number[] = [];
  for (let at = 0; at < before.length; at++) {
    if (before[at] === "\r" && before[at + 1] === "\n") continue;
    places.push(before[at] === "\n" && before[at - 1] === "\r" ? at - 1 : at);
  }
  const { start, end } = common(before.replace(/\r\n?/g, "\n"), value);
  const from = places[start] ?? before.length;
  const to = end === 0 ? before.length : (places[places.length - end] ?? before.length);
  return before.slice(0, from) + value.slice(start, value.length - end) + before.slice(to);
}
