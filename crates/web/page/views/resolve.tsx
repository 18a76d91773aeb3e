// Resolution: the target of the string against a base, with the origin of each component.
//
// The default base is that of RFC 3986, 5.4, as the field says; the address omits it.
import { useState } from "preact/hooks";
import type { Resolved } from "../ask";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Folded } from "../parts/folded";
import { LeftOut } from "../parts/left-out";
import { Line } from "../parts/line";
import { Origins } from "../parts/origins";
import { OtherTargets } from "../parts/other-targets";
import { Drawn } from "../parts/reference";
import { number, shortTitle, Value } from "../parts/shown";
import { Steps } from "../parts/steps";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

/** The permitted departures from the algorithm, by their words in the address. */
export const POLICIES = [
  { word: "non-strict", option: "--non-strict", label: "Non-strict: ignore the scheme of the base (5.2.2)" },
  { word: "guard-path", option: "--guard-path", label: "Guard a path that would be read as an authority (3.3)" },
];

/** The base of the document's examples. RFC 1630 does not derive the base of RFC 3986. */
export function defaultBase(edition: string): { base: string; of: string } {
  return edition === "rfc1630" ? { base: "magic://a/b/c//d/e/f", of: "RFC 1630" } : { base: "http://a/b/c/d;p?q", of: "RFC 3986, 5.4" };
}

export function resolution({ state: { base, policy, text }, edition }: ViewProps) {
  const has = (word: string) => policy.split(" ").includes(word);
  return {
    ask: "resolve" as const, edition: edition.id, base: base === "" ? defaultBase(edition.id).base : base, text,
    non_strict: has("non-strict"), guard_path: has("guard-path"),
  };
}

export function Resolve(props: ViewProps) {
  const { state, set, edition } = props;
  const has = (word: string) => state.policy.split(" ").includes(word);
  const request = resolution(props);
  const { base } = request;
  const { answer, stale, failed } = useAnswer(request);
  const options = POLICIES.filter(({ word }) => has(word)).map(({ option }) => option);
  return (
    <section class={stale ? "stale" : ""}>
      <p>The string above is a reference on a page, such as the address in a link. The base is the address of that page.</p>
      <BaseField {...props} />
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Found answer={answer} {...props} /> : <Refused answer={answer} {...props} />)}
      <OtherTargets {...props} base={base} />
      <details class="more" open={options.length > 0}>
        <summary>Departures that the document permits</summary>
        <fieldset class="policies">
          <legend class="aside">Permitted departures from the algorithm</legend>
          {POLICIES.map(({ word, label }) => (
            <label key={word} class="switch">
              <input type="checkbox" checked={has(word)} onChange={() => set({ policy: toggled(state.policy, word) }, true)} /> {label}
            </label>
          ))}
        </fieldset>
      </details>
      <Command
        options={["resolve", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]), ...options, "--trace", "--base", base]}
        strings={[state.text]}
      />
    </section>
  );
}

/** The field of the base; it shows the default until the user clears it. */
function BaseField({ state, set, edition }: ViewProps) {
  const [emptied, setEmptied] = useState(false);
  const { base, of } = defaultBase(edition.id);
  const type = (value: string) => {
    setEmptied(value === "");
    set({ base: value === base ? "" : value });
  };
  return (
    <div class="field lone">
      <label for="base">Base</label>
      <Line id="base" label="Base" text={state.base === "" && !emptied ? base : state.base} change={type} placeholder={base}
        describedBy={state.base === "" ? "base-note" : undefined} />
      {state.base === "" && <span class="note" id="base-note">default: the base of the examples of {of}</span>}
    </div>
  );
}

function toggled(words: string, word: string): string {
  const all = words.split(" ").filter((one) => one !== "");
  return (all.includes(word) ? all.filter((one) => one !== word) : [...all, word]).join(" ");
}

function Found({ answer, set, edition }: ViewProps & { answer: Resolved }) {
  const { target, current_document, fragment, steps = [], left_out = 0, warnings } = answer;
  const lines = steps.length + left_out;
  return (
    <>
      <h3 class="aside">The target</h3>
      {target === null || target === undefined ? (
        <p class="target">
          The current document{fragment !== undefined && <>, with the fragment <Value text={fragment} /></>}
        </p>
      ) : (
        <>
          <div class="answer">
            <span class="what">Target</span>
            <div class="target"><Drawn text={target} /></div>
            <button type="button" onClick={() => set({ text: target }, true)}>Use the target as the string</button>
          </div>
          <Origins answer={answer} target={target} />
        </>
      )}
      {current_document && target !== null && target !== undefined && (
        <p class="note">This is the base, aside from its fragment: the current document ({shortTitle(edition.title)}, 4.4).</p>
      )}
      <Warnings all={warnings} />
      <Folded summary={<>Step by step, in the words of {shortTitle(edition.title)} ({number(lines)})</>}>
        <Steps steps={steps} title={shortTitle(edition.title)} />
        <LeftOut of={[]} more={left_out} />
      </Folded>
    </>
  );
}

function Refused({ answer, state, set, edition }: ViewProps & { answer: Resolved }) {
  const faults = [answer.error, answer.other_error].filter((fault) => fault !== undefined);
  return (
    <>
      {faults.map((fault) => (
        <div key={fault.part}>
          <h3>{fault.part === "base" ? "The base is invalid" : fault.part === "reference" ? "The reference is invalid" : "No target"}</h3>
          <WrongBlock wrong={fault} state={state} set={fault.part === "base" ? mending("base", set) : set} edition={edition} />
        </div>
      ))}
    </>
  );
}
