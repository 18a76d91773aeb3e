// The string with changed components: each is a field, and the string is updated.
//
// The changed components are recomposed by RFC 3986, 5.3, and parsed again. The result cannot be used if it does
// not have these components: without an authority, the path `//h` would be read as an authority (RFC 3986, 3.3).
import { useState } from "preact/hooks";
import type { Components, Parsed } from "../ask";
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { Line } from "../parts/line";
import { Shown } from "../parts/shown";
import { Uri } from "../parts/uri";
import { flatSpans } from "../spans";
import { useAnswer } from "../use-answer";
import { parseRequest, type ViewProps } from "./view";

const NAMES = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;
type Name = (typeof NAMES)[number];
/** The components that are fields; an undefined one is absent. */
type Parts = Partial<Record<Name, string>>;

export function Edit(props: ViewProps) {
  const { state, edition, rule, set } = props;
  const { answer, failed, stale } = useAnswer(parseRequest(state, edition, rule));
  const [draft, setDraft] = useState<{ of: string; parts: Parts } | null>(null);
  const known = answer?.components && partsOf(answer.components);
  const parts = draft?.of === state.text ? draft.parts : known;
  const text = parts ? recomposed(parts) : state.text;
  const read = useAnswer(text === state.text ? null : { ...parseRequest(state, edition, rule), text });
  const change = (name: Name, value: string | undefined) => setDraft({ of: state.text, parts: { ...parts, [name]: value } });
  return (
    <section class={stale ? "stale" : ""}>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && !answer.valid && <p>An invalid string has no components to change; the error above may have a fix.</p>}
      {answer?.valid && !known && <p>The string is a part of a URI, and has no components.</p>}
      {parts && (
        <div class="edit">
          {NAMES.map((name) => <Component key={name} name={name} value={parts[name]} change={(value) => change(name, value)} />)}
        </div>
      )}
      {parts && text !== state.text && (
        <div id="becomes" role="status" class={read.stale ? "stale" : ""}>
          <h3>The new string</h3>
          {read.answer && <Changed text={read.request?.text ?? text} wanted={parts} parsed={read.answer} />}
          <p class="tools">
            <button type="button" class="go" disabled={read.stale || !has(read.answer, parts)} onClick={() => { set({ text }, true); document.getElementById("edit-path")?.focus(); }}>Use this string</button>{" "}
            <button type="button" onClick={() => setDraft(null)}>Reset</button>
          </p>
        </div>
      )}
      {text !== state.text && <Command options={["edit", ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]), ...optionsOf(parts ?? {}, known ?? {})]} strings={[state.text]} />}
    </section>
  );
}

/** The string of changed components, with an error if it does not have these components. */
function Changed({ text, wanted, parsed }: { text: string; wanted: Parts; parsed: Parsed }) {
  const bytes = new Bytes(text);
  const { components, error } = parsed;
  return (
    <>
      <Uri bytes={bytes} spans={flatSpans(text, components)} wrong={error?.offset ?? null} />
      {error && <p class="cause"><Shown text={error.cause ? `${error.cause.text} (${error.cause.section})` : error.message} /></p>}
      {components && !has(parsed, wanted) && <p class="failed" role="alert">When parsed, this string has different components than those above.</p>}
    </>
  );
}

function Component({ name, value, change }: { name: Name; value: string | undefined; change: (value: string | undefined) => void }) {
  return (
    <>
      <label class={`swatch c-${name}`} for={`edit-${name}`}>{name}</label>
      <Line id={`edit-${name}`} label={name} text={value ?? ""} change={change} placeholder={value === undefined ? "undefined" : "empty"} />
      {name === "path" ? <span /> : (
        <button type="button" disabled={value === undefined} aria-label={`Remove the ${name}`} onClick={() => { change(undefined); document.getElementById(`edit-${name}`)?.focus(); }}>Remove</button>
      )}
    </>
  );
}

function partsOf({ scheme, authority, userinfo, host, port, path, query, fragment }: Components): Parts {
  // An unsplit authority, as before RFC 3986, is a host here.
  return { scheme, userinfo, host: host ?? authority, port, path, query, fragment };
}

/** Recomposes the components (RFC 3986, 5.3). */
function recomposed({ scheme, userinfo, host, port, path = "", query, fragment }: Parts): string {
  const authority = userinfo === undefined && host === undefined && port === undefined ? undefined
    : `${userinfo === undefined ? "" : `${userinfo}@`}${host ?? ""}${port === undefined ? "" : `:${port}`}`;
  return (scheme === undefined ? "" : `${scheme}:`) + (authority === undefined ? "" : `//${authority}`) + path
    + (query === undefined ? "" : `?${query}`) + (fragment === undefined ? "" : `#${fragment}`);
}

/** Returns whether a parsed string has the components. An authority with only a userinfo or a port has an empty host. */
function has(parsed: Parsed | undefined, wanted: Parts): boolean {
  if (!parsed?.components) return false;
  const read = partsOf(parsed.components);
  const server = wanted.userinfo !== undefined || wanted.port !== undefined;
  const all: Parts = { path: "", ...wanted, host: wanted.host ?? (server ? "" : undefined) };
  return NAMES.every((name) => all[name] === read[name]);
}

/** Returns the program's options for each changed component. */
function optionsOf(parts: Parts, before: Parts): string[] {
  return NAMES.flatMap((name) => {
    const value = parts[name];
    if (value === before[name]) return [];
    return value === undefined ? ["--unset", name] : ["--set", `${name}=${value}`];
  });
}
