// User text: invisible characters are marked escapes.
import { pieces } from "../visible";

/** A text whose hidden characters are escapes. The text cannot affect its surroundings. */
export function Shown({ text }: { text: string }) {
  return (
    <bdo dir="ltr" class="shown">
      {pieces(text).map((piece) =>
        piece.escape === undefined ? piece.text : <span class="escape" title={piece.title}>{piece.escape}</span>,
      )}
    </bdo>
  );
}

/** The maximum length of a value in a table cell, in units. */
const CELL = 240;

/** A value: undefined, empty, or a text, whose middle is cut if it is long. */
export function Value({ text, most = CELL }: { text: string | null | undefined; most?: number }) {
  if (text === undefined || text === null) return <span class="undefined">undefined</span>;
  if (text === "") return <span class="empty"><code>""</code> empty</span>;
  if (text.length <= most) return <code class="value"><Shown text={text} /></code>;
  const half = Math.floor(most / 2);
  return (
    <code class="value">
      <Shown text={text.slice(0, half)} />
      <span class="gap"> … {number(text.length - 2 * half)} more … </span>
      <Shown text={text.slice(-half)} />
    </code>
  );
}

/** Returns the name of a document without its date: `RFC 3986`. */
export function shortTitle(title: string): string {
  return title.split(",")[0] ?? title;
}

/** Formats a number with thousands separators. */
export function number(value: number): string {
  return value.toLocaleString("en");
}

/** Formats a count: `1 byte`, `2 bytes`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}
