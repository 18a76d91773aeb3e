// The string: its components with their bytes, productions and sections; or its error.
//
// A component is changed in its row: the string is put together again, parsed, and used if it has these components.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Parsed } from "../ask";
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { ComponentField } from "../parts/component-field";
import { Failed, Waiting } from "../parts/failed";
import { FIELD } from "../parts/long";
import { Meaning } from "../parts/meaning";
import { Rule } from "../parts/rule";
import { Scroll } from "../parts/scroll";
import { counted, number, Shown, Value } from "../parts/shown";
import { Uri } from "../parts/uri";
import { WrongBlock } from "../parts/wrong";
import { has, type Part, type Parts, partsOf, recomposed, setOptions } from "../recompose";
import { COMPONENTS, type ComponentName, flatSpans, productionOf, spansOf } from "../spans";
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

function Valid({ parsed, bytes, light, ...props }: Inner) {
  const { state, edition } = props;
  const draft = useDraft(props, bytes.text, parsed);
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
  const { parts } = draft;
  const { authority, userinfo, host, port } = components;
  const isUnsplit = authority !== undefined && (userinfo ?? host ?? port) === undefined;
  const partOf = (name: ComponentName): Part | null => (name === "authority" ? (isUnsplit ? "host" : null) : name === "host" && isUnsplit ? null : name);
  const valueOf = (name: ComponentName) => {
    const part = partOf(name);
    return parts && part ? parts[part] : components[name];
  };
  const defined = COMPONENTS.filter(({ name }) => valueOf(name) !== undefined);
  const undefined_ = COMPONENTS.filter(({ name }) => valueOf(name) === undefined);
  const add = (part: Part) => {
    draft.change(part, "");
    requestAnimationFrame(() => document.getElementById(`edit-${part}`)?.focus());
  };
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
              const value = valueOf(name);
              const part = parts ? partOf(name) : null;
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
                    {part ? <label class={`swatch c-${name}`} for={`edit-${part}`}>{name}</label> : <span class={`swatch c-${name}`}>{name}</span>}
                  </th>
                  <td class="text">
                    {part ? (
                      <ComponentField name={part} text={value ?? ""} change={(text) => draft.change(part, text)} enter={draft.use} escape={draft.reset}
                        wrong={draft.isWrong && value !== draft.known?.[part]} />
                    ) : <Value text={value} />}
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
          Undefined: {undefined_.map(({ name }, index) => {
            const part = parts ? partOf(name) : null;
            const swatch = <span class={`swatch c-${name}`}>{name}</span>;
            return <>{index > 0 && ", "}{part ? <button type="button" class="small" aria-label={`Add the ${name}`} title={`Add the ${name}`} onClick={() => add(part)}>{swatch}</button> : swatch}</>;
          })}.
        </p>
      )}
      {draft.text !== null && <Becomes {...props} draft={draft} />}
      <p class="note">
        {parts && "A component can be changed in its row: Enter uses the new string, Escape restores the old one. "}
        {counted(bytes.length, "byte")}. Bytes are counted from 0, and ranges exclude their end.
        An undefined component is absent; an empty one is present, without characters.
      </p>
      {scheme_specific && <Meaning meaning={scheme_specific} state={state} title={edition.title} />}
    </>
  );
}

interface Draft {
  /** The components as changed; undefined if they cannot be changed. */
  parts?: Parts;
  /** The components of the string. */
  known?: Parts;
  /** The changed string; null if nothing is changed. */
  text: string | null;
  /** The answer about the changed string; undefined while it is pending. */
  read?: Parsed;
  isWrong: boolean;
  change: (part: Part, value: string | undefined) => void;
  reset: () => void;
  /** Uses the changed string once its answer is there, if it has the changed components. */
  use: () => void;
}

function useDraft({ state, set, edition, rule }: Pick<ViewProps, "state" | "set" | "edition" | "rule">, text: string, { components }: Parsed): Draft {
  const [draft, setDraft] = useState<Parts | null>(null);
  const [wanted, want] = useState<string | null>(null);
  useEffect(() => setDraft(null), [text]);
  const known = components && partsOf(components);
  const canChange = known !== undefined && text.length <= FIELD && recomposed(known) === text;
  const parts = canChange ? (draft ?? known) : undefined;
  const changed = parts && draft ? recomposed(parts) : text;
  const isChanged = changed !== text;
  const answer = useAnswer(isChanged ? { ...parseRequest(state, edition, rule), text: changed } : null);
  const read = isChanged && !answer.stale ? answer.answer : undefined;
  const isGood = parts !== undefined && has(read, parts);
  useEffect(() => {
    if (wanted === null || (wanted === changed && isChanged && !read)) return;
    want(null);
    if (wanted === changed && isGood) set({ text: changed }, true);
  }, [wanted, changed, read]);
  return {
    parts, known, text: isChanged ? changed : null, read, isWrong: read !== undefined && !isGood,
    change: (part, value) => setDraft({ ...parts, [part]: value }), reset: () => setDraft(null), use: () => want(changed),
  };
}

/** The changed string, with an error if it does not have the changed components. */
function Becomes({ draft: { text, parts = {}, known = {}, read, isWrong, use, reset }, edition, state }: Pick<ViewProps, "edition" | "state"> & { draft: Draft }) {
  const { components, error } = read ?? {};
  const string = text ?? "";
  return (
    <div id="becomes">
      <h3>The new string</h3>
      <Uri bytes={new Bytes(string)} spans={flatSpans(string, components)} wrong={error?.offset ?? null} />
      <div role="status">
        {error && <p class="cause"><Shown text={error.cause ? `${error.cause.text} (${/^\d/.test(error.cause.section) ? "section " : ""}${error.cause.section})` : error.message} /></p>}
        {components && isWrong && <p class="failed">When parsed, this string has different components than those above.</p>}
      </div>
      <p class="tools">
        <button type="button" class="go" disabled={!read || isWrong} onClick={use}>Use this string</button>{" "}
        <button type="button" onClick={reset}>Restore</button>
      </p>
      <Command options={["edit", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]), ...setOptions(parts, known)]} strings={[state.text]} />
    </div>
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
