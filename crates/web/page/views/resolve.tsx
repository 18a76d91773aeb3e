// Resolution: from a base and the string to the target, each step as the document counts it.
import type { Resolved, Step } from "../ask";
import { browserVerdict } from "../browser";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Input } from "../parts/input";
import { Drawn } from "../parts/reference";
import { LeftOut } from "../parts/left-out";
import { Shown, shortTitle, Value } from "../parts/shown";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

/** What departs from the letter, by the word for it in the address. */
export const POLICIES = [
  { word: "non-strict", option: "--non-strict", label: "Non-strict: ignore the scheme of the base (5.2.2)" },
  { word: "guard-path", option: "--guard-path", label: "Guard a path that would read as an authority (3.3)" },
];

export function Resolve(props: ViewProps) {
  const { state, set, edition } = props;
  const has = (word: string) => state.policy.split(" ").includes(word);
  const { answer, stale, failed } = useAnswer({
    ask: "resolve" as const, edition: edition.id, base: state.base, text: state.text,
    non_strict: has("non-strict"), guard_path: has("guard-path"),
  });
  const options = POLICIES.filter(({ word }) => has(word)).map(({ option }) => option);
  return (
    <section class={stale ? "stale" : ""}>
      <Input of="base" label="Base, a URI" state={state} set={set} placeholder="http://a/b/c/d;p?q" />
      {state.base === "" && (
        <p class="note">
          The string above is the reference. <button type="button" onClick={() => set({ base: "http://a/b/c/d;p?q" }, true)}>
            Take the base of RFC 3986, 5.4
          </button>
        </p>
      )}
      <fieldset class="policies">
        <legend>Not the letter, but permitted</legend>
        {POLICIES.map(({ word, label }) => (
          <label key={word}>
            <input type="checkbox" checked={has(word)} onChange={() => set({ policy: toggled(state.policy, word) }, true)} /> {label}
          </label>
        ))}
      </fieldset>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Found answer={answer} {...props} /> : <Refused answer={answer} {...props} />)}
      {state.base !== "" && <Others {...props} />}
      <Command
        options={["resolve", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]), ...options, "--trace", "--base", state.base]}
        strings={[state.text]}
      />
    </section>
  );
}

function toggled(words: string, word: string): string {
  const all = words.split(" ").filter((one) => one !== "");
  return (all.includes(word) ? all.filter((one) => one !== word) : [...all, word]).join(" ");
}

function Found({ answer, set, edition }: ViewProps & { answer: Resolved }) {
  const { target, current_document, fragment, steps = [], left_out, warnings } = answer;
  return (
    <>
      <h3>The target</h3>
      {target === null || target === undefined ? (
        <p class="target">
          The current document{fragment !== undefined && <>, with the fragment <Value text={fragment} /></>}
        </p>
      ) : (
        <div class="target"><Drawn text={target} /></div>
      )}
      {current_document && target !== null && target !== undefined && (
        <p class="note">This is the base, aside from its fragment: the current document ({shortTitle(edition.title)}, 4.4).</p>
      )}
      {target !== null && target !== undefined && (
        <p><button type="button" onClick={() => set({ text: target }, true)}>Take the target as the string</button></p>
      )}
      <Warnings all={warnings} />
      <h3>Step by step</h3>
      <Steps steps={steps} title={shortTitle(edition.title)} />
      <LeftOut of={[]} more={left_out} />
    </>
  );
}

/** Lines that assign, and between them the two buffers of 5.2.4, which stand in a table of their own. */
function Steps({ steps, title }: { steps: Step[]; title: string }) {
  const runs: { buffers: boolean; steps: Step[] }[] = [];
  for (const step of steps) {
    const buffers = step.output !== undefined || step.input !== undefined;
    const last = runs.at(-1);
    if (last && last.buffers === buffers) last.steps.push(step);
    else runs.push({ buffers, steps: [step] });
  }
  return (
    <>
      {runs.map((run, index) => (run.buffers ? <Buffers key={index} steps={run.steps} /> : <Lines key={index} steps={run.steps} title={title} />))}
    </>
  );
}

function Lines({ steps, title }: { steps: Step[]; title: string }) {
  return (
    <div class="scroll">
      <table class="steps">
        <caption class="aside">Lines of the algorithm</caption>
        <thead><tr><th scope="col">{title}</th><th scope="col">Line</th><th scope="col">Value</th></tr></thead>
        <tbody>
          {steps.map(({ section, label, line, value }, index) => (
            <tr key={index}>
              <td>{section ?? label}</td>
              <td><code>{line}</code></td>
              <td>{value === undefined ? "" : <Value text={value} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Buffers({ steps }: { steps: Step[] }) {
  return (
    <div class="scroll">
      <table class="buffers">
        <caption>remove_dot_segments, 5.2.4</caption>
        <thead><tr><th scope="col">Step</th><th scope="col">Output buffer</th><th scope="col">Input buffer</th></tr></thead>
        <tbody>
          {steps.map(({ label, output, input }, index) => (
            <tr key={index}>
              <td>{label}</td>
              <td>{output !== "" && <Value text={output} />}</td>
              <td>{input !== "" && <Value text={input} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Refused({ answer, state, set, edition }: ViewProps & { answer: Resolved }) {
  const faults = [answer.error, answer.other_error].filter((fault) => fault !== undefined);
  return (
    <>
      {faults.map((fault) => (
        <div key={fault.part}>
          <h3>{fault.part === "base" ? "The base" : fault.part === "reference" ? "The reference" : "No target"}</h3>
          <WrongBlock wrong={fault} state={state} set={fault.part === "base" ? mending("base", set) : set} edition={edition} />
        </div>
      ))}
    </>
  );
}

function Others({ state, edition, documents }: ViewProps) {
  const { answer } = useAnswer({ ask: "editions" as const, text: state.text, base: state.base });
  if (!answer || answer.base === undefined) return null;
  const own = answer.verdicts.find(({ by }) => by === edition.id);
  const browser = browserVerdict(state.text, state.base);
  const rows = [...answer.verdicts, browser];
  const said = ({ target, current_document, fragment }: (typeof rows)[number]) =>
    target ?? (current_document ? `(current document)${fragment === undefined ? "" : `#${fragment}`}` : undefined);
  return (
    <>
      <h3>By the other documents, and here</h3>
      <div class="scroll">
        <table class="targets">
          <caption class="aside">The target by each document, and by this browser</caption>
          <thead><tr><th scope="col">By</th><th scope="col">Target</th></tr></thead>
          <tbody>
            {rows.map((row) => {
              const target = said(row);
              const off = own !== undefined && target !== said(own);
              return (
                <tr key={row.by} data-by={row.by} class={off ? "differs" : ""}>
                  <th scope="row">{row.by === "browser" ? "this browser" : documents.editions.find(({ id }) => id === row.by)?.id ?? row.by}</th>
                  <td>
                    {off && <span class="unequal" title={`not as in ${edition.id}`}>≠<span class="aside"> differs: </span></span>}
                    {target === undefined ? <span class="undefined"><Shown text={row.error?.message ?? "none"} /></span> : <Value text={target} />}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
