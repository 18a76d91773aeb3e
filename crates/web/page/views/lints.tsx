// Lints: what is to be said of a string that may well be valid, and the strings without the fault.
import { useMemo } from "preact/hooks";
import type { Finding } from "../ask";
import { Bytes } from "../bytes";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { counted, Shown, Value } from "../parts/shown";
import { Uri } from "../parts/uri";
import { WrongBlock } from "../parts/wrong";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

const PACKS = [
  { id: "all", label: "all" },
  { id: "letter", label: "what the documents say" },
  { id: "security", label: "what attacks look like" },
];

export function Lints({ state, set, edition }: ViewProps) {
  const { answer, stale, failed, request } = useAnswer({ ask: "lint" as const, edition: edition.id, text: state.text });
  const pack = PACKS.some(({ id }) => id === state.pack) ? state.pack : "all";
  const text = request?.text ?? "";
  const bytes = useMemo(() => new Bytes(text), [text]);
  const found = answer?.findings.filter((one) => pack === "all" || (one.pack ?? "letter") === pack) ?? [];
  return (
    <section class={stale ? "stale" : ""}>
      <p class="field">
        <label for="pack">Lints</label>{" "}
        <select id="pack" value={pack} onChange={(event) => set({ pack: event.currentTarget.value }, true)}>
          {PACKS.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
        </select>
      </p>
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (
        <>
          <p class="verdict-line">{found.length === 0 ? (answer.findings.length > 0 ? "Nothing of this kind is found." : "Nothing is found.") : counted(found.length, "finding")}</p>
          <ul class="findings">
            {begun(found).map((one, index) => (
              <li key={index} data-lint={one.id} class={one.severity}>
                <One finding={one} bytes={bytes} take={(mended) => set({ text: mended }, true)} />
              </li>
            ))}
          </ul>
          <LeftOut of={found} />
          {answer.error && (
            <>
              <h3>The string is not valid</h3>
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

function One({ finding, bytes, take }: { finding: Finding; bytes: Bytes; take: (mended: string) => void }) {
  const { id, severity, message, mended, spans = [] } = finding;
  const cited = finding.citations?.map(({ document, section }) => [document, section].filter(Boolean).join(", "))
    ?? [[finding.edition, finding.section].filter(Boolean).join(", ")];
  return (
    <>
      <p><span class="severity">{severity}</span> <code>{id}</code> <span class="section">{cited.filter(Boolean).join("; ")}</span></p>
      <p><Shown text={message} /></p>
      <Uri bytes={bytes} spans={[]} marks={spans} />
      <p class="note">
        At {spans.slice(0, 12).map(({ start, end }) => `${start}–${end}`).join(", ")}{spans.length > 12 && `, and ${spans.length - 12} more places`}
      </p>
      {mended !== undefined && (
        <p>
          Mended: <Value text={mended} />{" "}
          <button type="button" class="mend" onClick={() => take(mended)}>Take the mended string</button>
        </p>
      )}
    </>
  );
}
