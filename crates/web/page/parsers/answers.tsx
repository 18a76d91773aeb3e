// A parser's answer for a reason: the mark, the words, and the details.
import type { ComponentChildren } from "preact";
import { Command } from "../parts/command";
import { Shown, Value } from "../parts/shown";
import { escaped } from "../visible";
import { type Address, linkTo } from "./address";
import { type Cell, departs, documentTitle, type Does, type Parser, type Reason } from "./data";

/** The marks have different shapes; a departure from the parser's own document also has an inverted ground. */
export const MARKS: Record<Does, string> = { yes: "●", partly: "◐", no: "·", unknown: "?" };

/** Returns what a cell says, for a screen reader. */
export function wordsOf({ does, unlike }: Cell, { standard }: Parser): string {
  return unlike === undefined ? does : `${does}, unlike ${documentTitle(standard)}`;
}

export function classOf({ does, unlike }: Cell): string {
  return unlike === undefined ? `does-${does}` : `does-${does} unlike`;
}

/** A mark with its word. */
export function Mark({ cell }: { cell: Cell }) {
  return <span class="does"><span class={`sign ${classOf(cell)}`} aria-hidden="true">{MARKS[cell.does]}</span> {cell.does}</span>;
}

/** A text of the data in which backticks delimit code. */
export function Marked({ text }: { text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={at}><Shown text={part} /></code> : <Shown key={at} text={part} />))}</>;
}

/** The part in which a parser departs, and its value there. */
export function Said({ cell: { part = "", said } }: { cell: Cell }) {
  if (part === "valid" || part === "crash") return <Shown text={said ?? "none"} />;
  const value = said === null || said === undefined ? <span class="undefined">none</span> : <Value text={said} />;
  return <><Shown text={part} />: {value}</>;
}

/** How the document of a parser differs from what the parser does. */
export function Own({ cell: { string, unlike }, parser: { standard } }: { cell: Cell; parser: Parser }) {
  if (standard === "none") return <>it follows no document</>;
  const title = <Shown text={documentTitle(standard)} />;
  if (unlike === undefined) return <>{title} says the same</>;
  return <>{title} says otherwise{unlike !== string && <>, with <Value text={unlike} /></>}</>;
}

/** Links to a section of RFC 3986. */
export function Section({ section }: { section: string }) {
  if (!/^[\d.]+$/.test(section)) return <Shown text={section} />;
  return <a href={`https://www.rfc-editor.org/rfc/rfc3986#section-${section}`} rel="noopener">{section}</a>;
}

export function Strings({ strings }: { strings: string[] }) {
  return <ul class="strings">{strings.map((string) => <li key={string}><Value text={string} /></li>)}</ul>;
}

/** The command that asks a parser. Only `--canonical` shows differences of spelling. */
function Try({ cell, reason, parser }: DetailsProps) {
  const string = cell.string ?? reason.strings[0];
  if (string === undefined) return null;
  const isSpelling = cell.part !== undefined && cell.part !== "valid" && cell.part !== "crash";
  const options = [...(isSpelling ? ["--canonical"] : []), "--with", parser.name, ...(reason.base === "" ? [] : ["--base", reason.base])];
  return <Command options={["differ", ...options]} strings={[string]} />;
}

interface DetailsProps { cell: Cell; reason: Reason; parser: Parser }

/** All that is known about a cell. */
export function Details({ address, ...props }: DetailsProps & { address: Address }) {
  const { cell, reason, parser } = props;
  return (
    <>
      <p class="which">
        <a href={linkTo(address, { parser: parser.name })}><Shown text={parser.name} /></a>{" "}
        <a href={linkTo(address, { reason: reason.id })}><Marked text={reason.reason} /></a>: <Mark cell={cell} />
      </p>
      {departs(cell) ? (
        <dl class="facts">
          <Fact title="Shortest string"><Value text={cell.string} /><Base reason={reason} /></Fact>
          <Fact title="What it says"><Said cell={cell} /></Fact>
          <Fact title="Its document"><Own cell={cell} parser={parser} /></Fact>
        </dl>
      ) : (
        <dl class="facts">
          <Fact title={cell.does === "no" ? "No departure with" : "No answer to"}><Strings strings={reason.strings} /><Base reason={reason} /></Fact>
        </dl>
      )}
      <Try {...props} />
    </>
  );
}

function Base({ reason: { base } }: { reason: Reason }) {
  return base === "" ? null : <span class="base"> against the base <Value text={base} /></span>;
}

export function Fact({ title, children }: { title: string; children: ComponentChildren }) {
  return <div><dt>{title}</dt><dd>{children}</dd></div>;
}

/** A labelled choice of a parser. */
export function ParserSelect({ label, id, value, parsers, choose }: { label: string; id: string; value: string; parsers: Parser[]; choose: (name: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {parsers.map(({ name }) => <option key={name} value={name}>{escaped(name)}</option>)}
      </select>
    </label>
  );
}
