// A list of strings, one in each line: which are valid, their hosts, where a browser goes instead, and the totals.
import { useEffect, useState } from "preact/hooks";
import type { Parsed, Verdict } from "../ask";
import { browserDifference } from "../browsers";
import { Bytes } from "../bytes";
import { client } from "../client";
import { Command } from "../parts/command";
import { Waiting } from "../parts/failed";
import { Scroll } from "../parts/scroll";
import { counted, number, Shown, Value } from "../parts/shown";
import { Uri } from "../parts/uri";
import { flatSpans } from "../spans";
import { addressOf } from "../state";
import { optionsOf } from "./string";
import type { ViewProps } from "./view";

/** The maximum number of lines to parse. */
const MOST = 100;

interface Known { parsed?: Parsed; browser?: Verdict; failed?: string }

export function Lines(props: ViewProps) {
  const { state, edition, rule } = props;
  const all = linesOf(state.text);
  const known = useLines(all.slice(0, MOST), edition.id, rule);
  const alone = addressOf({ ...state, view: "string" });
  if (all.length === 0) return <p>The field is empty. Paste one string in each line, or <a href={alone}>read the field as one string</a>.</p>;
  return (
    <section>
      <Totals known={known} count={Math.min(all.length, MOST)} />
      <Scroll label="The lines">
        <table class="each">
          <thead><tr><th scope="col">Line</th><th scope="col">String</th><th scope="col">Host</th><th scope="col">Browser</th></tr></thead>
          <tbody>{all.slice(0, MOST).map((text, index) => <Line key={index} text={text} line={index + 1} known={known.get(text)} {...props} />)}</tbody>
        </table>
      </Scroll>
      {all.length > MOST && <p class="note">The other {counted(all.length - MOST, "line")} are not checked; the program accepts any number.</p>}
      <p><a href={alone}>Read all lines as one string</a></p>
      <Command options={["check", ...optionsOf(props), "--file", "FILE"]} strings={[]} />
    </section>
  );
}

/** Returns the lines of a text, without the empty ones at its end. */
function linesOf(text: string): string[] {
  const all = text.split(/\r\n?|\n/);
  while (all.at(-1) === "") all.pop();
  return all;
}

/** Returns the answers about each different line. */
function useLines(all: string[], edition: string, rule: string): Map<string, Known> {
  const [known, setKnown] = useState(new Map<string, Known>());
  const texts = [...new Set(all)];
  const key = JSON.stringify([texts, edition, rule]);
  useEffect(() => {
    const found = new Map<string, Known>();
    setKnown(found);
    let waits = false;
    const put = (text: string, more: Known) => {
      found.set(text, { ...found.get(text), ...more });
      // The answers of one moment are drawn together.
      if (!waits) queueMicrotask(() => { waits = false; setKnown(new Map(found)); });
      waits = true;
    };
    const cancel = texts.flatMap((text) => [
      client.ask({ ask: "parse", edition, rule, text, nodes: 1 }, (outcome) => put(text, "failed" in outcome ? { failed: outcome.failed } : { parsed: outcome.answer as Parsed })),
      client.ask({ ask: "browser", text }, (outcome) => "answer" in outcome && put(text, { browser: outcome.answer as Verdict })),
    ]);
    return () => cancel.forEach((one) => one());
  }, [key]);
  return known;
}

function Totals({ known, count }: { known: Map<string, Known>; count: number }) {
  const all = [...known.values()];
  const parsed = all.flatMap((one) => one.parsed ?? []);
  const valid = parsed.filter((one) => one.valid).length;
  const hosts = new Set(parsed.flatMap(({ components }) => components?.host?.toLowerCase() || []));
  const differing = all.filter((one) => one.parsed && one.browser && browserDifference(one.parsed, one.browser)).length;
  return (
    <p id="totals" class="verdict-line" role="status">
      <strong>{counted(count, "line")}</strong>{known.size > 0 && known.size < count && `, ${number(known.size)} different`}: {number(valid)} valid, {number(parsed.length - valid)} not valid; {counted(hosts.size, "host")}
      {differing > 0 && <>; <span class="caution">a browser reads {number(differing)} otherwise</span></>}.
    </p>
  );
}

function Line({ text, line, state, known }: ViewProps & { text: string; line: number; known: Known | undefined }) {
  const { parsed, browser, failed } = known ?? {};
  if (failed !== undefined) return <tr><td colSpan={4}>{failed}</td></tr>;
  if (!parsed) return <tr><td colSpan={4}><Waiting /></td></tr>;
  const { valid, components, error } = parsed;
  const bytes = new Bytes(text);
  const difference = browser && browserDifference(parsed, browser);
  return (
    <tr data-line={line} class={valid ? "valid" : "invalid"}>
      <th scope="row">
        <a href={addressOf({ ...state, text, view: "string" })}>{number(line)}</a>{" "}
        <span class="sign" aria-hidden="true">{valid ? "✓" : "✗"}</span><span class="aside">{valid ? "valid" : "not valid"}</span>
      </th>
      <td>
        <Uri bytes={bytes} spans={flatSpans(bytes.text, components)} wrong={error?.offset ?? null} />
        {error && <p class="cause"><Shown text={error.cause?.text ?? error.message} /></p>}
      </td>
      <td>{components?.host !== undefined && <Value text={components.host} most={80} />}</td>
      <td>{difference && <span class="caution">{difference.kind === "rejects" ? "rejects it" : difference.host === undefined ? "accepts it" : <Value text={difference.host} most={80} />}</span>}</td>
    </tr>
  );
}
