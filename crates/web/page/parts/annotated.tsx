// A string with its findings: each place is marked, followed by the numbers, in a list, of the findings that
// end there.
//
// A long string is drawn in parts, with the sizes of the gaps.
import type { Bytes } from "../bytes";
import { drawn } from "../cut";
import { counted, Shown } from "./shown";

/** The maximum number of marked places. */
const PLACES = 300;

/** The places of a finding: its number in the list, from 1, and its spans in bytes. */
export interface Note { number: number; spans: { start: number; end: number }[] }

interface Props {
  bytes: Bytes;
  notes: Note[];
  /** The number of the highlighted finding. */
  pointed: number | null;
}

export function Annotated({ bytes, notes, pointed }: Props) {
  const { length } = bytes;
  const places = notes.flatMap(({ number, spans }) => spans.slice(0, PLACES).map((span) => ({ ...span, number }))).slice(0, PLACES);
  const matters = places.find(({ number }) => number === pointed) ?? places[0] ?? null;
  let before = 0;
  return (
    <div class="uri annotated">
      {drawn(length, matters).map(({ start, end }) => {
        const gap = start - before;
        before = end;
        return [
          gap > 0 ? <span class="gap">{` … ${counted(gap, "byte")} … `}</span> : null,
          <Part key={start} bytes={bytes} start={start} end={end} places={places} pointed={pointed} />,
        ];
      })}
      {length === 0 && <span class="empty">the empty string</span>}
    </div>
  );
}

interface PartProps { bytes: Bytes; start: number; end: number; places: { start: number; end: number; number: number }[]; pointed: number | null }

function Part({ bytes, start, end, places, pointed }: PartProps) {
  const own = places.filter((place) => place.start <= end && place.end >= start);
  const edges = [...new Set([start, end, ...own.flatMap((place) => [place.start, place.end])])]
    .filter((at) => at >= start && at <= end)
    .sort((one, other) => one - other);
  const numbers = (at: number) => [...new Set(own.filter((place) => place.end === at).map(({ number }) => number))].sort((one, other) => one - other);
  return (
    <>
      {start === 0 && <Numbers all={numbers(0)} pointed={pointed} />}
      {edges.slice(1).map((to, index) => {
        const from = edges[index] ?? to;
        const over = own.filter((place) => place.start <= from && place.end >= to).map(({ number }) => number);
        const text = <Shown text={bytes.slice(from, to)} />;
        return (
          <span key={from}>
            {over.length === 0 ? text : <mark class={over.includes(pointed ?? 0) ? "pointed" : undefined} data-notes={over.join(" ")}>{text}</mark>}
            <Numbers all={numbers(to)} pointed={pointed} />
          </span>
        );
      })}
    </>
  );
}

function Numbers({ all, pointed }: { all: number[]; pointed: number | null }) {
  if (all.length === 0) return null;
  return (
    <sup class="numbers">
      <span class="aside"> (finding </span>
      {all.map((number, index) => <span key={number} class={number === pointed ? "pointed" : undefined}>{index > 0 && " "}{number}</span>)}
      <span class="aside">) </span>
    </sup>
  );
}
