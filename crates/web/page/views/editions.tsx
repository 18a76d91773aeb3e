// All editions side by side, and beside them what browsers do and what Appendix B divides.
//
// An answer that is not that of RFC 3986, or where that does not answer, of the newest edition that does, has a mark
// and words, not only a colour. This browser's answer is asked live; the URL Standard normalizes what it parses, so that its components are its own spelling.
import { useMemo } from "preact/hooks";
import type { Across, Components, Split, Verdict } from "../ask";
import { browserVerdict } from "../browser";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Rule } from "../parts/rule";
import { Shown, Value } from "../parts/shown";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

interface Column {
  by: string;
  title: string;
  about: string;
  verdict: Verdict;
  /** Whether the column is an edition of the library. */
  edition: boolean;
}

export function Editions(props: ViewProps) {
  const { state, set, documents } = props;
  const base = state.base === "" ? undefined : state.base;
  const { answer, stale, failed } = useAnswer({ ask: "editions" as const, text: state.text, base });
  const { answer: split } = useAnswer({ ask: "split" as const, text: state.text });
  const columns = useMemo(
    () => (answer ? columnsOf(answer, split, state.text, base, props) : []),
    [answer, split, state.text, state.base, documents],
  );
  return (
    <section class={stale ? "stale" : ""}>
      <p class="field">
        <label for="base">Base, to resolve against</label>{" "}
        <input id="base" type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={state.base}
          onInput={(event) => set({ base: event.currentTarget.value })} placeholder="none" />
      </p>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (
        <>
          <p class="verdict-line">
            {answer.agree
              ? "The editions and the URL Standard agree on this string."
              : "The answers differ. ≠ marks what is not as in RFC 3986, or if that has no answer, in the newest edition that has one."}
          </p>
          <Table columns={columns} {...props} across={answer} />
          <Messages columns={columns} />
        </>
      )}
      <Command options={["editions", "--with", "whatwg", ...(base === undefined ? [] : ["--base", base])]} strings={[state.text]} />
    </section>
  );
}

function columnsOf(across: Across, split: Split | undefined, text: string, base: string | undefined, props: ViewProps): Column[] {
  const titles = new Map(props.documents.editions.map(({ id, title }) => [id, title]));
  const columns: Column[] = across.verdicts.map((verdict) => ({
    by: verdict.by,
    title: verdict.by,
    about: titles.get(verdict.by) ?? "The parser of the URL Standard of the WHATWG",
    verdict,
    edition: titles.has(verdict.by),
  }));
  if (!across.verdicts.some(({ by }) => by === "url-parser")) {
    const message = "a relative reference has no meaning without a base";
    const verdict = { by: "url-parser", valid: false, error: { message } };
    columns.push({ by: "url-parser", title: "url-parser", about: "The parser of the URL Standard of the WHATWG", verdict, edition: false });
  }
  const browser = browserVerdict(text, base);
  columns.push({ by: "browser", title: "this browser", about: "What new URL() says here and now", verdict: browser, edition: false });
  if (split) {
    const verdict = { by: "appendix-b", valid: true, components: split as Components };
    columns.push({ by: "appendix-b", title: "Appendix B", about: "The regular expression of RFC 3986, Appendix B, which validates nothing", verdict, edition: false });
  }
  return columns;
}

const ROWS: [string, (verdict: Verdict) => string | undefined][] = [
  ["scheme", ({ components }) => components?.scheme],
  ["authority", ({ components }) => components?.authority],
  ["userinfo", ({ components }) => components?.userinfo],
  ["host", ({ components }) => components?.host],
  ["host-kind", ({ components }) => components?.host_kind],
  ["port", ({ components }) => components?.port],
  ["path", ({ components }) => components?.path],
  ["query", ({ components }) => components?.query],
  ["fragment", ({ components }) => components?.fragment],
];

function Table({ columns, state, across, documents }: ViewProps & { columns: Column[]; across: Across }) {
  const valid = columns.filter(({ edition, verdict }) => edition && verdict.valid);
  const standard = valid.find(({ by }) => by === "rfc3986") ?? valid.at(-1);
  const says = (kind: string, by: string) =>
    across.disagreements.some((disagreement) => disagreement.kind === kind && disagreement.by.includes(by));
  const differs = (kind: string, column: Column, value: string | undefined, of: (verdict: Verdict) => string | undefined) => {
    if (says(kind, column.by)) return true;
    // The library does not know of these two columns.
    const own = column.by === "browser" || column.by === "appendix-b";
    if (!own || !standard || !column.verdict.components || kind === "target") return false;
    const unsaid = column.by === "appendix-b" && ["userinfo", "host", "host-kind", "port"].includes(kind);
    return !unsaid && kind !== "host-kind" && value !== of(standard.verdict);
  };
  const anyTarget = columns.some(({ verdict }) => verdict.target !== undefined || verdict.current_document);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="All editions side by side; this table scrolls">
      <table class="editions">
        <caption class="aside">What each edition says of the string</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ by, title, about }) => <th key={by} scope="col" title={about}>{title}</th>)}
          </tr>
        </thead>
        <tbody>
          <tr data-row="valid">
            <th scope="row">verdict</th>
            {columns.map((column) => {
              const { by, verdict } = column;
              if (by === "appendix-b") return <td key={by} data-by={by} class="undefined">does not judge</td>;
              const off = says("accepts", by) || says("rejects", by)
                || (by === "browser" && standard !== undefined && !verdict.valid);
              return (
                <td key={by} data-by={by} class={verdict.valid ? "valid" : "invalid"}>
                  {off && <Unequal />}{verdict.valid ? "✓ valid" : "✗ not valid"}
                </td>
              );
            })}
          </tr>
          <tr data-row="productions">
            <th scope="row">productions</th>
            {columns.map(({ by, verdict, edition }) => (
              <td key={by} data-by={by} class={says("production", by) ? "differs" : ""}>
                {says("production", by) && <Unequal />}
                {edition && verdict.productions?.map((name, index) => (
                  <span key={name} class="one">{index > 0 && <span class="aside">, </span>}<Rule name={name} state={state} edition={by} /></span>
                ))}
              </td>
            ))}
          </tr>
          {across.disagreements.some(({ kind }) => kind === "opaque") && (
            <tr data-row="opaque">
              <th scope="row">after the scheme</th>
              {columns.map(({ by, verdict }) => (
                <td key={by} data-by={by} class={says("opaque", by) ? "differs" : ""}>
                  {says("opaque", by) && <Unequal />}
                  {verdict.opaque === undefined ? "" : verdict.opaque ? "opaque" : "a path"}
                </td>
              ))}
            </tr>
          )}
          {ROWS.map(([name, of]) => {
            const values = columns.map(({ verdict }) => of(verdict));
            if (name !== "path" && values.every((value) => value === undefined)) return null;
            return (
              <tr key={name} data-row={name}>
                <th scope="row">{name === "host-kind" ? "host kind" : <span class={`swatch c-${name}`}>{name}</span>}</th>
                {columns.map((column, index) => {
                  const value = values[index];
                  const off = differs(name, column, value, of);
                  return (
                    <td key={column.by} data-by={column.by} class={off ? "differs" : ""}>
                      {column.verdict.components && <>{off && <Unequal />}<Cell name={name} value={value} column={column} /></>}
                    </td>
                  );
                })}
              </tr>
            );
          })}
          {anyTarget && (
            <tr data-row="target">
              <th scope="row">target</th>
              {columns.map((column) => {
                const { by, verdict } = column;
                const off = differs("target", column, verdict.target, (other) => other.target)
                  || (by === "browser" && standard?.verdict.target !== undefined && verdict.target !== standard.verdict.target);
                return (
                  <td key={by} data-by={by} class={off ? "differs" : ""}>
                    {off && <Unequal />}
                    {verdict.current_document ? "the current document" : verdict.target !== undefined && <Value text={verdict.target} />}
                  </td>
                );
              })}
            </tr>
          )}
        </tbody>
      </table>
      <p class="aside">{documents.editions.filter((one) => !one.of_scheme).length} editions</p>
    </div>
  );
}

function Cell({ name, value, column }: { name: string; value: string | undefined; column: Column }) {
  if (name === "host-kind") return <>{value ?? ""}</>;
  const silent = column.by === "appendix-b" && ["userinfo", "host", "port"].includes(name);
  return silent ? <span class="undefined">not divided</span> : <Value text={value} most={120} />;
}

function Unequal() {
  return <span class="unequal" title="not as in RFC 3986, or in the newest edition that answers">≠<span class="aside"> differs: </span></span>;
}

function Messages({ columns }: { columns: Column[] }) {
  const rejecting = columns.filter(({ verdict }) => !verdict.valid && verdict.error);
  if (rejecting.length === 0) return null;
  return (
    <>
      <h3>Why it is not valid</h3>
      <dl class="messages">
        {rejecting.map(({ by, title, verdict }) => (
          <div key={by} data-message={by}>
            <dt>{title}</dt>
            <dd><Shown text={verdict.error?.message ?? ""} /></dd>
          </div>
        ))}
      </dl>
    </>
  );
}
