// Comparison: two strings, rung by rung, until they meet.
import type { Compared } from "../ask";
import { common, Marked } from "../parts/changed";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Input } from "../parts/input";
import { Value } from "../parts/shown";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

export function Compare(props: ViewProps) {
  const { state, set, edition } = props;
  const { answer, stale, failed } = useAnswer({ ask: "compare" as const, edition: edition.id, a: state.text, b: state.other });
  return (
    <section class={stale ? "stale" : ""}>
      <Input of="other" label="The other string" state={state} set={set} placeholder="http://example.com:80/" />
      <p><button type="button" onClick={() => set({ text: state.other, other: state.text }, true)}>Swap the two</button></p>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Met answer={answer} {...props} /> : <Refused answer={answer} {...props} />)}
      <Command
        options={["compare", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id])]}
        strings={[state.text, state.other]}
      />
    </section>
  );
}

function Met({ answer, edition }: ViewProps & { answer: Compared }) {
  const { rung, rungs = [], warnings } = answer;
  const section = edition.rungs.find((one) => one.rung === rung)?.section;
  const at = rungs.findIndex((one) => one.rung === rung);
  return (
    <>
      <p class={`verdict ${rung === undefined ? "invalid" : "valid"}`} id="met">
        <span class="sign" aria-hidden="true">{rung === undefined ? "≠" : "="}</span>{" "}
        {rung === undefined
          ? "No rung makes them equivalent."
          : rung === "string"
            ? "They are the same string."
            : <>Equivalent at the rung <strong>{rung}</strong>{section !== undefined && ` (${section})`}.</>}
      </p>
      <Warnings all={warnings} />
      <div class="scroll">
        <table class="rungs">
          <caption class="aside">Both strings at each rung</caption>
          <thead><tr><th scope="col">Rung</th><th scope="col">The string</th><th scope="col">The other</th><th scope="col">Same</th></tr></thead>
          <tbody>
            {rungs.map((one, index) => {
              const same = one.a === one.b;
              const { start, end } = common(one.a, one.b);
              return (
                <tr key={one.rung} data-rung={one.rung} class={at >= 0 && index > at ? "off" : ""}>
                  <th scope="row">{one.rung} <span class="section">{one.section}</span></th>
                  <td>{same ? <Value text={one.a} /> : <Marked text={one.a} start={start} end={end} as="mark" />}</td>
                  <td>{same ? <Value text={one.b} /> : <Marked text={one.b} start={start} end={end} as="mark" />}</td>
                  <td>{same ? "= yes" : "≠ no"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Refused({ answer, state, set, edition }: ViewProps & { answer: Compared }) {
  const faults = [answer.error, answer.other_error].filter((fault) => fault !== undefined);
  return (
    <>
      {faults.map((fault) => (
        <div key={fault.part}>
          <h3>{fault.part === "b" ? "The other string" : "The string"}</h3>
          <WrongBlock wrong={fault} state={state} set={fault.part === "b" ? mending("other", set) : set} edition={edition} />
        </div>
      ))}
    </>
  );
}
