// Two languages of any kinds: whether they accept the same strings, and the shortest strings that only one accepts; or
// one alone, with what is wrong with it.
//
// A printed grammar beside a pest grammar or a pattern is audited production by production; all other pairs are compared
// as a whole. The answer is updated while the user types. A slow one can be stopped: the worker is then ended, and
// another starts.
import { useMemo, useState } from "preact/hooks";
import type { Causes, Production, Related, Relating, Requests } from "../ask";
import { Bytes } from "../bytes";
import { LAB_EXAMPLES } from "../lab-examples";
import { CodeField, goTo } from "../parts/code-field";
import { Pair, Pattern, Witness } from "../parts/audited";
import { Command } from "../parts/command";
import { Railroad, useDiagram } from "../parts/diagram";
import { Folded } from "../parts/folded";
import { begun, LeftOut } from "../parts/left-out";
import { Scroll } from "../parts/scroll";
import { counted, Shown } from "../parts/shown";
import { fileOf, GROUPS, isGrammar, isPattern, kindOf, type Kind, nameOf } from "../kinds";
import { errorsOf, faultsOf, partingsOf, type Place, placeOf, type Side } from "../places";
import { plainly } from "../plainly";
import { addressOf, type Set as SetState, type State } from "../state";
import { useAnswer } from "../use-answer";
import { useLasting, useSettled } from "../use-settled";
import { escaped } from "../visible";
import { Nodes } from "./tree";
import type { ViewProps } from "./view";

/** The pause in typing before the verdict is requested, and the time before a slow one is reported. */
const PAUSE = 350;
const LONG = 5000;

/** The requests for the two sides: an audit, a relation, or both if strings are tested. */
export function requestsOf(state: State): { audit: Requests["audit"] | null; relation: Requests["relation"] | null } {
  const [left, right] = [kindOf(state.left), kindOf(state.kind)];
  const { printed, against, whole } = state;
  if (printed === "" && against === "") return { audit: null, relation: null };
  const isAudit = printed !== "" && against !== "" && isGrammar(left.id) && (right.id === "pest" || isPattern(right.id));
  const tests = state.tests.split("\n").filter((line) => line !== "");
  const audit: Requests["audit"] | null = !isAudit ? null : {
    ask: "audit", printed, other: against, kind: right.id === "pest" ? "pest" : "regex",
    ...(left.id === "grammar" ? {} : { notation: left.id }),
    ...(right.id === "pest" ? {} : { dialect: right.id === "regex" ? "ecmascript" : right.id }),
    ...(whole === "" ? {} : { rule: whole }),
  };
  const [one, other] = printed === "" ? [nameOf(right, against), undefined] : [nameOf(left, printed), against === "" ? undefined : nameOf(right, against)];
  const relation: Requests["relation"] | null = isAudit && tests.length === 0 ? null : {
    ask: "relation", left: one,
    ...(other === undefined ? {} : { right: other }),
    ...(whole === "" || !isGrammar(left.id) ? {} : { left_rule: whole }),
    ...(tests.length === 0 ? {} : { tests: tests.join("\n") }),
  };
  return { audit, relation };
}

export function Lab({ state, set }: ViewProps) {
  const [left, right] = [kindOf(state.left), kindOf(state.kind)];
  const requests = requestsOf(state);
  const key = JSON.stringify(requests);
  const settled = useSettled(requests, key, PAUSE);
  const settledKey = JSON.stringify(settled);
  const [stopped, stop] = useState<string | null>(null);
  const isWanted = (settled.audit ?? settled.relation) !== null && (requests.audit ?? requests.relation) !== null && stopped !== settledKey;
  const audited = useAnswer(isWanted ? settled.audit : null);
  const related = useAnswer(isWanted ? settled.relation : null);
  const { answer } = audited;
  const stale = audited.stale || related.stale;
  const failed = audited.failed ?? related.failed;
  const waits = isWanted && (stale || settledKey !== key);
  const lasts = useLasting(isWanted && stale, settledKey, LONG);
  const current = isWanted && !stale;
  const faults = useMemo(() => {
    const place = failed === undefined ? null : placeOf(failed);
    if (place) return [place];
    if (current && settled.audit) return answer ? faultsOf(answer) : [];
    return current && related.answer ? errorsOf(related.answer, state) : [];
  }, [answer, related.answer, failed, current]);
  const different = current && !settled.audit && related.answer?.relation !== undefined && related.answer.relation !== "equal";
  const { left: one, right: other, left_rule } = settled.relation ?? {};
  const canBlame = different && one !== undefined && other !== undefined && [left, right].every(hasParts) && (isOwn(left) || isOwn(right));
  const causes = useAnswer(canBlame ? { ask: "causes" as const, left: one, right: other, ...(left_rule === undefined ? {} : { left_rule }) } : null);
  const parted = useMemo(() => (current && settled.audit && answer ? partingsOf(answer) : { printed: new Set<number>(), against: new Set<number>() }), [answer, current]);
  const linesOf = (side: Place["side"]) => new Set(faults.flatMap((place) => (place.side === side && place.line !== undefined && settledKey === key ? [place.line] : [])));
  const describedBy = faults.length > 0 ? "faults" : undefined;
  const empty = state.printed === "" && state.against === "";
  return (
    <section class="audit">
      <Surprise state={state} />
      <div class="pair">
        <div>
          <KindField id="left" label="First" kind={left} choose={(kind) => set({ left: kind }, true)} />
          <CodeField id="printed" label={left.label} text={state.printed} language={left.language} placeholder={left.placeholder}
            onInput={(printed) => set({ printed })} faults={linesOf("printed")} parted={parted.printed} describedBy={describedBy} />
        </div>
        <div>
          <KindField id="kind" label="Second" kind={right} choose={(kind) => set({ kind }, true)} />
          <CodeField id="against" label={right.label} text={state.against} language={right.language} placeholder={right.placeholder}
            onInput={(against) => set({ against })} faults={linesOf("against")} parted={parted.against} describedBy={describedBy} />
        </div>
      </div>
      {isGrammar(left.id) && (
        <p class="field">
          <label for="whole">Production for whole strings</label>{" "}
          <input id="whole" type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={state.whole}
            onInput={(event) => set({ whole: event.currentTarget.value })} placeholder="the first" />
        </p>
      )}
      <div aria-live="polite" class={waits ? "judgement stale" : "judgement"}>
        {empty && <p class="waiting-for">Type or paste both; the answer appears here. One alone is checked for mistakes.</p>}
        {stopped === settledKey && !empty && (
          <p class="note">Stopped. <button type="button" onClick={() => stop(null)}>Decide anyway</button></p>
        )}
        {waits && !lasts && <p class="waiting">Deciding…</p>}
        {lasts && (
          <p class="note long-wait">This takes a while. <button type="button" onClick={() => stop(settledKey)}>Stop</button></p>
        )}
        {current && failed !== undefined && <p id="judged" class="verdict invalid"><span class="sign" aria-hidden="true">✗</span> {faults.length > 0 ? "A text has an error." : <Shown text={plainly(failed)} />}</p>}
        {current && settled.audit && answer && ("productions" in answer ? <Pair answer={answer} /> : <Pattern answer={answer} />)}
        {current && !settled.audit && related.answer && <Relation answer={related.answer} took={related.took} side={state.printed === "" ? "against" : "printed"} />}
        {current && faults.length > 0 && <Faults all={faults} kinds={{ printed: left, against: right }} both={state.printed !== "" && state.against !== ""} />}
        {!causes.stale && causes.answer && <Blame answer={causes.answer} />}
        {current && related.answer && <Tests answer={related.answer} state={state} />}
      </div>
      <p class="field tests">
        <label for="tests">Strings to test, one in each line</label>
        <textarea id="tests" rows={2} spellcheck={false} autocomplete="off" autocapitalize="off" dir="ltr" value={state.tests} onInput={(event) => set({ tests: event.currentTarget.value })} />
      </p>
      {isGrammar(left.id) && state.printed !== "" && <Drawn id="printed" kind={left} text={state.printed} which={isGrammar(right.id) && state.against !== "" ? " of the first" : ""} state={state} set={set} />}
      {isGrammar(right.id) && state.against !== "" && <Drawn id="against" kind={right} text={state.against} which={isGrammar(left.id) && state.printed !== "" ? " of the second" : ""} state={state} set={set} />}
      {requests.audit !== null ? (
        <p class="command">
          <span class="what">In a terminal</span>{" "}
          <code>
            {right.id === "pest" ? "urispec audit --bnf printed.abnf --pest grammar.pest"
              : `urispec audit --bnf printed.abnf --dialect ${right.id === "regex" ? "ecmascript" : right.id} --regex-file pattern.txt`}
            {left.id !== "grammar" && ` --notation ${left.id}`}
            {state.whole !== "" && " --rule "}{state.whole !== "" && <Shown text={state.whole} />}
          </code>
        </p>
      ) : !empty && <Command options={["relation"]} strings={[
        ...(state.printed === "" ? [] : [fileOf(left, "first", isGrammar(left.id) ? state.whole : "") ?? nameOf(left, state.printed)]),
        ...(state.against === "" ? [] : [fileOf(right, "second", "") ?? nameOf(right, state.against)]),
      ]} />}
      <Examples state={state} set={set} folded={!empty} />
    </section>
  );
}

/** Returns whether a language is one's own grammar. */
function isOwn({ id }: Kind): boolean {
  return isGrammar(id) || id === "pest";
}

/** Returns whether a language has productions. */
function hasParts(kind: Kind): boolean {
  return isOwn(kind) || kind.id === "production";
}

/** The railroad diagram of a production of one's own grammar, folded. */
function Drawn(props: DrawnProps) {
  return <Folded summary={`Railroad diagram${props.which}`}><Diagram {...props} /></Folded>;
}

interface DrawnProps { id: Side; kind: Kind; text: string; which: string; state: State; set: SetState }

function Diagram({ id, kind, text, state, set }: DrawnProps) {
  const grammar = useSettled(nameOf(kind, text), nameOf(kind, text), PAUSE);
  const rule = state.drawn || (id === "printed" ? state.whole : "");
  const [tested = ""] = state.tests.split("\n");
  const drawn = useDiagram({ grammar, ...(rule === "" ? {} : { rule }), ...(tested === "" ? {} : { text: tested }) }, state);
  const { names = [], rule: shown } = drawn.answer ?? {};
  return (
    <div class={drawn.stale ? "stale" : ""}>
      <p class="field">
        <label for={`drawn-${id}`}>Production</label>{" "}
        <select id={`drawn-${id}`} value={shown} onChange={(event) => set({ drawn: event.currentTarget.value }, true)}>
          {names.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </p>
      <Railroad id={`expand-${id}`} drawn={drawn} state={state} set={set} what={<Witness text={tested} />}
        href={(name, { names = [] }) => (names.includes(name) ? addressOf({ ...state, drawn: name }) : undefined)} />
    </div>
  );
}

function KindField({ id, label, kind, choose }: { id: string; label: string; kind: Kind; choose: (kind: string) => void }) {
  return (
    <p class="field">
      <label for={id}>{label}</label>{" "}
      <select id={id} value={kind.id} onChange={(event) => choose(event.currentTarget.value)}>
        {GROUPS.map(({ title, kinds }) => (
          <optgroup key={title} label={title}>{kinds.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}</optgroup>
        ))}
      </select>
    </p>
  );
}

const RELATIONS: Record<string, string> = {
  equal: "The same: both accept exactly the same strings.",
  wider: "Not the same: the first accepts all strings of the second, and more.",
  narrower: "Not the same: the second accepts all strings of the first, and more.",
  overlapping: "Not the same: each accepts strings that the other does not.",
  disjoint: "Not the same: no string is accepted by both.",
};

function Relation({ answer, took, side }: { answer: Related; took: number | undefined; side: Side }) {
  const { relation, errors = [], unanchored = [] } = answer;
  if (errors.length > 0) {
    return <p id="judged" class="verdict invalid"><span class="sign" aria-hidden="true">✗</span> {answer.right === undefined ? "It has an error." : "A text has an error."}</p>;
  }
  if (relation === undefined) return <Alone answer={answer} took={took} side={side} />;
  return (
    <>
      <p id="judged" class={`verdict ${relation === "equal" ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{relation === "equal" ? "=" : "≠"}</span> {RELATIONS[relation] ?? relation}
      </p>
      <Differing of={answer} />
      {relation !== "equal" && <Accepted who="Both accept" text={answer.common} hex={answer.common_hex} />}
      {unanchored.length > 0 && (
        <p class="note" id="unanchored">
          {unanchored.length === 2 ? "Both patterns are not anchored: each matches" : `The ${unanchored[0] === "left" ? "first" : "second"} pattern is not anchored: it matches`}{" "}
          every string that contains a match. For whole strings, write <code>^(?:…)$</code>.
        </p>
      )}
    </>
  );
}

/** A string that a side accepts, if there is one. */
function Accepted({ who, text, hex }: { who: string; text?: string; hex?: string }) {
  return (text ?? hex) === undefined ? null : <p class="only">{who} <Witness text={text} hex={hex} /></p>;
}

/** The shortest strings that only one of two languages accepts. */
function Differing({ of }: { of: Relating }) {
  return (
    <>
      <Accepted who="Only the first accepts" text={of.only_left} hex={of.only_left_hex} />
      <Accepted who="Only the second accepts" text={of.only_right} hex={of.only_right_hex} />
    </>
  );
}

/** The productions to blame for the difference of two grammars. A pair of single productions has nothing to add. */
function Blame({ answer: { compared = 0, causes = [] } }: { answer: Causes }) {
  if (compared < 2 || causes.length === 0) return null;
  return (
    <div id="causes">
      <h3>Where the difference begins</h3>
      <p>
        {counted(compared, "production")} of the first are also in the second.{" "}
        {causes.length === 1 ? "This one differs by itself: those that it uses are equal." : `These ${causes.length} differ by themselves: those that they use are equal.`}
      </p>
      <ul>
        {begun(causes).map((cause) => (
          <li key={cause.left_rule}>
            <code><Shown text={cause.left_rule} /></code>{cause.right_rule !== cause.left_rule && <>, in the second <code><Shown text={cause.right_rule} /></code></>}
            {([["printed", cause.left_line], ["against", cause.right_line]] as const).map(([side, line]) => line !== undefined && (
              <>{" "}<button type="button" class="small" onClick={() => goTo(side, line)}>Line {line} of the {side === "printed" ? "first" : "second"}</button></>
            ))}
            <Differing of={cause} />
          </li>
        ))}
      </ul>
      <LeftOut of={causes} />
    </div>
  );
}

/** One language: its shortest strings, and the findings about it. */
function Alone({ answer: { strings = [], strings_hex, empty, findings = [], undecided = [] }, took, side }: { answer: Related; took: number | undefined; side: Side }) {
  const bad = findings.filter(({ severity }) => severity !== "note").length;
  return (
    <>
      <p id="judged" class={`verdict ${bad === 0 ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{bad === 0 ? "✓" : "!"}</span>{" "}
        {findings.length === 0 ? "No mistakes found." : `${counted(findings.length, "finding")}.`}{" "}
        {took !== undefined && <span class="note">Decided in {took < 10 ? "less than 10" : Math.round(took)} ms.</span>}
      </p>
      <p class="only">
        {empty ? "It accepts no string." : <>Its shortest strings: {strings_hex ? strings_hex.map((hex) => <><Witness hex={hex} /> </>) : strings.map((text, index) => <>{index > 0 && ", "}<Witness text={text} /></>)}</>}
      </p>
      <ul class="findings">
        {begun(findings).map(({ id, severity, line, column, message, witness }, index) => (
          <li key={index} class={severity} data-finding={id}>
            <p class="said-of"><Shown text={plainly(message)} /></p>
            <p class="which">
              <span class="severity">{severity}</span> <code>{id}</code> <span class="section">line {line}, column {column}</span>
              {witness !== undefined && <> for example <Witness text={witness} /></>}{" "}
              <GoThere side={side} line={line} column={column} />
            </p>
          </li>
        ))}
      </ul>
      <LeftOut of={findings} />
      {undecided.map((question) => <p key={question} class="note">Undecided: <Shown text={question} /></p>)}
    </>
  );
}

/** The maximum number of trees to offer. */
const TREES = 10;
const NONE = new Map<string, Production>();

function Tests({ answer: { tests = [], right }, state }: { answer: Related; state: State }) {
  if (tests.length === 0) return null;
  const said = (is: boolean | undefined, offset: number | undefined) => <td class={is ? "valid" : "invalid"}>{is ? "✓ accepts" : `✗ rejects at byte ${offset}`}</td>;
  const trees = begun(tests).flatMap(({ text, left_tree, right_tree }) => [
    { text, tree: left_tree, by: right === undefined ? "" : " by the first" }, { text, tree: right_tree, by: " by the second" },
  ]).filter(({ tree }) => tree !== undefined).slice(0, TREES);
  return (
    <>
      <Scroll label="The tested strings">
        <table id="tested">
          <thead><tr><th scope="col">String</th><th scope="col">{right === undefined ? "It" : "The first"}</th>{right !== undefined && <th scope="col">The second</th>}</tr></thead>
          <tbody>
            {begun(tests).map(({ text, left, left_offset, right: second, right_offset }, index) => (
              <tr key={index} class={right !== undefined && left !== second ? "pointed" : undefined}>
                <th scope="row"><Witness text={text} /></th>{said(left, left_offset)}{right !== undefined && said(second, right_offset)}
              </tr>
            ))}
          </tbody>
        </table>
        <LeftOut of={tests} />
      </Scroll>
      {trees.map(({ text, tree, by }, index) => tree && (
        <Folded key={`${index} ${text}`} summary={<>The tree of <Witness text={text} />{by}</>}>
          <Nodes tree={tree} bytes={new Bytes(text)} spans={[]} state={state} light={() => {}} productions={NONE} isOwn label={`The tree of ${escaped(text)}${by}`} />
        </Folded>
      ))}
    </>
  );
}

/** Returns the example that the fields show. */
function exampleOf(state: State) {
  return LAB_EXAMPLES.find((one) => one.state.printed === state.printed && one.state.against === state.against);
}

/** The surprise of the example that is shown. */
function Surprise({ state }: { state: State }) {
  const shown = exampleOf(state);
  return shown ? <p class="surprise"><strong>{shown.title}.</strong> {shown.surprise}</p> : null;
}

/** The examples, folded once there is something to read instead. */
function Examples({ state, set, folded }: { state: State; set: SetState; folded: boolean }) {
  const shown = exampleOf(state);
  return (
    <details class="more examples" open={!folded}>
      <summary>Examples</summary>
      <ul class="stories">
        {LAB_EXAMPLES.map((example) => (
          <li key={example.title}>
            <button type="button" aria-pressed={example === shown} onClick={() => set(example.state, true)}>{example.title}</button>
            {!folded && <p>{example.surprise}</p>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The errors, each with its position, and a button that leads there. */
function Faults({ all, kinds, both }: { all: Place[]; kinds: Record<Side, Kind>; both: boolean }) {
  const isSame = both && kinds.printed.label === kinds.against.label;
  const nameOf = (side: Side) => (isSame ? kinds[side].label.replace("The", side === "printed" ? "The first" : "The second") : kinds[side].label);
  return (
    <div id="faults">
      <ul class="faults">
        {begun(all).map(({ side, line, column, message }, index) => (
          <li key={index}>
            <span>{nameOf(side)}{line !== undefined && `, line ${line}`}{column !== undefined && `, column ${column}`}: <Shown text={message} /></span>{" "}
            {line !== undefined && <GoThere side={side} line={line} column={column} />}
          </li>
        ))}
      </ul>
      <LeftOut of={all} />
    </div>
  );
}

function GoThere({ side, line, column }: { side: Side; line: number; column?: number }) {
  return <button type="button" class="small" onClick={() => goTo(side, line, column)}>Go there</button>;
}
