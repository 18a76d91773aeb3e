// Several strings, one per line: which are valid, and their hosts.
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Scroll } from "../parts/scroll";
import { counted, number, Shown, Value } from "../parts/shown";
import { Uri } from "../parts/uri";
import { flatSpans } from "../spans";
import { addressOf } from "../state";
import { useAnswer } from "../use-answer";
import { optionsOf } from "./string";
import type { ViewProps } from "./view";

/** The maximum number of lines to parse. */
const MOST = 100;

export function Lines(props: ViewProps) {
  const { state } = props;
  const all = state.text.split(/\r\n?|\n/);
  if (all.at(-1) === "") all.pop();
  if (all.length === 0) return <p>The field is empty.</p>;
  return (
    <section>
      <Scroll label="The lines">
        <table class="each">
          <thead><tr><th scope="col">Line</th><th scope="col">String</th><th scope="col">Host</th></tr></thead>
          <tbody>{all.slice(0, MOST).map((text, index) => <Line key={index} text={text} line={index + 1} {...props} />)}</tbody>
        </table>
      </Scroll>
      {all.length > MOST && <p class="note">The other {counted(all.length - MOST, "line")} are not checked; the program accepts any number.</p>}
      <Command options={["check", ...optionsOf(props), "--file", "FILE"]} strings={[]} />
    </section>
  );
}

function Line({ text, line, state, edition, rule }: ViewProps & { text: string; line: number }) {
  const { answer, failed, request } = useAnswer({ ask: "parse" as const, edition: edition.id, rule, text, nodes: 1 });
  if (failed !== undefined) return <tr><td colSpan={3}><Failed what={failed} /></td></tr>;
  if (!answer) return <tr><td colSpan={3}><Waiting /></td></tr>;
  const { valid, components, error } = answer;
  const bytes = new Bytes(request?.text ?? text);
  return (
    <tr data-line={line} class={valid ? "valid" : "invalid"}>
      <th scope="row">
        <a href={addressOf({ ...state, text, view: "string" })}>{number(line)}</a>{" "}
        <span class="sign" aria-hidden="true">{valid ? "✓" : "✗"}</span><span class="aside">{valid ? "valid" : "invalid"}</span>
      </th>
      <td>
        <Uri bytes={bytes} spans={flatSpans(bytes.text, components)} wrong={error?.offset ?? null} />
        {error && <p class="cause"><Shown text={error.cause?.text ?? error.message} /></p>}
      </td>
      <td>{components?.host !== undefined && <Value text={components.host} most={80} />}</td>
    </tr>
  );
}
