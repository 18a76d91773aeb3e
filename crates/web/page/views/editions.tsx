// All editions side by side, with the results of browsers and of Appendix B.
//
// Readers with the same answer share a column, and only the differing rows are shown, unless the user asks for all.
// An answer that differs from RFC 3986 has a mark and words, not only a colour. This browser's answer is computed
// live; the URL Standard normalizes while parsing, so its components have its own spelling.
import { useMemo } from "preact/hooks";
import type { Across } from "../ask";
import { Command } from "../parts/command";
import { Failed, NotAsked, Waiting } from "../parts/failed";
import { Line } from "../parts/line";
import { Folded } from "../parts/folded";
import { Rule } from "../parts/rule";
import { Scroll } from "../parts/scroll";
import { Since } from "../parts/since";
import { Shown, shortTitle, Value } from "../parts/shown";
import { type Group, grouped, isAsked, isDifferent, type Reader, readersOf, type Row, rowsOf, saysOther, standardOf } from "../readers";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

export function Editions(props: ViewProps) {
  const { state, set, documents, edition } = props;
  const tooLong = !isAsked(state.text, state.base);
  const base = state.base === "" || tooLong ? undefined : state.base;
  const { answer, stale, failed } = useAnswer({ ask: "editions" as const, text: state.text, base });
  const { answer: split } = useAnswer({ ask: "split" as const, text: state.text });
  const browser = useAnswer({ ask: "browser" as const, text: state.text, base });
  const readers = useMemo(
    () => (answer ? readersOf(answer, split, browser.answer, documents, edition.id) : []),
    [answer, split, browser.answer, documents, edition],
  );
  const rows = useMemo(() => (answer ? rowsOf(answer) : []), [answer]);
  const groups = useMemo(() => grouped(readers, rows), [readers, rows]);
  const different = rows.filter((row) => isDifferent(row, groups));
  const all = state.rows === "all";
  const shown = all ? rows.filter((row) => readers.some((reader) => row.says(reader) !== null && row.says(reader) !== undefined)) : different;
  return (
    <section class={stale || browser.stale ? "stale" : ""}>
      <div class="setting">
        <div class="field">
          <label for="base">Base, to resolve against</label>{" "}
          <Line id="base" label="Base" text={state.base} change={(value) => set({ base: value })} placeholder="none" />
        </div>
        <label class="switch">
          <input type="checkbox" checked={!all} onChange={() => set({ rows: all ? "" : "all" }, true)} /> Differences only
        </label>
      </div>
      {tooLong && state.base !== "" && <NotAsked />}
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (
        <>
          <Since since={answer.since} />
          <p class="verdict-line"><Summary readers={readers} groups={groups} different={different.length > 0} /></p>
          {rewrites(answer, rows, readers) && (
            <p class="note">The URL Standard’s parser normalizes: lower case, no default port, no dot segments. Such changes alone are not marked.</p>
          )}
          {shown.length > 0 && <Table groups={groups} rows={shown} standard={standardOf(readers)} across={answer} />}
          <Messages readers={readers} />
          <OfScheme {...props} across={answer} />
          <Productions {...props} readers={readers} across={answer} />
        </>
      )}
      <Command options={["editions", "--with", "whatwg", ...(base === undefined ? [] : ["--base", base])]} strings={[state.text]} />
    </section>
  );
}

function Summary({ readers, groups, different }: { readers: Reader[]; groups: Group[]; different: boolean }) {
  const judging = readers.filter(({ by }) => by !== "appendix-b");
  if (different) {
    return <><strong>{groups.length} answers</strong> from {readers.length} readers. ≠ marks a verdict that differs from RFC 3986, and a component that differs from {standardOf(readers)?.name ?? "RFC 3986"}.</>;
  }
  return judging[0]?.verdict.valid
    ? <><strong>All agree</strong>: {judging.length} readers accept the string, with the same components.</>
    : <><strong>All agree</strong>: {judging.length} readers reject the string.</>;
}

/** Returns whether the parser of the URL Standard normalizes a component, which the library does not count as a difference. */
function rewrites(across: Across, rows: Row[], readers: Reader[]): boolean {
  const [printed, parsed] = ["rfc3986", "url-parser"].map((by) => readers.find((one) => one.by === by && one.verdict.valid && one.verdict.components));
  return printed !== undefined && parsed !== undefined
    && rows.some((row) => row.name !== "target" && row.says(printed) !== row.says(parsed) && !saysOther(across, row.name, "url-parser"));
}

interface TableProps { groups: Group[]; rows: Row[]; standard: Reader | undefined; across: Across }

function Table({ groups, rows, standard, across }: TableProps) {
  return (
    <Scroll label="The answers of the readers">
      <table class="editions cards">
        <caption class="aside">The answers of the readers; readers with the same answer share a column</caption>
        <thead>
          <tr>
            <td />
            {groups.map(({ readers }) => <th key={readers[0]?.by} scope="col"><Names readers={readers} /></th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} data-row={row.name}>
              <th scope="row"><RowName name={row.name} /></th>
              {groups.map((group) => <Cell key={group.readers[0]?.by} row={row} group={group} standard={standard} across={across} />)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

/** The first name, and the other readers with the same answer. */
function Names({ readers: [first, ...rest] }: { readers: Reader[] }) {
  return (
    <>
      <span class="lead" title={first?.about}>{first?.name}</span>
      {rest.length > 0 && (
        <span class="also">
          {rest.map(({ by, name, about }, index) => <span key={by} title={about}>{index > 0 && ", "}{name}</span>)}: the same
        </span>
      )}
    </>
  );
}

function RowName({ name }: { name: string }) {
  const words: Record<string, string> = { valid: "verdict", opaque: "after the scheme", "host-kind": "host kind", target: "target" };
  return words[name] === undefined ? <span class={`swatch c-${name}`}>{name}</span> : <>{words[name]}</>;
}

function Cell({ row, group: { readers }, standard, across }: { row: Row; group: Group; standard: Reader | undefined; across: Across }) {
  const { name } = row;
  const saying = readers.filter((reader) => row.says(reader) !== null);
  const [first] = saying;
  const names = readers.map((reader) => reader.name);
  // The label of a card on a narrow page: the first row names all readers, the others only the first.
  const label = name === "valid" || names.length < 3 ? names.join(", ") : `${names[0]} and ${names.length - 1} more`;
  const by = saying.map((reader) => reader.by).join(" ");
  if (!first) {
    const why = name === "valid" ? "does not judge" : readers[0]?.verdict.components ? "not split" : "";
    return <td data-label={label} class={why === "" ? "nothing" : "undefined"}>{why}</td>;
  }
  const value = row.says(first);
  const off = saying.some((reader) => differs(name, reader, row, standard, across));
  const classes = [off ? "differs" : "", name === "valid" ? (first.verdict.valid ? "valid" : "invalid") : ""].join(" ").trim();
  return (
    <td data-label={label} data-by={by} class={classes}>
      {off && <Unequal />}
      {name === "valid" ? (value === "true" ? "✓ valid" : "✗ not valid")
        : name === "opaque" ? (value === "true" ? "opaque" : "a path")
        : name === "host-kind" ? [...new Set(saying.map(({ verdict }) => verdict.components?.host_kind))].join(", ")
        : name === "target" && value === "" ? "the current document"
        : <Value text={value} most={160} />}
    </td>
  );
}

/** Returns whether a reader's answer is marked: as the library reports, or, for readers it does not know, if the row differs. */
function differs(name: string, reader: Reader, row: Row, standard: Reader | undefined, across: Across): boolean {
  if (reader.by === "browser" || reader.by === "appendix-b") {
    const parser = across.verdicts.find(({ by }) => by === "url-parser");
    const alike = parser && reader.by === "browser" && row.says({ ...reader, by: "url-parser", verdict: parser }) === row.says(reader);
    if (alike) return saysOther(across, name, "url-parser");
    return standard !== undefined && name !== "host-kind" && name !== "opaque" && row.says(standard) !== row.says(reader);
  }
  return saysOther(across, name, reader.by);
}

function Unequal() {
  return <span class="unequal" title="differs from the reference answer">≠<span class="aside"> differs: </span></span>;
}

/** The errors of readers, grouped by message. */
function Messages({ readers }: { readers: Reader[] }) {
  const rejecting = readers.filter(({ verdict }) => !verdict.valid && verdict.error);
  if (rejecting.length === 0) return null;
  const said = [...new Set(rejecting.map(({ verdict }) => verdict.error?.message ?? ""))];
  return (
    <>
      <h3>Errors</h3>
      <dl class="messages">
        {said.map((message) => {
          const by = rejecting.filter(({ verdict }) => verdict.error?.message === message);
          return (
            <div key={message} data-message={by.map((one) => one.by).join(" ")}>
              <dt>{by.map(({ name }) => name).join(", ")}</dt>
              <dd><Shown text={message} /></dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** The verdicts of the documents of the string's scheme, which are stricter than the generic syntax. */
function OfScheme({ across, documents, state }: ViewProps & { across: Across }) {
  const verdicts = across.of_scheme ?? [];
  if (verdicts.length === 0) return null;
  const name = (by: string) => documents.editions.find(({ id }) => id === by)?.title ?? by;
  return (
    <>
      <h3>By the document of its scheme</h3>
      <dl class="messages">
        {verdicts.map(({ by, valid, productions = [], error }) => (
          <div key={by} data-scheme={by}>
            <dt>{shortTitle(name(by))}</dt>
            <dd>
              {valid ? "✓ valid" : "✗ not valid"}
              {productions[0] !== undefined && <>, a <Rule name={productions[0]} state={state} edition={by} /></>}
              {error !== undefined && <>: <Shown text={error.message} /></>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The productions by which each edition derives the string, from the outermost inwards. */
function Productions({ readers, state, across }: ViewProps & { readers: Reader[]; across: Across }) {
  const deriving = readers.filter(({ verdict }) => (verdict.productions ?? []).length > 0);
  if (deriving.length === 0) return null;
  return (
    <Folded summary="The productions that derive it">
      <dl class="messages">
        {deriving.map(({ by, name, verdict }) => (
          <div key={by} data-productions={by}>
            <dt>{saysOther(across, "productions", by) && <Unequal />}{name}</dt>
            <dd><ol class="path">{verdict.productions?.map((rule) => <li key={rule}><Rule name={rule} state={state} edition={by} /></li>)}</ol></dd>
          </div>
        ))}
      </dl>
    </Folded>
  );
}
