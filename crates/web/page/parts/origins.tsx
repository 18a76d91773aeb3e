// A table of the base, the reference and the target: a row for each component, with its origin.
import type { Resolved, Split } from "../ask";
import { type Origin, originOf, type Part, PARTS } from "../provenance";
import { useAnswer } from "../use-answer";
import { Value } from "./shown";

export function Origins({ answer: { base, reference, steps = [] }, target }: { answer: Resolved; target: string }) {
  const parts = [base, reference, target].map((text) => useAnswer({ ask: "split" as const, text }));
  const [of, from, to] = parts.map(({ answer, request }, index) => (request?.text === [base, reference, target][index] ? answer : undefined));
  if (!of || !from || !to) return null;
  const shown = PARTS.filter((part) => [of, from, to].some((split) => split[part] !== undefined));
  return (
    <table class="origins cards">
      <caption class="aside">Each component of the target, and its origin</caption>
      <thead><tr><td /><th scope="col">Base</th><th scope="col">Reference</th><th scope="col">Target</th></tr></thead>
      <tbody>
        {shown.map((part) => <Row key={part} part={part} base={of} reference={from} target={to} origin={originOf(part, steps, of, from, to)} />)}
      </tbody>
    </table>
  );
}

interface RowProps { part: Part; base: Split; reference: Split; target: Split; origin: Origin }

function Row({ part, base, reference, target, origin }: RowProps) {
  const isTaken = target[part] !== undefined;
  const cell = (label: string, value: string | undefined, taken: boolean) => (
    <td data-label={label} class={taken && isTaken ? "taken" : "passed-over"}>
      <Value text={value} most={160} />{taken && isTaken && <span class="aside"> (taken)</span>}
    </td>
  );
  return (
    <tr data-part={part}>
      <th scope="row"><span class={`swatch c-${part}`}>{part}</span></th>
      {cell("base", base[part], origin.base)}
      {cell("reference", reference[part], origin.reference)}
      <td data-label="target">
        <Value text={target[part]} most={160} />
        <span class="origin">{origin.words}{origin.section !== undefined && ` (${origin.section})`}</span>
      </td>
    </tr>
  );
}
