// The matrix: a column for each parser, a row for each reason.
//
// The table is one stop of the Tab key; in it the arrow keys move. The content of a cell is shown below the table: of the cell
// under the pointer or with the focus, otherwise of the cell in the address.
import type { CSSProperties } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Shown } from "../parts/shown";
import { escaped } from "../visible";
import { type Address, type Go, linkTo } from "./address";
import { classOf, Details, Mark, Marked, MARKS, wordsOf } from "./answers";
import { byDanger, chosen, dangerTitle, type Data, DOCUMENTS, type Parser, SORTS, versionOf } from "./data";

interface Props { data: Data; address: Address; go: Go }

export function Matrix({ data, address, go }: Props) {
  const { sort, document, name } = address;
  const parsers = useMemo(() => chosen(data.parsers, sort, document, name), [data, sort, document, name]);
  const [pointed, point] = useState<[string, string] | null>(null);
  const strings = useMemo(() => new Set(data.reasons.flatMap((one) => one.strings.map((string) => `${string}\n${one.base}`))).size, [data]);
  const table = useMemo(
    () => <Table data={data} parsers={parsers} address={address} point={point} go={go} />,
    [data, parsers, address],
  );
  const [parserName, reasonId] = pointed ?? [address.parser, address.reason];
  const parser = data.parsers.find((one) => one.name === parserName);
  const reason = data.reasons.find((one) => one.id === reasonId);
  const cell = reason && parser?.cells[reason.at];
  return (
    <section class="matrix">
      <p>
        {data.parsers.length} parsers were asked {strings} strings, for {data.reasons.length} reasons to depart from RFC 3986. The most
        dangerous are first.
      </p>
      <Legend />
      <Controls address={address} go={go} shown={parsers.length} all={data.parsers.length} />
      {parsers.length === 0 ? <p class="failed" role="status">No parser has this document and this text in its name.</p> : table}
      <div class="details" aria-live="polite">
        {parser && reason && cell ? (
          <Details cell={cell} reason={reason} parser={parser} address={address} />
        ) : (
          <p class="hint">Choose a cell for its string. <span class="keyboard">In the table, the arrow keys move; Home and End go to the ends of a row.</span></p>
        )}
      </div>
    </section>
  );
}

function Legend() {
  return (
    <ul class="legend" aria-label="The marks">
      <li><Mark cell={{ does: "yes" }} />: with every string</li>
      <li><Mark cell={{ does: "partly" }} />: with some</li>
      <li><Mark cell={{ does: "no" }} /></li>
      <li><Mark cell={{ does: "unknown" }} />: no answer</li>
      <li><span class="sign does-yes unlike" aria-hidden="true">{MARKS.yes}</span> <span class="sign does-partly unlike" aria-hidden="true">{MARKS.partly}</span> against the parser’s own document</li>
    </ul>
  );
}

function Controls({ address, go, shown, all }: { address: Address; go: Go; shown: number; all: number }) {
  const select = (label: string, key: "sort" | "document", options: [string, string][]) => (
    <label class="field">
      <span>{label}</span>
      <select id={key} value={address[key] || options[0]?.[0]} onChange={(event) => go({ [key]: event.currentTarget.value })}>
        {options.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
      </select>
    </label>
  );
  return (
    <div class="controls">
      {select("Sorted by", "sort", Object.entries(SORTS))}
      {select("Document", "document", [["", "all"], ...Object.entries(DOCUMENTS)])}
      <label class="field">
        <span>Name contains</span>
        <input type="text" id="name" value={address.name} autocomplete="off" spellcheck={false} onInput={(event) => go({ name: event.currentTarget.value })} />
      </label>
      <span class="count" role="status">{shown === all ? `${all} parsers` : `${shown} of ${all} parsers`}</span>
    </div>
  );
}

interface TableProps extends Props { parsers: Parser[]; point: (cell: [string, string] | null) => void }

function Table({ data, parsers, address, point, go }: TableProps) {
  const table = useRef<HTMLTableElement>(null);
  /** The cell of an element: the names of its parser and its reason. */
  const cellOf = (target: EventTarget | null): [string, string] | null => {
    const at = (target as Element | null)?.closest?.("button[data-at]");
    const [row = -1, column = -1] = placeOf(at);
    const [parser, reason] = [parsers[column], data.reasons[row]];
    return parser && reason ? [parser.name, reason.id] : null;
  };
  // Exactly one link or button is a stop of the Tab key: the last that had the focus, or the first.
  useEffect(() => {
    const stops = [...(table.current?.querySelectorAll<HTMLElement>("[data-at][tabindex='0']") ?? [])];
    const cell = table.current?.querySelector<HTMLElement>(".chosen [data-at]");
    const stop = cell ?? stops[0] ?? table.current?.querySelector<HTMLElement>("[data-at='0,0']");
    for (const other of stops) other.tabIndex = -1;
    if (stop) stop.tabIndex = 0;
  }, [parsers, address]);
  useEffect(() => table.current?.querySelector(".chosen")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [address.parser, address.reason]);
  const focus = (event: FocusEvent) => {
    const target = event.target as HTMLElement;
    if (target.dataset.at !== undefined) {
      for (const other of table.current?.querySelectorAll<HTMLElement>("[data-at][tabindex='0']") ?? []) other.tabIndex = -1;
      target.tabIndex = 0;
    }
    point(cellOf(target));
  };
  const key = (event: KeyboardEvent) => {
    const [row, column] = placeOf(event.target as Element);
    if (row === undefined || column === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = {
      ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
      Home: [row, row < 0 ? 0 : -1], End: [row, parsers.length - 1],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>(`[data-at="${to.join(",")}"]`)?.focus();
  };
  const click = (event: MouseEvent) => {
    const cell = cellOf(event.target);
    if (cell) go({ parser: cell[0], reason: cell[1], with: "" }, true);
  };
  return (
    <div class="box" tabIndex={-1}>
      <table
        class="parsers" ref={table} style={{ "--columns": String(parsers.length) } as CSSProperties} onKeyDown={key} onClick={click} onFocusIn={focus}
        onFocusOut={() => point(null)} onMouseOver={(event) => point(cellOf(event.target))} onMouseLeave={() => point(null)}
      >
        <caption class="aside">What each parser does that RFC 3986 does not</caption>
        <thead>
          <tr>
            <td />
            {parsers.map((one, column) => (
              <th key={one.name} scope="col">
                <a href={linkTo(address, { parser: one.name })} data-at={`-1,${column}`} tabIndex={-1} title={escaped(one.reader)}>
                  <Shown text={one.name} /> <span class="version"><Shown text={versionOf(one)} /></span>
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="sums">
          {([["departures", "departures from RFC 3986"], ["own", "from its own document"]] as const).map(([key, title]) => (
            <tr key={key}><th scope="row">{title}</th>{parsers.map((one) => <td key={one.name}>{one[key]}</td>)}</tr>
          ))}
        </tbody>
        {byDanger(data.reasons).map(([danger, reasons]) => (
          <tbody key={danger}>
            <tr class="danger"><th scope="rowgroup" colSpan={parsers.length + 1}><span><Shown text={dangerTitle(danger)} /></span></th></tr>
            {reasons.map((reason) => (
              <tr key={reason.id}>
                <th scope="row"><a href={linkTo(address, { reason: reason.id })} data-at={`${reason.at},-1`} tabIndex={-1}><Marked text={reason.reason} /></a></th>
                {parsers.map((parser, column) => {
                  const cell = parser.cells[reason.at];
                  if (!cell) return null;
                  const isChosen = parser.name === address.parser && reason.id === address.reason;
                  return (
                    <td key={parser.name} class={`${classOf(cell)}${isChosen ? " chosen" : ""}`}>
                      <button type="button" data-at={`${reason.at},${column}`} tabIndex={-1} aria-label={wordsOf(cell, parser)} aria-current={isChosen || undefined}>{MARKS[cell.does]}</button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** Returns the row and the column of an element; those of headings are -1. */
function placeOf(element: Element | null | undefined): number[] {
  const at = element?.getAttribute("data-at");
  return at ? at.split(",").map(Number) : [];
}
