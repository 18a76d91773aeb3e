// The audit of grammars of one's own: a printed grammar against a pest grammar, or a regular expression.
import { useState } from "preact/hooks";
import type { Audited, AuditedPattern, Departure, Judged, Requests } from "../ask";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { counted, Shown } from "../parts/shown";
import type { Key, Set, State } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

const DIALECTS = ["ecmascript", "python", "pcre", "rust", "re2", "posix-ere", "xsd", "java", "dotnet"];

const NOTATIONS = [
  { id: "", title: "by what it looks like" },
  { id: "abnf", title: "ABNF (RFC 5234, RFC 7405)" },
  { id: "bnf", title: "BNF of RFC 822, 1738, 2396" },
  { id: "rfc1630", title: "BNF of RFC 1630" },
  { id: "w3c", title: "EBNF of the W3C" },
  { id: "iso", title: "EBNF of ISO/IEC 14977" },
];

/** RFC 3986, 3.2.3 and 3.2.2, each with a transcription that is almost right. */
const EXAMPLES: { title: string; state: Partial<State> }[] = [
  {
    title: "A port, against \\d* in Python",
    state: { printed: "port = *DIGIT\n", against: "^\\d*$", kind: "regex", dialect: "python", whole: "" },
  },
  {
    title: "dec-octet, against a pest rule in the printed order",
    state: {
      printed: 'dec-octet = DIGIT                 ; 0-9\n          / %x31-39 DIGIT         ; 10-99\n          / "1" 2DIGIT            ; 100-199\n          / "2" %x30-34 DIGIT     ; 200-249\n          / "25" %x30-35          ; 250-255\n',
      against: 'dec_octet = {\n    ASCII_DIGIT\n  | \'1\'..\'9\' ~ ASCII_DIGIT\n  | "1" ~ ASCII_DIGIT{2}\n  | "2" ~ \'0\'..\'4\' ~ ASCII_DIGIT\n  | "25" ~ \'0\'..\'5\'\n}\n',
      kind: "pest", whole: "",
    },
  },
];

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
  // A link has its verdict; while somebody types, a button asks for it.
  const [asked, setAsked] = useState<Requests["audit"] | null>(state.printed === "" || state.against === "" ? null : request);
  const { answer, stale, failed } = useAnswer(asked);
  const isOld = asked !== null && JSON.stringify(asked) !== JSON.stringify(request);
  return (
    <section>
      <p>
        Begin with{" "}
        {EXAMPLES.map(({ title, state }) => (
          <button key={title} type="button" onClick={() => { set(state, true); setAsked(null); }}>{title}</button>
        ))}
      </p>
      <div class="pair">
        <div>
          <p class="field">
            <label for="notation">Notation</label>{" "}
            <select id="notation" value={notation} onChange={(event) => set({ notation: event.currentTarget.value }, true)}>
              {NOTATIONS.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
            </select>
          </p>
          <Area of="printed" label="The printed grammar" state={state} set={set} />
        </div>
        <div>
          <p class="field">
            <label for="kind">Held against</label>{" "}
            <select id="kind" value={kind} onChange={(event) => set({ kind: event.currentTarget.value }, true)}>
              <option value="pest">a pest grammar</option>
              <option value="regex">a regular expression</option>
            </select>{" "}
            {kind === "regex" && (
              <select aria-label="Dialect" value={dialect} onChange={(event) => set({ dialect: event.currentTarget.value }, true)}>
                {DIALECTS.map((one) => <option key={one} value={one}>{one}</option>)}
              </select>
            )}
          </p>
          <Area of="against" label={kind === "pest" ? "The pest grammar" : "The regular expression"} state={state} set={set} />
        </div>
      </div>
      <p class="field">
        <label for="whole">Production</label>{" "}
        <input id="whole" type="text" spellcheck={false} autocomplete="off" value={state.whole}
          onInput={(event) => set({ whole: event.currentTarget.value })} placeholder="the first" />{" "}
        <button type="button" class="go" onClick={() => setAsked(request)} disabled={state.printed === "" || state.against === ""}>Decide</button>{" "}
        {stale && asked && <button type="button" onClick={() => setAsked(null)}>Stop</button>}
      </p>
      <div aria-live="polite" class={isOld ? "stale" : ""}>
        {isOld && <p class="note">The texts have changed since.</p>}
        {failed !== undefined && <Failed what={failed} />}
        {asked && stale && <Waiting />}
        {asked && !stale && answer && ("productions" in answer ? <Pair answer={answer} /> : <Pattern answer={answer} />)}
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

function Area({ of, label, state, set }: { of: Key; label: string; state: State; set: Set }) {
  return (
    <div class="area">
      <label for={of}>{label}</label>
      <textarea id={of} rows={10} spellcheck={false} autocomplete="off" autocapitalize="off" value={state[of]}
        onInput={(event) => set({ [of]: event.currentTarget.value })} />
    </div>
  );
}

/** A string of some language, in quotes, or in hexadecimal digits. */
function Witness({ text, hex }: { text?: string; hex?: string }) {
  if (text !== undefined) return <code>"<Shown text={text} />"</code>;
  return hex === undefined ? null : <code>%x{hex}</code>;
}

function Pair({ answer: { productions, grammar } }: { answer: Audited }) {
  const isWrong = ({ verdict }: Judged) => verdict !== "equal";
  const wrong = productions.filter(isWrong).length;
  // Where not all are drawn, those that are not equal are.
  const worst = [...productions].sort((one, other) => Number(isWrong(other)) - Number(isWrong(one)));
  const findings: [string, string[]][] = [
    ["Used and not defined", grammar.undefined.map(({ name, rule }) => `${name}, in ${rule}`)],
    ["Rules that cannot be decided", grammar.refused.map(({ line, message }) => `line ${line}: ${message}`)],
    ["Rules that transcribe nothing", grammar.unprinted],
    ["Alternatives that are never taken", grammar.never_taken.map(({ rule, line, text }) => `${rule}, line ${line}: ${text}`)],
    ["Productions that no whole string reaches", grammar.unreachable],
    ["Rules that no whole string reaches", grammar.unused],
    ["Taken by a guess", grammar.guessed.map(({ rule, pest }) => `${rule} = ${pest}`)],
    ["Read otherwise than written", grammar.notes.map(({ rule, line, message }) => `${rule}, line ${line}: ${message}`)],
    ["Not found out", grammar.untold.map(({ rule, message }) => `${rule}: ${message}`)],
  ];
  return (
    <>
      <p id="judged" class={`verdict ${wrong === 0 ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{wrong === 0 ? "✓" : "✗"}</span>{" "}
        {counted(productions.length, "production")}: {wrong === 0 ? "all are equal" : `${wrong} not equal`}.
      </p>
      <div class="scroll">
        <table class="judged">
          <caption class="aside">The verdict on each production</caption>
          <thead><tr><th scope="col">Production</th><th scope="col">Verdict</th><th scope="col">Shortest strings</th></tr></thead>
          <tbody>{begun(worst).map((one) => <Row key={one.rule} one={one} />)}</tbody>
        </table>
      </div>
      <LeftOut of={worst} />
      {findings.filter(([, all]) => all.length > 0).map(([title, all]) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>{begun(all).map((one) => <li key={one}><Shown text={one} /></li>)}</ul>
          <LeftOut of={all} />
        </div>
      ))}
    </>
  );
}

function Row({ one }: { one: Judged }) {
  const { rule, verdict, depth, message, departures = [] } = one;
  return (
    <tr data-judged={rule} class={verdict === "equal" ? "" : "differs"}>
      <th scope="row"><code><Shown text={rule} /></code></th>
      <td>{verdict}{depth !== undefined && ` ${depth}`}</td>
      <td>
        {(one.only_printed ?? one.only_printed_hex) !== undefined && <p>only print has <Witness text={one.only_printed} hex={one.only_printed_hex} /></p>}
        {(one.only_pest ?? one.only_pest_hex) !== undefined && <p>only pest has <Witness text={one.only_pest} hex={one.only_pest_hex} /></p>}
        {message !== undefined && <p><Shown text={message} /></p>}
        {departures.map((departure, index) => <Parting key={index} departure={departure} />)}
      </td>
    </tr>
  );
}

function Parting({ departure }: { departure: Departure }) {
  const { witness, witness_hex, offset, rule, line, expression, does, printed, may_end } = departure;
  return (
    <p class="note">
      <Witness text={witness} hex={witness_hex} /> at byte {offset}:{" "}
      {expression !== undefined && <>pest {does ?? "goes"} at <code><Shown text={expression} /></code>{line !== undefined && ` (${rule}, line ${line})`}</>}
      {printed.length > 0 && <>; print has {printed.map((step, index) => <span key={index}>{index > 0 && " or "}<code><Shown text={step.text} /></code> (line {step.line})</span>)}</>}
      {may_end && "; in print the string may end there"}
    </p>
  );
}

function Pattern({ answer }: { answer: AuditedPattern }) {
  const { verdict, message, notes = [], rule } = answer;
  const good = verdict === "equal";
  return (
    <>
      <p id="judged" class={`verdict ${good ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{good ? "✓" : "✗"}</span>{" "}
        {good ? <>The pattern matches exactly the strings of <code><Shown text={rule} /></code>.</> : verdict === "differs" ? "The pattern differs." : <>{verdict}: <Shown text={message ?? ""} /></>}
      </p>
      {(answer.only_printed ?? answer.only_printed_hex) !== undefined && <p>Only print has <Witness text={answer.only_printed} hex={answer.only_printed_hex} />.</p>}
      {(answer.only_pattern ?? answer.only_pattern_hex) !== undefined && <p>Only the pattern has <Witness text={answer.only_pattern} hex={answer.only_pattern_hex} />.</p>}
      {notes.map((note) => <p key={note} class="note"><Shown text={note} /></p>)}
    </>
  );
}
