// One parser, one reason, and two parsers: what the matrix says, as lists with the strings.
import type { ComponentChildren } from "preact";
import { Command } from "../parts/command";
import { Folded } from "../parts/folded";
import { counted, number, Shown, Value } from "../parts/shown";
import { escaped } from "../visible";
import { type Address, type Go, linkTo } from "./address";
import { Fact, Mark, Marked, Own, ParserSelect, Said, Section, Strings } from "./answers";
import { byDanger, type Cell, dangerTitle, type Data, departs, differ, documentTitle, type Does, pairOf, type Parser, type Reason } from "./data";

interface Props { data: Data; address: Address; go: Go }

/** All that a parser does. */
export function OneParser({ parser, ...props }: Props & { parser: Parser }) {
  const { data, address, go } = props;
  const where = (does: Does) => data.reasons.filter(({ at }) => parser.cells[at]?.does === does);
  return (
    <section>
      <div class="controls">
        <ParserSelect label="Parser" id="parser" value={parser.name} parsers={data.parsers} choose={(name) => go({ parser: name }, true)} />
      </div>
      <h2><Shown text={parser.name} /></h2>
      <dl class="facts">
        <Fact title="Version"><Shown text={parser.reader} /></Fact>
        <Fact title="Document"><Shown text={documentTitle(parser.standard)} /></Fact>
        <Fact title="Source"><code><Shown text={parser.from} /></code></Fact>
        <Fact title="Departs from RFC 3986">for {parser.departures} of {counted(data.reasons.length, "reason")}{parser.standard !== "none" && <>, for {parser.own} from its own document</>}</Fact>
        {parser.parse !== undefined && <Fact title="Parses in">{number(parser.parse)} ns a string</Fact>}
        {parser.resolve !== undefined && <Fact title="Resolves in">{number(parser.resolve)} ns a string</Fact>}
      </dl>
      <Times parsers={data.parsers} own={parser} />
      <h3>What it does</h3>
      {parser.departures === 0 ? <p>What RFC 3986 says, with every string that it answered.</p> : (
        <List caption="Departures of the parser from RFC 3986" first="Reason">
          {byDanger(data.reasons.filter(({ at }) => departs(parser.cells[at] ?? { does: "unknown" }))).map(([danger, reasons]) => (
            <tbody key={danger}>
              <tr class="danger"><th scope="rowgroup" colSpan={5}><Shown text={dangerTitle(danger)} /></th></tr>
              {reasons.map((reason) => (
                <Row key={reason.id} cell={parser.cells[reason.at]} parser={parser}>
                  <a href={linkTo(address, { parser: parser.name, reason: reason.id })}><Marked text={reason.reason} /></a>
                </Row>
              ))}
            </tbody>
          ))}
        </List>
      )}
      {(["no", "unknown"] as const).map((does) => where(does).length > 0 && (
        <Folded key={does} summary={<>{does === "no" ? "What it does not do" : "Unknown"}: {counted(where(does).length, "reason")}</>}>
          <ul>{where(does).map((reason) => <li key={reason.id}><a href={linkTo(address, { reason: reason.id })}><Marked text={reason.reason} /></a></li>)}</ul>
        </Folded>
      ))}
    </section>
  );
}

/** All parsers that do something. */
export function OneReason({ reason, data, address, go }: Props & { reason: Reason }) {
  const cellOf = (parser: Parser): Cell => parser.cells[reason.at] ?? { does: "unknown" };
  const order: Does[] = ["yes", "partly"];
  const doing = order.flatMap((does) => data.parsers.filter((one) => cellOf(one).does === does));
  const answered = data.parsers.filter((one) => cellOf(one).does !== "unknown");
  return (
    <section>
      <div class="controls">
        <label class="field">
          <span>Reason</span>
          <select id="reason" value={reason.id} onChange={(event) => go({ reason: event.currentTarget.value }, true)}>
            {byDanger(data.reasons).map(([danger, reasons]) => (
              <optgroup key={danger} label={escaped(dangerTitle(danger))}>
                {reasons.map((one) => <option key={one.id} value={one.id}>{escaped(one.reason.replaceAll("`", ""))}</option>)}
              </optgroup>
            ))}
          </select>
        </label>
      </div>
      <h2><Marked text={reason.reason} /></h2>
      <dl class="facts">
        <Fact title="Danger"><Shown text={dangerTitle(reason.danger)} /></Fact>
        <Fact title="RFC 3986"><Section section={reason.section} /></Fact>
        {reason.base !== "" && <Fact title="Base"><Value text={reason.base} /></Fact>}
        <Fact title="Strings"><Strings strings={reason.strings} /></Fact>
        <Fact title="Parsers">{doing.length} of {answered.length} that answered</Fact>
      </dl>
      {doing.length > 0 && (
        <List caption="The parsers that do this" first="Parser">
          <tbody>
            {doing.map((parser) => (
              <Row key={parser.name} cell={cellOf(parser)} parser={parser}>
                <a href={linkTo(address, { parser: parser.name, reason: reason.id })}><Shown text={parser.name} /></a>
              </Row>
            ))}
          </tbody>
        </List>
      )}
      {(["no", "unknown"] as const).map((does) => {
        const others = data.parsers.filter((one) => cellOf(one).does === does);
        return others.length > 0 && (
          <p key={does}>
            {does === "no" ? "Not so" : "Unknown"}: {others.map((one, at) => <span key={one.name}>{at > 0 && ", "}<a href={linkTo(address, { parser: one.name })}><Shown text={one.name} /></a></span>)}
          </p>
        );
      })}
    </section>
  );
}

/** Two parsers: the string on which their hosts differ, and the rows that differ. */
export function TwoParsers({ one, other, data, address, go }: Props & { one: Parser; other: Parser }) {
  const pair = pairOf(data, one.name, other.name);
  const two = [one, other];
  const compared = data.reasons.map((reason) => ({ reason, cells: two.map(({ cells }): Cell => cells[reason.at] ?? { does: "unknown" }) }))
    .map((row) => ({ ...row, differs: differ(...(row.cells as [Cell, Cell])) }));
  const rows = compared.filter(({ differs }) => differs === true);
  const unknown = compared.filter(({ differs }) => differs === undefined).length;
  return (
    <section>
      <div class="controls">
        <ParserSelect label="Parser" id="one" value={one.name} parsers={data.parsers} choose={(name) => go({ parser: name }, true)} />
        <ParserSelect label="Other parser" id="other" value={other.name} parsers={data.parsers} choose={(name) => go({ with: name }, true)} />
      </div>
      <h2><Shown text={one.name} /> and <Shown text={other.name} /></h2>
      {one === other ? <p>Choose two parsers.</p> : (
        <>
          <h3>Different hosts</h3>
          {pair ? (
            <>
              <dl class="facts hosts">
                <Fact title="Shortest string"><Value text={pair.string} /></Fact>
                {two.map((parser, at) => <Fact key={parser.name} title={`Host by ${escaped(parser.name)}`}><Value text={pair.hosts[at]} /></Fact>)}
              </dl>
              <Command options={["differ", "--readers", `${one.name},${other.name}`]} strings={[pair.string]} />
            </>
          ) : data.pairs.length === 0 ? <p>The data have no hosts of two parsers.</p> : (
            <p>None was found: of the strings that were asked, none leads the two to host names or addresses that are not spellings of one.</p>
          )}
          <h3>What they do differently</h3>
          <p>They differ in {rows.length} of {counted(data.reasons.length - unknown, "reason")}{unknown > 0 && <>; unknown for one or both: {unknown}</>}.</p>
          {rows.length > 0 && (
            <table class="list two-parsers">
              <caption class="aside">The reasons about which the two differ</caption>
              <thead><tr><th scope="col">Reason</th>{two.map(({ name }) => <th key={name} scope="col"><Shown text={name} /></th>)}</tr></thead>
              {byDanger(rows.map(({ reason }) => reason)).map(([danger, reasons]) => (
                <tbody key={danger}>
                  <tr class="danger"><th scope="rowgroup" colSpan={3}><Shown text={dangerTitle(danger)} /></th></tr>
                  {reasons.map((reason) => (
                    <tr key={reason.id}>
                      <th scope="row"><a href={linkTo(address, { reason: reason.id })}><Marked text={reason.reason} /></a></th>
                      {two.map((parser) => <Brief key={parser.name} cell={parser.cells[reason.at]} parser={parser} />)}
                    </tr>
                  ))}
                </tbody>
              ))}
            </table>
          )}
        </>
      )}
    </section>
  );
}

/** What one of two parsers does, with its string. */
function Brief({ cell = { does: "unknown" }, parser }: { cell: Cell | undefined; parser: Parser }) {
  return (
    <td data-label={escaped(parser.name)}>
      <Mark cell={cell} />
      {departs(cell) && <> <Value text={cell.string} /> <span class="says"><Said cell={cell} /></span></>}
    </td>
  );
}

function List({ caption, first, children }: { caption: string; first: string; children: ComponentChildren }) {
  return (
    <table class="list">
      <caption class="aside">{caption}</caption>
      <thead><tr>{[first, "", "Shortest that was asked", "What it says", "Its document"].map((title, at) => <th key={at} scope="col">{title || <span class="aside">Always or partly</span>}</th>)}</tr></thead>
      {children}
    </table>
  );
}

function Row({ cell = { does: "unknown" }, parser, children }: { cell: Cell | undefined; parser: Parser; children: ComponentChildren }) {
  return (
    <tr>
      <th scope="row">{children}</th>
      <td><Mark cell={cell} /></td>
      <td><Value text={cell.string} /></td>
      <td><Said cell={cell} /></td>
      <td><Own cell={cell} parser={parser} /></td>
    </tr>
  );
}

/** The times of all parsers, the fastest first. */
function Times({ parsers, own }: { parsers: Parser[]; own: Parser }) {
  const timed = parsers.filter(({ parse, resolve }) => parse !== undefined || resolve !== undefined)
    .sort((a, b) => (a.parse ?? Infinity) - (b.parse ?? Infinity) || (a.resolve ?? Infinity) - (b.resolve ?? Infinity));
  if (timed.length === 0) return null;
  const all = timed.flatMap(({ parse, resolve }) => [parse ?? 0, resolve ?? 0]).filter((time) => time > 0);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  // Times differ by factors of a thousand, so the bars are logarithmic.
  const length = (time: number) => (time <= 0 ? 0 : 8 + (most === least ? 0 : 92 * Math.log(time / least) / Math.log(most / least)));
  const cell = (time: number | undefined) => (
    <td class="time">
      {time === undefined ? <span class="undefined">unknown</span> : <>{number(time)} <svg class="bar-of" width="100" height="8" aria-hidden="true"><rect width={length(time)} height="8" /></svg></>}
    </td>
  );
  return (
    <Folded summary={<>Times of {counted(timed.length, "parser")}{timed.includes(own) && <>, of which this is number {timed.indexOf(own) + 1}</>}</>}>
      <table class="times">
        <caption>Nanoseconds for a string; the bars are logarithmic</caption>
        <thead><tr><th scope="col">Parser</th><th scope="col">parse</th><th scope="col">resolve</th></tr></thead>
        <tbody>
          {timed.map((one) => <tr key={one.name} class={one === own ? "pointed" : ""}><th scope="row"><Shown text={one.name} /></th>{cell(one.parse)}{cell(one.resolve)}</tr>)}
        </tbody>
      </table>
    </Folded>
  );
}
