// Two strings, one above the other, aligned by characters, with the differences marked.
//
// The lines wrap together. Screen readers get the differences in words.
import { useMemo } from "preact/hooks";
import { aligned, type Run } from "../alignment";
import { pieces } from "../visible";
import { Shown } from "./shown";

/** The maximum number of units in an unbroken piece of an equal run. */
const PIECE = 6;
/** Only the ends of longer runs are drawn. */
const LONGEST = 300;
/** The maximum number of runs to draw. */
const RUNS = 120;

interface Props {
  a: string;
  b: string;
  /** The names of the two. */
  names: [string, string];
}

export function Difference({ a, b, names: [one, other] }: Props) {
  const runs = useMemo(() => aligned(a, b), [a, b]);
  const drawn = runs.slice(0, RUNS);
  return (
    <div class="difference">
      <ul class="aside">
        {drawn.filter(({ same }) => !same).map((run, index) => (
          <li key={index}>{one}: {run.a === "" ? "nothing" : <Shown text={short(run.a)} />}; {other}: {run.b === "" ? "nothing" : <Shown text={short(run.b)} />}</li>
        ))}
      </ul>
      <div class="lines-of-two" aria-hidden="true">
        <span class="names"><span>{one}</span><span>{other}</span></span>
        {drawn.flatMap((run, index) => cells(run).map((cell, part) => <Pair key={`${index} ${part}`} run={cell} />))}
        {runs.length > drawn.length && <span class="two"><span>…</span><span>…</span></span>}
      </div>
    </div>
  );
}

function Pair({ run: { same, a, b } }: { run: Run }) {
  if (same) return <span class="two"><span><Shown text={a} /></span><span><Shown text={b} /></span></span>;
  const width = Math.max(columns(a), columns(b));
  const line = (text: string) => (
    <span>
      {text !== "" && <mark><Shown text={text} /></mark>}
      <span class="none">{"·".repeat(width - columns(text))}</span>
    </span>
  );
  return <span class="two unlike">{line(a)}{line(b)}</span>;
}

/** The maximum number of columns in a piece of a difference. */
const COLUMNS = 24;

/** Splits a run into pieces between which the lines may wrap. */
function cells({ same, a, b }: Run): Run[] {
  const [one, other] = [short(a), short(b)].map((text) => [...text]) as [string[], string[]];
  const all: Run[] = [];
  const most = same ? PIECE : COLUMNS;
  let piece: Run = { same, a: "", b: "" };
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const next = { same, a: piece.a + (one[at] ?? ""), b: piece.b + (other[at] ?? "") };
    if (Math.max(columns(next.a), columns(next.b)) > most && piece.a + piece.b !== "") {
      all.push(piece);
      piece = { same, a: one[at] ?? "", b: other[at] ?? "" };
    } else {
      piece = next;
    }
  }
  return [...all, piece];
}

function short(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}…${text.slice(-LONGEST / 2)}`;
}

/** Returns the number of columns of a text: an invisible character is as wide as its escape. */
function columns(text: string): number {
  return pieces(text).reduce((sum, piece) => sum + [...(piece.escape ?? piece.text)].length, 0);
}
