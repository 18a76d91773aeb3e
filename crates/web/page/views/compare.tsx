// Comparison: the page's string and another one, their differences, and whether they are equivalent.
import type { Compared } from "../ask";
import { common } from "../common";
import { MEANINGS } from "../ladder";
import { Marked } from "../parts/changed";
import { Command } from "../parts/command";
import { Difference } from "../parts/difference";
import { Failed, Waiting } from "../parts/failed";
import { Folded } from "../parts/folded";
import { Scroll } from "../parts/scroll";
import { shortTitle, Value } from "../parts/shown";
import { Side } from "../parts/side";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

export function comparison({ state, edition }: ViewProps) {
  return { ask: "compare" as const, edition: edition.id, a: state.text, b: state.other };
}

export function Compare(props: ViewProps) {
  const { state, set, edition } = props;
  const { answer, request, stale, failed } = useAnswer(comparison(props));
  return (
    <section class={stale ? "stale" : ""}>
      <div class="sides">
        <Side id="other" of="other" label="Compare with" state={state} set={set} placeholder="the other string" />
        <button type="button" onClick={() => set({ text: state.other, other: state.text }, true)}>Swap</button>
      </div>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {state.other === "" && <p>Type or paste another string, to see whether it is the same URL as the one above.</p>}
      {state.other !== "" && answer && request && request.a !== request.b && <Difference a={request.a} b={request.b} names={["first", "other"]} />}
      {state.other !== "" && answer && (answer.valid ? <Met answer={answer} {...props} /> : <Refused answer={answer} {...props} />)}
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
  const title = shortTitle(edition.title);
  return (
    <>
      <p class={`verdict ${rung === undefined ? "invalid" : "valid"}`} id="met" role="status">
        <span class="sign" aria-hidden="true">{rung === undefined ? "≠" : "="}</span>{" "}
        {rung === undefined
          ? <>Not the same: no normalization of {title} makes them equal.</>
          : rung === "string"
            ? "They are the same string."
            : <>The same URL, by {title}{section !== undefined && `, ${section}`}: they differ only in {differencesUpTo(rung, rungs)}.</>}
      </p>
      <Warnings all={warnings} />
      {rungs.length > 0 && (
        <Folded summary="Both strings, normalized step by step">
          <Rungs rungs={rungs} rung={rung} />
        </Folded>
      )}
    </>
  );
}

/** Returns in what the two differ: what each rung up to the one at which they meet changes in either. */
function differencesUpTo(rung: string, rungs: NonNullable<Compared["rungs"]>): string {
  const last = rungs.findIndex((one) => one.rung === rung);
  const changes = rungs.slice(0, last + 1).filter(({ a, b }, index) => {
    const before = rungs[index - 1];
    return before !== undefined && (a !== before.a || b !== before.b);
  });
  return changes.map((one) => MEANINGS[one.rung]).join(", and in ");
}

function Rungs({ rungs, rung }: { rungs: NonNullable<Compared["rungs"]>; rung: string | undefined }) {
  const at = rungs.findIndex((one) => one.rung === rung);
  return (
    <Scroll label="Both strings, normalized step by step">
      <table class="rungs">
        <caption class="aside">Both strings, normalized step by step</caption>
        <thead><tr><th scope="col">Normalized up to</th><th scope="col">First string</th><th scope="col">Other string</th><th scope="col">Equal</th></tr></thead>
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
    </Scroll>
  );
}

function Refused({ answer, state, set, edition }: ViewProps & { answer: Compared }) {
  const faults = [answer.error, answer.other_error].filter((fault) => fault !== undefined);
  return (
    <>
      {faults.map((fault) => (
        <div key={fault.part}>
          <h3>{fault.part === "b" ? "The other string is invalid" : "The first string is invalid"}</h3>
          <WrongBlock wrong={fault} state={state} set={fault.part === "b" ? mending("other", set) : set} edition={edition} />
        </div>
      ))}
    </>
  );
}
