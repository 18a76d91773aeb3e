// The verdict line under the string: whether the string is valid, its host, what a browser does differently, and the
// number of warnings; or the error.
//
// It is not a live region, since it changes at each key: a hidden one repeats it once, after a pause.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Components, Finding, Parsed, Requests, Verdict } from "../ask";
import { browserDifference } from "../browsers";
import { addressOf, type State } from "../state";
import type { Answer } from "../use-answer";
import type { ViewProps } from "../views/view";
import { counted, Shown, shortTitle, Value } from "./shown";

type Props = Pick<ViewProps, "edition" | "state"> & {
  parsed: Answer<Requests["parse"]>;
  browser: Answer<Requests["browser"]>;
  lint: Answer<Requests["lint"]>;
};

/** The pause before the verdict is announced, in milliseconds. */
const PAUSE = 1000;

export function VerdictLine({ edition, state, parsed: { answer, stale, failed, request }, browser, lint }: Props) {
  const line = useRef<HTMLParagraphElement>(null);
  const [announced, announce] = useState("");
  const kind = !answer ? "" : request?.text === "" ? "none" : answer.valid ? "valid" : "invalid";
  // Answers about an earlier text are not shown.
  const read = !browser.stale && browser.request?.text === request?.text ? browser.answer : undefined;
  const warnings = !lint.stale && lint.request?.text === request?.text ? warningsIn(lint.answer?.findings) : 0;
  useEffect(() => {
    if (stale || !answer) return;
    const timer = setTimeout(() => announce(line.current?.textContent?.replace(/^[✓✗] /, "") ?? ""), PAUSE);
    return () => clearTimeout(timer);
  }, [answer, stale, read, warnings]);
  return (
    <>
      <p id="verdict" ref={line} class={`verdict ${kind} ${stale ? "stale" : ""}`}>
        {!answer && (failed === undefined ? "…" : "No answer.")}
        {answer && (kind === "none" ? <Nothing parsed={answer} title={edition.title} /> : answer.valid ? <Right parsed={answer} title={edition.title} /> : <Not parsed={answer} title={edition.title} />)}
        {answer && kind !== "none" && read && <Browser parsed={answer} browser={read} />}
        {kind !== "none" && warnings > 0 && <Warned count={warnings} state={state} />}
      </p>
      <p id="announced" class="aside" role="status" aria-live="polite">{announced}</p>
    </>
  );
}

/** Returns the number of warnings. An unregistered name is not one. */
function warningsIn(findings: Finding[] = []): number {
  return findings.filter(({ severity, pack }) => severity === "warning" && pack !== "registry").length;
}

function Warned({ count, state }: { count: number; state: State }) {
  return <>{" "}<a class="caution" href={addressOf({ ...state, view: "lint" })}>{counted(count, "warning")}</a>.</>;
}

function Browser({ parsed, browser }: { parsed: Parsed; browser: Verdict }) {
  const difference = browserDifference(parsed, browser);
  if (!difference) return null;
  const host = (text: string) => <strong class="host"><Value text={text} most={80} /></strong>;
  return (
    <>
      {" "}
      <span class="caution" id="browser">
        {difference.kind === "rejects" ? "A browser rejects it."
          : difference.kind === "host" ? (difference.goes ? <>A browser goes to {host(difference.host)}.</> : <>A browser reads the host {host(difference.host)}.</>)
          : difference.host === undefined ? "A browser accepts it." : difference.goes ? <>A browser accepts it, and goes to {host(difference.host)}.</> : <>A browser accepts it, with the host {host(difference.host)}.</>}
      </span>
    </>
  );
}

type Said = { parsed: Parsed; title: string };

/** The empty string, before the user has entered one. */
function Nothing({ parsed, title }: Said) {
  return (
    <>
      The string is empty, which is {parsed.valid ? "valid" : "not valid"} by {shortTitle(title)} as <code>{parsed.rule}</code>. Type or paste one, or choose a question above.
    </>
  );
}

function Right({ parsed, title }: Said) {
  return (
    <>
      <span class="sign" aria-hidden="true">✓</span> Valid by {shortTitle(title)}, as {kindOf(parsed)}.{" "}
      {parsed.components && <Host components={parsed.components} />}
    </>
  );
}

/** Productions for whole strings in words, by whether the string has a scheme; the document's own name follows in brackets. */
function kindOf({ rule, components }: Parsed) {
  const [, kind] = /^([UI]RI)-reference$/.exec(rule) ?? [];
  if (kind === undefined || !components) return <code>{rule}</code>;
  return <>{components.scheme === undefined ? "a relative reference" : kind === "IRI" ? "an IRI" : "a URI"} (<code>{rule}</code>)</>;
}

/** The kinds of hosts in words; the document's own name follows in brackets. */
const KINDS: Record<string, string> = {
  "reg-name": "a name", "ireg-name": "a name", hostname: "a name", IPv4address: "an IPv4 address", hostnumber: "an IPv4 address",
  IPv6address: "an IPv6 address", IPvFuture: "an address of a future IP version",
};

/** The host, the most common question. */
function Host({ components: { scheme, authority, host, host_kind, userinfo } }: { components: Components }) {
  if (host !== undefined && host !== "") {
    const misleads = userinfo !== undefined && /[.:]/.test(userinfo);
    const words = KINDS[host_kind ?? ""];
    return (
      <>
        The host is <strong class="host"><Value text={host} most={80} /></strong>
        {host_kind !== undefined && (words === undefined ? `, ${/^[aeiou]/i.test(host_kind) ? "an" : "a"} ${host_kind}` : `, ${words} (${host_kind})`)}
        {misleads && <>; <Value text={userinfo} most={60} />, before the <code>@</code>, is a user name (userinfo)</>}.
      </>
    );
  }
  if (authority !== undefined) return <>The host is empty.</>;
  return <>{scheme === undefined ? "It is a relative reference: its host is that of its base." : "It has no authority (//), so it has no host."}</>;
}

function Not({ parsed, title }: Said) {
  const cause = parsed.error?.cause;
  return (
    <>
      <span class="sign" aria-hidden="true">✗</span> Not valid by <code>{parsed.rule}</code> of {shortTitle(title)}:{" "}
      <Shown text={cause ? `${cause.text} (${/^\d/.test(cause.section) ? "section " : ""}${cause.section}), at byte ${parsed.error?.offset}` : (parsed.error?.message ?? "")} />.
    </>
  );
}
