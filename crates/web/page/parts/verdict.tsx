// The verdict line under the string, announced when it changes: whether the string is valid, and its host; or its
// error.
import type { Components, Parsed } from "../ask";
import type { Answer } from "../use-answer";
import type { Requests } from "../ask";
import type { ViewProps } from "../views/view";
import { Shown, shortTitle, Value } from "./shown";

type Props = Pick<ViewProps, "edition"> & { parsed: Answer<Requests["parse"]> };

export function VerdictLine({ edition, parsed: { answer, stale, failed, request } }: Props) {
  const kind = !answer ? "" : request?.text === "" ? "none" : answer.valid ? "valid" : "invalid";
  return (
    <p id="verdict" class={`verdict ${kind} ${stale ? "stale" : ""}`} role="status" aria-live="polite">
      {!answer && (failed === undefined ? "…" : "No answer.")}
      {answer && (kind === "none" ? <Nothing parsed={answer} title={edition.title} /> : answer.valid ? <Right parsed={answer} title={edition.title} /> : <Not parsed={answer} title={edition.title} />)}
    </p>
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
      <span class="sign" aria-hidden="true">✓</span> Valid by {shortTitle(title)}, as <code>{parsed.rule}</code>.{" "}
      {parsed.components && <Host components={parsed.components} />}
    </>
  );
}

/** The host, the most common question. */
function Host({ components: { scheme, authority, host, host_kind, userinfo } }: { components: Components }) {
  if (host !== undefined && host !== "") {
    const misleads = userinfo !== undefined && /[.:]/.test(userinfo);
    return (
      <>
        The host is <strong class="host"><Value text={host} most={80} /></strong>{host_kind !== undefined && `, ${/^[aeiou]/i.test(host_kind) ? "an" : "a"} ${host_kind}`}
        {misleads && <>; <Value text={userinfo} most={60} />, before the <code>@</code>, is userinfo</>}.
      </>
    );
  }
  if (authority !== undefined) return <>The host is empty.</>;
  return <>{scheme === undefined ? "It is a relative reference: its host is that of its base." : "It has no authority, so it has no host."}</>;
}

function Not({ parsed, title }: Said) {
  const cause = parsed.error?.cause;
  return (
    <>
      <span class="sign" aria-hidden="true">✗</span> Not valid by <code>{parsed.rule}</code> of {shortTitle(title)}:{" "}
      <Shown text={cause ? `${cause.text} (${cause.section}), at byte ${parsed.error?.offset}` : (parsed.error?.message ?? "")} />.
    </>
  );
}
