// A URI template (RFC 6570): the values that expand to the string, and properties of all expansions.
import type { Every, Templated, Values } from "../ask";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { counted, Shown, Value } from "../parts/shown";
import { Side } from "../parts/side";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

export function Template({ state, set }: ViewProps) {
  const { template, text, collide } = state;
  const { answer, stale, failed } = useAnswer({ ask: "template" as const, template, text, other: collide });
  return (
    <section class={stale ? "stale" : ""}>
      <div class="sides">
        <Side id="template" of="template" label="Template" state={state} set={set} placeholder="https://example.com/users/{id}{?tab}" />
        <Side id="expansion" of="text" label="A URI to match" state={state} set={set} />
        <Side id="collide" of="collide" label="Another template" state={state} set={set} placeholder="to find a URI that both expand to" />
      </div>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {template === "" && (
        <p>
          Type a template of RFC 6570, or use{" "}
          <button type="button" onClick={() => set({ template: "https://{host}/{+path}{?q}", text: "https://example.com/a/b?q=1" }, true)}>an example</button>.
        </p>
      )}
      {template !== "" && answer && <Answered answer={answer} />}
      <Command options={["template", "match"]} strings={[template, text]} />
    </section>
  );
}

function Answered({ answer }: { answer: Templated }) {
  const { error, level, variables = [], undecided } = answer;
  if (error) {
    return <p class="verdict invalid" id="matched" role="status"><span class="sign" aria-hidden="true">✗</span> Invalid template: <Shown text={error.message} /></p>;
  }
  const names = [...new Set(variables.map(({ name }) => name))];
  return (
    <>
      <Matching answer={answer} />
      <h3>All expansions</h3>
      <dl class="facts">
        <dt>Level</dt>
        <dd>{level}, with {counted(names.length, "variable")}{names.length > 0 && <>: {names.join(", ")}</>}</dd>
        {answer.unique && (
          <>
            <dt>Matching</dt>
            <dd data-fact="unique">
              {answer.unique.unique === true && "Every URI matches in at most one way."}
              {answer.unique.unique === false && <>The URI <Value text={answer.unique.uri ?? ""} /> matches in several ways: <Ways ways={answer.unique.ways ?? []} /></>}
              {answer.unique.undecided !== undefined && <>Undecided: {answer.unique.undecided}</>}
            </dd>
          </>
        )}
        {answer.uri && <><dt>URIs</dt><dd data-fact="uri"><All every={answer.uri} what="a URI of RFC 3986" /></dd></>}
        {answer.reference && <><dt>References</dt><dd data-fact="reference"><All every={answer.reference} what="a URI or a relative reference (URI-reference of RFC 3986)" /></dd></>}
      </dl>
      {undecided !== undefined && <p class="note">Undecided: {undecided}</p>}
      {answer.other && <Collision other={answer.other} />}
    </>
  );
}

function Matching({ answer: { matching, too_long } }: { answer: Templated }) {
  if (too_long) return <p class="note">The string is too long to match here; use the program.</p>;
  if (!matching) return null;
  const { matches, ways, all_ways } = matching;
  return (
    <>
      <p class={`verdict ${matches ? "valid" : "invalid"}`} id="matched" role="status">
        <span class="sign" aria-hidden="true">{matches ? "✓" : "✗"}</span>{" "}
        {!matches ? (all_ways ? "Not an expansion of the template." : "The search stopped without finding a way.")
          : ways.length === 1 && all_ways ? "An expansion of the template, in one way:"
          : `An expansion of the template, in ${all_ways ? counted(ways.length, "way") : `${ways.length} ways or more`}:`}
      </p>
      <Ways ways={ways} />
    </>
  );
}

function Ways({ ways }: { ways: Values[] }) {
  return <ol class="ways">{ways.map((values, index) => <li key={index}><Variables values={values} /></li>)}</ol>;
}

function Variables({ values }: { values: Values }) {
  const all = Object.entries(values);
  if (all.length === 0) return <>no variable is defined</>;
  return (
    <>
      {all.map(([name, value], index) => (
        <span key={name} data-variable={name}>{index > 0 && ", "}<code>{name}</code> = <Value text={typeof value === "string" ? value : JSON.stringify(value)} /></span>
      ))}
    </>
  );
}

function All({ every, what }: { every: Every; what: string }) {
  if (every.undecided !== undefined) return <>Undecided: {every.undecided}</>;
  if (every.every === true) return <>Every expansion is {what}.</>;
  return <>Not every expansion is {what}: <Value text={every.string ?? ""} /> is not, with <Variables values={every.values ?? {}} />.</>;
}

function Collision({ other }: { other: NonNullable<Templated["other"]> }) {
  const { error, collide, uri, values = {}, other_values = {}, states, undecided } = other;
  return (
    <>
      <h3>The other template</h3>
      <p id="collision" role="status">
        {error !== undefined && <>Invalid template: <Shown text={error.message} /></>}
        {collide === true && <>Both expand to <Value text={uri ?? ""} />: the first with <Variables values={values} />; the other with <Variables values={other_values} />.</>}
        {collide === false && <>No URI is an expansion of both: none of {counted(states ?? 0, "pair")} of states accepts.</>}
        {undecided !== undefined && <>Undecided: {undecided}</>}
      </p>
    </>
  );
}
