// The results of an audit: a verdict for each production of two grammars, or one for a
// pattern.
import type { Audited, AuditedPattern, Departure, Judged } from "../ask";
import { placeOf } from "../places";
import { plainly } from "../plainly";
import { begun, LeftOut } from "./left-out";
import { Scroll } from "./scroll";
import { counted, Shown } from "./shown";

/** A string of a language, quoted, or in hexadecimal. */
export function Witness({ text, hex }: { text?: string; hex?: string }) {
  if (text === "") return <>the empty string</>;
  if (text !== undefined) return <code class="value">"<Shown text={text.length > 400 ? `${text.slice(0, 400)}…` : text} />"</code>;
  return hex === undefined ? null : <code>%x{hex}</code>;
}

function Only({ who, text, hex }: { who: string; text?: string; hex?: string }) {
  if ((text ?? hex) === undefined) return null;
  return <p class="only">{who} accepts <Witness text={text} hex={hex} /></p>;
}

export function Pair({ answer: { productions, grammar } }: { answer: Audited }) {
  const isWrong = ({ verdict }: Judged) => verdict !== "equal";
  const wrong = productions.filter(isWrong);
  const equal = productions.filter((one) => !isWrong(one));
  const findings: [string, string[]][] = [
    ["Used but not defined", grammar.undefined.map(({ name, rule }) => `${name}, in ${rule}`)],
    ["Rules without a production", grammar.unprinted],
    ["Alternatives that never match", grammar.never_taken.map(({ rule, line, text }) => `${rule}, line ${line}: ${text}`)],
    ["Unreachable productions", grammar.unreachable],
    ["Unreachable rules", grammar.unused],
    ["Matched by a guess", grammar.guessed.map(({ rule, pest }) => `${rule} = ${pest}`)],
    ["Read differently than written", grammar.notes.map(({ rule, line, message }) => `${rule}, line ${line}: ${plainly(message)}`)],
    ["Undecided", grammar.untold.map(({ rule, message }) => `${rule}: ${plainly(message)}`)],
  ];
  return (
    <>
      <p id="judged" class={`verdict ${wrong.length === 0 ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{wrong.length === 0 ? "✓" : "✗"}</span>{" "}
        {wrong.length === 0
          ? <>Equal: {counted(productions.length, "production")}, each with exactly the same strings on both sides.</>
          : <>{wrong.length} of {counted(productions.length, "production")} {wrong.length === 1 ? "is" : "are"} not equal.</>}
      </p>
      {wrong.length > 0 && (
        <Scroll label="The productions that are not equal">
          <table class="judged cards">
            <caption class="aside">The productions that are not equal</caption>
            <thead><tr><th scope="col">Production</th><th scope="col">Verdict</th><th scope="col">Shortest strings, and where the two diverge</th></tr></thead>
            <tbody>{begun(wrong).map((one) => <Row key={one.rule} one={one} />)}</tbody>
          </table>
        </Scroll>
      )}
      <LeftOut of={wrong} />
      {wrong.length > 0 && equal.length > 0 && (
        <p>Equal: {begun(equal).map(({ rule }, index) => <span key={rule} data-judged={rule}>{index > 0 && ", "}<code><Shown text={rule} /></code></span>)}.</p>
      )}
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
  const { rule, verdict, depth, message, through = [], departures = [] } = one;
  return (
    <tr data-judged={rule}>
      <th scope="row"><code><Shown text={rule} /></code></th>
      <td data-label="verdict">{verdict === "undecided" && placeOf(message ?? "") ? "has an error" : verdict}{depth !== undefined && ` ${depth}`}</td>
      <td data-label="shortest strings">
        <Only who="Only the grammar" text={one.only_printed} hex={one.only_printed_hex} />
        <Only who="Only pest" text={one.only_pest} hex={one.only_pest_hex} />
        {message !== undefined && !placeOf(message) && <p><Shown text={plainly(message)} /></p>}
        {through.length > 0 && <p class="note">It differs only because of {through.map((name, index) => <span key={name}>{index > 0 && ", "}<code><Shown text={name} /></code></span>)}, which it uses.</p>}
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
      {expression !== undefined && <>pest {does ?? "continues"} at <code><Shown text={expression} /></code>{line !== undefined && <> ({rule !== undefined && <><Shown text={rule} />, </>}line {line})</>}</>}
      {printed.length > 0 && <>; the grammar has {printed.map((step, index) => <span key={index}>{index > 0 && " or "}<code><Shown text={step.text} /></code> (line {step.line})</span>)}</>}
      {may_end && "; in the grammar the string may end there"}
    </p>
  );
}

export function Pattern({ answer }: { answer: AuditedPattern }) {
  const { verdict, message, notes = [], rule } = answer;
  const good = verdict === "equal";
  return (
    <>
      <p id="judged" class={`verdict ${good ? "valid" : "invalid"}`}>
        <span class="sign" aria-hidden="true">{good ? "✓" : "✗"}</span>{" "}
        {good ? <>Equal: the pattern matches exactly the strings of <code><Shown text={rule} /></code>.</>
          : verdict === "differs" ? <>The pattern differs from <code><Shown text={rule} /></code>.</>
          : verdict === "unreadable" ? "The pattern has an error."
          : placeOf(message ?? "") ? "The grammar has an error."
          : <>{verdict}{message !== undefined && !placeOf(message) && <>: <Shown text={plainly(message)} /></>}</>}
      </p>
      <Only who="Only the grammar" text={answer.only_printed} hex={answer.only_printed_hex} />
      <Only who="Only the pattern" text={answer.only_pattern} hex={answer.only_pattern_hex} />
      {verdict === "differs" && answer.anchored === false && (
        <p class="note" id="unanchored">
          The pattern is not anchored: it matches every string that contains a match. For whole strings, write <code>^(?:…)$</code>.
        </p>
      )}
      {notes.map((note) => <p key={note} class="note"><Shown text={plainly(note)} /></p>)}
    </>
  );
}
