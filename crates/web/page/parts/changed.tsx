// A text before and after a change: the changed part is marked in each.
import { common } from "../common";
import { Shown } from "./shown";

/** The number of units shown around the change in a longer text. */
const AROUND = 80;

/** A text with a mark on all but its first `start` and last `end` units. An empty part is marked as a position. */
export function Marked({ text, start, end, as }: { text: string; start: number; end: number; as: "del" | "ins" | "mark" }) {
  const head = text.slice(0, start);
  const middle = text.slice(start, text.length - end);
  const tail = end === 0 ? "" : text.slice(-end);
  const Part = as;
  return (
    <code class="value">
      {head.length > AROUND && <span class="gap">… </span>}
      <Shown text={head.slice(-AROUND)} />
      <Part><Shown text={middle.length > 4 * AROUND ? `${middle.slice(0, 2 * AROUND)}…${middle.slice(-2 * AROUND)}` : middle} /></Part>
      <Shown text={tail.slice(0, AROUND)} />
      {tail.length > AROUND && <span class="gap"> …</span>}
    </code>
  );
}

export function Changed({ before, after }: { before: string; after: string }) {
  const { start, end } = common(before, after);
  return (
    <span class="changed">
      <Marked text={before} start={start} end={end} as="del" />
      <span class="arrow" aria-label="becomes"> → </span>
      <Marked text={after} start={start} end={end} as="ins" />
    </span>
  );
}
