// Lints: the findings about a string, valid or not, marked and numbered in it.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Finding } from "../ask";
import { Bytes } from "../bytes";
import { type Mended, mendAll, nextMend } from "../mend";
import { Annotated } from "../parts/annotated";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { counted, Shown, Value } from "../parts/shown";
import { nameOf } from "../readers";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

const PACKS = [
  { id: "all", label: "documents and attacks" },
  { id: "letter", label: "documents" },
  { id: "security", label: "attacks" },
  { id: "registry", label: "not registered at IANA" },
];
/** The maximum number of places to list for a finding. */
const NAMED = 6;

export function Lints({ state, set, edition }: ViewProps) {
  const { answer, stale, failed, request } = useAnswer({ ask: "lint" as const, edition: edition.id, text: state.text });
  const pack = PACKS.some(({ id }) => id === state.pack) ? state.pack : "all";
  // An unregistered name is not an error: it is shown only on request.
  const counts = (one: Finding) => pack === "all" ? one.pack !== "registry" : (one.pack ?? "letter") === pack;
  const text = request?.text ?? "";
  const bytes = useMemo(() => new Bytes(text), [text]);
  // In the order of the string, so that the numbers increase along it.
  const found = (answer?.findings.filter(counts) ?? []).sort((one, other) => (one.spans?.[0]?.start ?? 0) - (other.spans?.[0]?.start ?? 0));
  const [pointed, point] = useState<number | null>(null);
  const notes = begun(found).map(({ spans = [] }, index) => ({ number: index + 1, spans }));
  const mendable = found.some(({ mended }) => mended !== undefined) || answer?.error?.cause?.mended !== undefined;
  return (
    <section class={stale ? "stale" : ""}>
      <div class="setting">
        <p class="field">
          <label for="pack">Warnings from</label>{" "}
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
            ? <p class="verdict-line">{pack !== "all" && answer.findings.length > 0 ? "No warnings of this kind." : answer.valid ? "No warnings." : "No warnings besides the error."}</p>
            : <Annotated bytes={bytes} notes={notes} pointed={pointed} />}
          {found.length > 0 && <h3>{counted(found.length, "finding")}</h3>}
          <ol class="findings">
            {begun(found).map((one, index) => (
              <li key={index} data-lint={one.id} class={one.severity} onPointerEnter={() => point(index + 1)} onPointerLeave={() => point(null)}
                onFocusCapture={() => point(index + 1)} onBlurCapture={() => point(null)}>
                <One finding={one} number={index + 1} take={(mended) => set({ text: mended }, true)} />
              </li>
            ))}
          </ol>
          <LeftOut of={found} />
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

/** Applies all fixes, one after the other, and lists them. */
function MendAll({ text, edition, counts, offers, set }: MendProps) {
  const [done, setDone] = useState<Mended | null>(null);
  const [busy, setBusy] = useState(false);
  // The message belongs to the string that it produced.
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
      {offers && <button type="button" class="go mend-all" disabled={busy} onClick={() => void mend()}>Fix all</button>}
      <span class="said" role="status">
        {done && done.ids.length > 0 && `Fixed: ${tally(done.ids)}.${done.ended === "in a circle" ? " Two fixes undo each other, so fixing stopped here." : done.ended === "after many" ? " There is more to fix." : ""}`}
      </span>
    </>
  );
}

/** Formats the ids with counts: `needless-escape (2), space`. */
function tally(ids: string[]): string {
  const names = [...new Set(ids)].slice(0, 8);
  return names.map((name) => {
    const count = ids.filter((id) => id === name).length;
    return count > 1 ? `${name} (${count})` : name;
  }).join(", ");
}

/** Capitalizes a message; a name such as `inet_aton()` is unchanged. */
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
          Fixed: <Value text={mended} />{" "}
          <button type="button" class="mend small" onClick={() => take(mended)}>Use the fixed string</button>
        </p>
      )}
    </>
  );
}
