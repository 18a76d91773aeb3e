// What somebody's edit in a field makes of a text with carriage returns.
//
// A field shows each line break as a line feed, and gives its value so. In: the text before, and the value after the
// edit. Out: the text after, in which what was not edited has its own line breaks.
import { common } from "./common";

/** The text after an edit: what was not edited keeps its carriage returns. */
export function edited(before: string, value: string): string {
  if (!before.includes("\r")) return value;
  // The offset in `before` of each unit of what the field had.
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
