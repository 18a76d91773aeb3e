// The string: its components with their bytes, productions and sections; or its error.
import { useMemo, useState } from "preact/hooks";
import type { Parsed } from "../ask";
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Meaning } from "../parts/meaning";
import { Rule } from "../parts/rule";
import { Scroll } from "../parts/scroll";
import { counted, number, Value } from "../parts/shown";
import { Uri } from "../parts/uri";
import { WrongBlock } from "../parts/wrong";
import { COMPONENTS, type ComponentName, productionOf, spansOf } from "../spans";
import { useAnswer } from "../use-answer";
import { hides } from "../visible";
import { parseRequest, type ViewProps } from "./view";

export function StringView(props: ViewProps) {
  const { state, edition, rule } = props;
  const { answer, stale, failed, request } = useAnswer(parseRequest(state, edition, rule));
  const text = request?.text ?? "";
  const bytes = useMemo(() => new Bytes(text), [text]);
  return (
    <section class={stale ? "stale" : ""}>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Valid {...props} parsed={answer} bytes={bytes} /> : <Invalid {...props} parsed={answer} bytes={bytes} />)}
      <Command options={["parse", ...optionsOf(props)]} strings={[state.text]} />
    </section>
  );
}

/** Returns the program's options for a non-default edition and production. */
export function optionsOf({ edition, rule }: Pick<ViewProps, "edition" | "rule">): string[] {
  return [
    ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]),
    ...(rule === edition.whole[0] ? [] : ["--rule", rule]),
  ];
}

type Inner = ViewProps & { parsed: Parsed; bytes: Bytes };

function Valid({ parsed, bytes, state, edition, light }: Inner) {
  const [pointed, setPointed] = useState<ComponentName | null>(null);
  const { components, tree, scheme_specific } = parsed;
  const spans = useMemo(() => (components ? spansOf(bytes.text, components) : null), [parsed]);
  if (!components) {
    return (
      <>
        <AsRead bytes={bytes} />
        <p>
          The string is a <Rule name={parsed.rule} state={state} />, which is a part of a URI and has no components.
        </p>
      </>
    );
  }
  const productions = new Map(edition.productions.toReversed().map((one) => [one.name, one]));
  const point = (name: ComponentName | null) => {
    setPointed(name);
    light((name && spans?.whole[name]) ?? null);
  };
  const defined = COMPONENTS.filter(({ name }) => components[name] !== undefined);
  const undefined_ = COMPONENTS.filter(({ name }) => components[name] === undefined);
  return (
    <>
      <AsRead bytes={bytes} />
      {!spans && <p class="note">The components are not consecutive in this string.</p>}
      <Scroll label="The components">
        <table class="components">
          <caption class="aside">The components of the string</caption>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Value</th>
              <th scope="col">Bytes</th>
              <th scope="col">Production and section</th>
            </tr>
          </thead>
          <tbody>
            {defined.map(({ name, depth }) => {
              const value = components[name];
              const span = spans?.whole[name];
              const production = span && tree ? productionOf(tree, name, span) : null;
              return (
                <tr
                  key={name}
                  data-component={name}
                  class={pointed === name ? "pointed" : ""}
                  onPointerEnter={() => point(name)}
                  onPointerLeave={() => point(null)}
                  onFocusIn={() => point(name)}
                  onFocusOut={() => point(null)}
                >
                  <th scope="row" class={depth ? "deeper" : ""}>
                    <span class={`swatch c-${name}`}>{name}</span>
                  </th>
                  <td class="text">
                    <Value text={value} />
                    {name === "host" && value !== undefined && components.host_kind && (
                      <> <span class="kind">{components.host_kind}</span></>
                    )}
                  </td>
                  <td class="bytes">
                    {span && `${number(span.start)}–${number(span.end)}`}
                    {span && span.end > span.start && <span class="length"> ({number(span.end - span.start)})</span>}
                  </td>
                  <td>{production && <><Rule name={production} state={state} /> <span class="section">{productions.get(production)?.section}</span></>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scroll>
      {undefined_.length > 0 && (
        <p class="undefined-ones" id="undefined">
          Undefined: {undefined_.map(({ name }, index) => <>{index > 0 && ", "}<span class={`swatch c-${name}`}>{name}</span></>)}.
        </p>
      )}
      <p class="note">
        {counted(bytes.length, "byte")}. Bytes are counted from 0, and ranges exclude their end.
        An undefined component is absent; an empty one is present, without characters.
      </p>
      {scheme_specific && <Meaning meaning={scheme_specific} state={state} title={edition.title} />}
    </>
  );
}

function Invalid({ parsed, bytes, state, set, edition }: Inner) {
  const wrong = parsed.error;
  return (
    <>
      <AsRead bytes={bytes} wrong={wrong?.offset} />
      {wrong && <WrongBlock wrong={wrong} state={state} set={set} edition={edition} derivedBy={parsed.derived_by} />}
    </>
  );
}

/** The string with escapes, if the field does not show all of it. */
function AsRead({ bytes, wrong = null }: { bytes: Bytes; wrong?: number | null }) {
  return bytes.length < 20_000 && hides(bytes.text) ? <Uri bytes={bytes} spans={[]} wrong={wrong} /> : null;
}
