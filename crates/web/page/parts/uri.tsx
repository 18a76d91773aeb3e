// A drawn string: its spans in the colours of their components, the byte of an error, and a highlighted
// part.
//
// A long string is drawn in parts, with the sizes of the gaps.
import type { Bytes } from "../bytes";
import { drawn } from "../cut";
import type { Span } from "../spans";
import { counted, Shown } from "./shown";

/** The maximum number of marked parts. */
const MARKS = 200;

interface Props {
  bytes: Bytes;
  spans: Span[];
  /** The highlighted part. */
  lit?: { start: number; end: number } | null;
  /** The parts to mark if nothing is highlighted. */
  marks?: { start: number; end: number }[];
  /** The byte of an error. */
  wrong?: number | null;
}

export function Uri({ bytes, spans, lit = null, marks = [], wrong = null }: Props) {
  const { length } = bytes;
  const allLit = lit ? [lit] : marks.slice(0, MARKS);
  const matters = allLit[0] ?? (wrong === null ? null : { start: wrong, end: wrong });
  const all = spans.length > 0 ? spans : [{ start: 0, end: length, name: null }];
  const visible = drawn(length, matters);
  let before = 0;
  return (
    <div class="uri">
      {visible.map(({ start, end }) => {
        const gap = start - before;
        before = end;
        return [
          gap > 0 ? <span class="gap">{` … ${counted(gap, "byte")} … `}</span> : null,
          ...all
            .filter((span) => span.start < end && span.end > start)
            .map((span) => {
              const part = { start: Math.max(span.start, start), end: Math.min(span.end, end) };
              const content = <Pieces bytes={bytes} {...part} lit={allLit} wrong={wrong} />;
              return <span class={span.name ? `part c-${span.name}` : "delimiter"}>{content}</span>;
            }),
        ];
      })}
      {wrong !== null && wrong >= length && <span class="wrong end" title="the end of the string">end</span>}
      {length === 0 && wrong === null && <span class="empty">the empty string</span>}
    </div>
  );
}

/** A part of the string, split at highlights and around the byte of an error. */
function Pieces(props: { bytes: Bytes; start: number; end: number; lit: { start: number; end: number }[]; wrong: number | null }) {
  const { bytes, start, end, lit, wrong } = props;
  const afterWrong = wrong === null ? null : bytes.byte(nextUnit(bytes.text, bytes.unit(wrong)));
  const cuts = [start, end, ...lit.flatMap((one) => [one.start, one.end]), wrong, afterWrong]
    .filter((at): at is number => typeof at === "number" && at >= start && at <= end)
    .sort((one, other) => one - other);
  return cuts.slice(1).map((to, index) => {
    const from = cuts[index] ?? to;
    if (from === to) return null;
    const classes = [
      lit.some((one) => from >= one.start && to <= one.end) ? "lit" : "",
      wrong !== null && from === wrong ? "wrong" : "",
    ].join(" ").trim();
    const shown = <Shown text={bytes.slice(from, to)} />;
    return classes === "" ? shown : <span class={classes}>{shown}</span>;
  });
}

function nextUnit(text: string, unit: number): number {
  return unit + ((text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1);
}
