// Text of the user, as text: what cannot be seen is an escape with a mark.
import { pieces } from "../visible";

/** A text whose hidden characters are escapes. Nothing in the text moves what stands around it. */
export function Shown({ text }: { text: string }) {
  return (
    <bdo dir="ltr" class="shown">
      {pieces(text).map((piece) =>
        piece.escape === undefined ? piece.text : <span class="escape" title={piece.title}>{piece.escape}</span>,
      )}
    </bdo>
  );
}

/** The longest value that stands in a cell of a table, in units. */
const CELL = 240;

/** A value: undefined, empty, or a text, which is cut in its middle if it is long. */
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

/** The name of a document without its date: `RFC 3986`. */
export function shortTitle(title: string): string {
  return title.split(",")[0] ?? title;
}

/** A number with its thousands apart. */
export function number(value: number): string {
  return value.toLocaleString("en");
}

/** `1 byte`, `2 bytes`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}
