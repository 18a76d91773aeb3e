// The minimal automaton of a production as a table, with the path of the string.
import { useState } from "preact/hooks";
import type { Automaton } from "../ask";
import { useAnswer } from "../use-answer";
import { Failed, Waiting } from "./failed";
import { Scroll } from "./scroll";
import { counted, Shown } from "./shown";

/** The maximum number of states in the table. */
const MOST = 200;

export function AutomatonDetails({ edition, rule, text }: { edition: string; rule: string; text: string }) {
  const [open, setOpen] = useState(false);
  const { answer, failed } = useAnswer(open ? { ask: "automaton" as const, edition, rule, text } : null);
  return (
    <details class="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Its minimal automaton</summary>
      {failed !== undefined && <Failed what={failed} />}
      {open && !answer && failed === undefined && <Waiting />}
      {open && answer && <States automaton={answer} />}
    </details>
  );
}

function States({ automaton: { states, classes, walk = [], followed } }: { automaton: Automaton }) {
  const passed = new Set(walk);
  const last = walk.at(-1);
  const ended = last !== null && last !== undefined && states[last]?.accepts;
  return (
    <>
      <p>
        {counted(states.length, "state")}; the start is 0.{" "}
        {walk.length > 0 && (
          <>
            The path of the string is {walk.slice(0, 40).map((state) => state ?? "nowhere").join(" → ")}{walk.length > 40 && " → …"}:{" "}
            {last === null ? "no string of the language continues like this." : followed !== undefined ? `only its first ${followed} bytes are shown.` : ended ? "the last state accepts." : "the last state does not accept."}
          </>
        )}
      </p>
      <Scroll label="The states and their transitions">
        <table class="states">
          <caption class="aside">States; each row lists the next states, and the bytes that lead there</caption>
          <thead><tr><th scope="col">State</th><th scope="col">Accepts</th><th scope="col">Next</th></tr></thead>
          <tbody>
            {states.slice(0, MOST).map(({ accepts, next }, number) => (
              <tr key={number} class={passed.has(number) ? "passed" : ""}>
                <th scope="row">{passed.has(number) && <span class="aside">passed: </span>}{number}</th>
                <td>{accepts ? "yes" : ""}</td>
                <td>
                  {edges(next, classes).map(({ to, bytes }) => (
                    <span key={to} class="edge"><code><Shown text={bytes} /></code> → {to}</span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="note">An automaton reads a string byte by byte; this is the smallest one that accepts the strings of the production, and no others.</p>
      {states.length > MOST && <p class="note">{states.length - MOST} more states are not shown.</p>}
    </>
  );
}

/** Returns the bytes that lead to each next state. */
function edges(next: (number | null)[], classes: string[]): { to: number; bytes: string }[] {
  const all = new Map<number, [number, number][]>();
  next.forEach((to, index) => {
    if (to === null) return;
    const ranges = (classes[index] ?? "").split(" ").map((range): [number, number] => {
      const [first = "", last = first] = range.split("-");
      return [parseInt(first, 16), parseInt(last, 16)];
    });
    all.set(to, [...(all.get(to) ?? []), ...ranges]);
  });
  return [...all].map(([to, ranges]) => ({ to, bytes: merged(ranges).map(shown).join(" ") }));
}

function merged(ranges: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [first, last] of ranges.sort((one, other) => one[0] - other[0])) {
    const before = out.at(-1);
    if (before && before[1] + 1 >= first) before[1] = Math.max(before[1], last);
    else out.push([first, last]);
  }
  return out;
}

function shown([first, last]: [number, number]): string {
  const byte = (value: number) => (value > 0x20 && value < 0x7f ? String.fromCharCode(value) : `%x${value.toString(16).toUpperCase().padStart(2, "0")}`);
  return first === last ? byte(first) : `${byte(first)}–${byte(last)}`;
}
