// The backdrop of a field: its text in the colours of its components.
//
// The field's own letters are transparent over these: the browser edits, and this colours. The letters must be
// identical, including hidden ones, since an escape would be wider. The backdrop is hidden from screen readers.
import type { Span } from "../spans";

interface Props {
  text: string;
  /** In units, in order. */
  spans: Span[];
  /** The units of the character of an error. */
  wrong?: { start: number; end: number } | null;
  /** The highlighted part, in units. */
  lit?: { start: number; end: number } | null;
}

export function Backdrop({ text, spans, wrong, lit }: Props) {
  const cuts = [0, text.length, ...spans.flatMap(({ start, end }) => [start, end]), ...[wrong, lit].flatMap((one) => (one ? [one.start, one.end] : []))];
  const edges = [...new Set(cuts.filter((at) => at >= 0 && at <= text.length))].sort((one, other) => one - other);
  return (
    <div class="backdrop" aria-hidden="true">
      {edges.slice(1).map((end, index) => {
        const start = edges[index] ?? 0;
        const within = (one: { start: number; end: number } | null | undefined) => one != null && one.start <= start && end <= one.end;
        const span = spans.find((one) => within(one));
        const classes = [span?.name ? `part c-${span.name}` : span ? "delimiter" : "", within(lit) ? "lit" : "", within(wrong) ? "wrong" : ""];
        return <span class={classes.join(" ").trim()}>{text.slice(start, end)}</span>;
      })}
      {wrong != null && wrong.start >= text.length && <span class="wrong end"> </span>}
      {/* A field shows an empty last line; here it needs content to have a height. */}
      {"\u200b"}
    </div>
  );
}
