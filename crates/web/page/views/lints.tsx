// Lints: what is to be said of a string that may well be valid, marked and numbered in the string itself.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Finding } from "../ask";
import { Bytes } from "../bytes";
import { type Mended, mendAll, nextMend } from "../mend";
import { Annotated } from "../parts/annotated";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { counted, Shown, Value } from "../parts/shown";
import { WrongBlock } from "../parts/wrong";
import { nameOf } from "../readers";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

const PACKS = [
  { id: "all", label: "documents and attacks" },
  { id: "letter", label: "what the documents say" },
  { id: "security", label: "what attacks look like" },
  { id: "registry", label: "what IANA has not registered" },
];
/** How many places of a finding are named. */
const NAMED = 6;

export function Lints({ state, set, edition }: ViewProps) {
  const { answer, stale, failed, request } = useAnswer({ ask: "lint" as const, edition: edition.id, text: state.text });
  const pack = PACKS.some(({ id }) => id === state.pack) ? state.pack : "all";
  // What is not registered is no fault: it is shown where somebody asks for it.
  const counts = (one: Finding) => pack === "all" ? one.pack !== "registry" : (one.pack ?? "letter") === pack;
  const text = request?.text ?? "";
  const bytes = useMemo(() => new Bytes(text), [text]);
  // In the order of the string, so that its numbers rise.
  const found = (answer?.findings.filter(counts) ?? []).sort((one, other) => (one.spans?.[0]?.start ?? 0) - (other.spans?.[0]?.start ?? 0));
  const [pointed, point] = useState<number | null>(null);
  const notes = begun(found).map(({ spans = [] }, index) => ({ number: index + 1, spans }));
  const mendable = found.some(({ mended }) => mended !== undefined) || answer?.error?.cause?.mended !== undefined;
  return (
    <section class={stale ? "stale" : ""}>
      <div class="setting">
        <p class="field">
          <label for="pack">Lints</label>{" "}
          <select id="pack" value={pack} onChange={(event) => set({ pack: event.currentTarget.value }, true)}>
            {PACKS.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
          </select>
        </p>
        <MendAll text={state.text} edition={edition.id} counts={counts} offers={mendable} set={(text) => set({ text }, true)} />
      </div>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (
        <>
          {found.length === 0
            ? <p class="verdict-line">{pack !== "all" && answer.findings.length > 0 ? "Nothing of this kind is found." : answer.valid ? "Nothing is found: there is nothing to say of this string." : "Nothing is found beside the error."}</p>
            : <Annotated bytes={bytes} notes={notes} pointed={pointed} />}
          {found.length > 0 && <h2>{counted(found.length, "finding")}</h2>}
          <ol class="findings">
            {begun(found).map((one, index) => (
              <li key={index} data-lint={one.id} class={one.severity} onPointerEnter={() => point(index + 1)} onPointerLeave={() => point(null)}
                onFocusCapture={() => point(index + 1)} onBlurCapture={() => point(null)}>
                <One finding={one} number={index + 1} take={(mended) => set({ text: mended }, true)} />
              </li>
            ))}
          </ol>
          <LeftOut of={found} />
          {answer.error && (
            <>
              <h2>The string is not valid</h2>
              <WrongBlock wrong={answer.error} state={state} set={set} edition={edition} />
            </>
          )}
        </>
      )}
      <Command
        options={["lint", "--pack", pack, ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id])]}
        strings={[state.text]}
      />
    </section>
  );
}

interface MendProps { text: string; edition: string; counts: (finding: Finding) => boolean; offers: boolean; set: (text: string) => void }

/** Takes all mended strings, one after the other, and says which. */
function MendAll({ text, edition, counts, offers, set }: MendProps) {
  const [done, setDone] = useState<Mended | null>(null);
  const [busy, setBusy] = useState(false);
  // What was said is about the string that it made.
  useEffect(() => {
    if (done && done.text !== text) setDone(null);
  }, [text]);
  const mend = async () => {
    setBusy(true);
    try {
      const mended = await mendAll(text, nextMend(edition, counts));
      setDone(mended);
      set(mended.text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {offers && <button type="button" class="go mend-all" disabled={busy} onClick={() => void mend()}>Mend all</button>}
      <span class="said" role="status">
        {done && done.ids.length > 0 && `Mended: ${tally(done.ids)}.${done.ended === "in a circle" ? " Two mends undo each other; this is where they met." : done.ended === "after many" ? " There is more to mend." : ""}`}
      </span>
    </>
  );
}

/** `needless-escape (2), space`. */
function tally(ids: string[]): string {
  const names = [...new Set(ids)].slice(0, 8);
  return names.map((name) => {
    const count = ids.filter((id) => id === name).length;
    return count > 1 ? `${name} (${count})` : name;
  }).join(", ");
}

/** A message as a sentence; a name as `inet_aton()` keeps its letters. */
function sentence(message: string): string {
  return /^[a-z]+[ ,]/.test(message) ? message.charAt(0).toUpperCase() + message.slice(1) : message;
}

function One({ finding, number, take }: { finding: Finding; number: number; take: (mended: string) => void }) {
  const { id, severity, message, mended, spans = [], left_out = 0 } = finding;
  const cited = finding.citations?.map(({ document, section }) => [document, section].filter(Boolean).join(", "))
    ?? [[finding.edition && nameOf(finding.edition), finding.section].filter(Boolean).join(", ")];
  const more = spans.length - NAMED + left_out;
  const places = spans.slice(0, NAMED).map(({ start, end }) => (end - start <= 1 ? `byte ${start}` : `bytes ${start}–${end}`));
  return (
    <>
      <p class="said-of">
        <span class="numbered" aria-hidden="true">{number}</span>
        <Shown text={sentence(message)} />
      </p>
      <p class="which">
        <span class="severity">{severity}</span> <code>{id}</code> <span class="section">{cited.filter(Boolean).join("; ")}</span>{" "}
        <span class="section">at {places.join(", ")}{more > 0 && `, and ${counted(more, "more place")}`}</span>
      </p>
      {mended !== undefined && (
        <p class="mended">
          Mended: <Value text={mended} />{" "}
          <button type="button" class="mend small" onClick={() => take(mended)}>Take the mended string</button>
        </p>
      )}
    </>
  );
}
