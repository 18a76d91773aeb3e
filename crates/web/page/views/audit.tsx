// The audit of a user's grammars: a printed grammar compared with a pest grammar, or with a regular expression.
//
// The verdict is updated while the user types. A slow one can be stopped: the worker is then ended, and another
// starts.
import { useMemo, useState } from "preact/hooks";
import type { Requests } from "../ask";
import { AUDIT_EXAMPLES } from "../audit-examples";
import { CodeField, goTo } from "../parts/code-field";
import { Pair, Pattern } from "../parts/audited";
import { begun, LeftOut } from "../parts/left-out";
import { Shown } from "../parts/shown";
import { faultsOf, partingsOf, type Place, placeOf } from "../places";
import { plainly } from "../plainly";
import type { Set as SetState, State } from "../state";
import { useAnswer } from "../use-answer";
import { useLasting, useSettled } from "../use-settled";
import type { ViewProps } from "./view";

const DIALECTS = ["ecmascript", "python", "pcre", "rust", "re2", "posix-ere", "xsd", "java", "dotnet"];

const NOTATIONS = [
  { id: "", title: "detected" },
  { id: "abnf", title: "ABNF (RFC 5234, RFC 7405)" },
  { id: "bnf", title: "BNF of RFC 822, 1738, 2396" },
  { id: "rfc1630", title: "BNF of RFC 1630" },
  { id: "w3c", title: "EBNF of the W3C" },
  { id: "iso", title: "EBNF of ISO/IEC 14977" },
];

/** The pause in typing before the verdict is requested, and the time before a slow one is reported. */
const PAUSE = 350;
const LONG = 5000;

export function Audit({ state, set }: ViewProps) {
  const kind = state.kind === "regex" ? "regex" : "pest";
  const notation = NOTATIONS.some(({ id }) => id === state.notation) ? state.notation : "";
  const dialect = DIALECTS.includes(state.dialect) ? state.dialect : "ecmascript";
  const request: Requests["audit"] = {
    ask: "audit", printed: state.printed, other: state.against, kind,
    ...(notation === "" ? {} : { notation }),
    ...(kind === "regex" ? { dialect } : {}),
    ...(state.whole === "" ? {} : { rule: state.whole }),
  };
  const key = JSON.stringify(request);
  const settled = useSettled(request, key, PAUSE);
  const settledKey = JSON.stringify(settled);
  const [stopped, stop] = useState<string | null>(null);
  const empty = state.printed === "" || state.against === "";
  const asked = !empty && settled.printed !== "" && settled.other !== "" && stopped !== settledKey ? settled : null;
  const { answer, stale, failed } = useAnswer(asked);
  const waits = asked !== null && (stale || settledKey !== key);
  const lasts = useLasting(asked !== null && stale, settledKey, LONG);
  const current = asked !== null && !stale;
  const faults = useMemo(() => {
    const place = failed === undefined ? null : placeOf(failed);
    return place ? [place] : current && answer ? faultsOf(answer) : [];
  }, [answer, failed, current]);
  const parted = useMemo(() => (current && answer ? partingsOf(answer) : { printed: new Set<number>(), against: new Set<number>() }), [answer, current]);
  const linesOf = (side: Place["side"]) => new Set(faults.filter((place) => place.side === side && settledKey === key).map(({ line }) => line));
  const describedBy = faults.length > 0 ? "faults" : undefined;
  return (
    <section class="audit">
      <Examples state={state} set={set} folded={state.printed !== "" || state.against !== ""} />
      <div class="pair">
        <div>
          <p class="field">
            <label for="notation">Notation</label>{" "}
            <select id="notation" value={notation} onChange={(event) => set({ notation: event.currentTarget.value }, true)}>
              {NOTATIONS.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
            </select>
          </p>
          <CodeField id="printed" label="The printed grammar" text={state.printed} language="printed" placeholder={'port = *DIGIT'}
            onInput={(printed) => set({ printed })} faults={linesOf("printed")} parted={parted.printed} describedBy={describedBy} />
        </div>
        <div>
          <p class="field">
            <label for="kind">Compared with</label>{" "}
            <select id="kind" value={kind} onChange={(event) => set({ kind: event.currentTarget.value }, true)}>
              <option value="pest">a pest grammar</option>
              <option value="regex">a regular expression</option>
            </select>{" "}
            {kind === "regex" && (
              <>
                <label for="dialect">of</label>{" "}
                <select id="dialect" value={dialect} onChange={(event) => set({ dialect: event.currentTarget.value }, true)}>
                  {DIALECTS.map((one) => <option key={one} value={one}>{one}</option>)}
                </select>
              </>
            )}
          </p>
          <CodeField id="against" label={kind === "pest" ? "The pest grammar" : "The regular expression"} text={state.against}
            language={kind} placeholder={kind === "pest" ? "port = { ASCII_DIGIT* }" : "^[0-9]*$"}
            onInput={(against) => set({ against })} faults={linesOf("against")} parted={parted.against} describedBy={describedBy} />
        </div>
      </div>
      <p class="field">
        <label for="whole">Production for whole strings</label>{" "}
        <input id="whole" type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={state.whole}
          onInput={(event) => set({ whole: event.currentTarget.value })} placeholder="the first" />
      </p>
      <div aria-live="polite" class={waits ? "judgement stale" : "judgement"}>
        {empty && <p class="waiting-for">{state.printed === "" && state.against === "" ? "Type or paste a grammar and its transcription; the verdict appears here." : "The other side is empty."}</p>}
        {stopped === settledKey && !empty && (
          <p class="note">Stopped. <button type="button" onClick={() => stop(null)}>Decide anyway</button></p>
        )}
        {waits && !lasts && <p class="waiting">Deciding…</p>}
        {lasts && (
          <p class="note long-wait">This takes a while. <button type="button" onClick={() => stop(settledKey)}>Stop</button></p>
        )}
        {current && failed !== undefined && <p id="judged" class="verdict invalid"><span class="sign" aria-hidden="true">✗</span> {faults.length > 0 ? "A text is invalid." : <Shown text={plainly(failed)} />}</p>}
        {current && answer && ("productions" in answer ? <Pair answer={answer} /> : <Pattern answer={answer} />)}
        {current && faults.length > 0 && <Faults all={faults} kind={kind} />}
      </div>
      <p class="command">
        <span class="what">In a terminal</span>{" "}
        <code>
          {kind === "pest" ? "urispec audit --bnf printed.abnf --pest grammar.pest" : `urispec audit --bnf printed.abnf --dialect ${dialect} --regex-file pattern.txt`}
          {notation !== "" && ` --notation ${notation}`}
          {state.whole !== "" && " --rule "}{state.whole !== "" && <Shown text={state.whole} />}
        </code>
      </p>
    </section>
  );
}

/** The examples, and the surprise of the current one. */
function Examples({ state, set, folded }: { state: State; set: SetState; folded: boolean }) {
  const shown = AUDIT_EXAMPLES.find((one) => one.state.printed === state.printed && one.state.against === state.against);
  const list = (
    <ul class="stories">
      {AUDIT_EXAMPLES.map((example) => (
        <li key={example.title}>
          <button type="button" aria-pressed={example === shown} onClick={() => set(example.state, true)}>{example.title}</button>
          {!folded && <p>{example.surprise}</p>}
        </li>
      ))}
    </ul>
  );
  if (!folded) return <><h2>Start with an example</h2>{list}</>;
  return (
    <>
      {shown && <p class="surprise"><strong>{shown.title}.</strong> {shown.surprise}</p>}
      <details class="more"><summary>Examples</summary>{list}</details>
    </>
  );
}

/** The errors, each with its position, and a button that leads there. */
function Faults({ all, kind }: { all: Place[]; kind: "pest" | "regex" }) {
  const names = { printed: "The printed grammar", against: kind === "pest" ? "The pest grammar" : "The pattern" };
  return (
    <div id="faults">
      <ul class="faults">
        {begun(all).map(({ side, line, column, message }, index) => (
          <li key={index}>
            <span>{names[side]}, line {line}{column !== undefined && `, column ${column}`}: <Shown text={message} /></span>{" "}
            <button type="button" class="small" onClick={() => goTo(side, line, column)}>Go there</button>
          </li>
        ))}
      </ul>
      <LeftOut of={all} />
    </div>
  );
}
