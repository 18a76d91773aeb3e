// What stands behind the text of a field: the same text, in the colours of its components.
//
// The field's own letters are transparent over these, so that the browser edits and this colours. The letters are
// the same, hidden ones too: an escape would be wider than what it stands for. Nothing here is read aloud.
import type { Span } from "../spans";

interface Props {
  text: string;
  /** In units, in their order. */
  spans: Span[];
  /** The unit of an error, with those after it that belong to its character. */
  wrong?: { start: number; end: number } | null;
  /** The part that is pointed at, in units. */
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
      {/* A line that ends the text has a height in a field, and here only if something stands in it. */}
      {"\u200b"}
    </div>
  );
}
