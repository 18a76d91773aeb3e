// Normalization: the string before and after, with the ladder of the edition between them, rung by
// rung.
//
// A rung shows its section once; a change shows its section only if it differs.
import type { Change, Normalized } from "../ask";
import { LADDER, MEANINGS, SAFE } from "../ladder";
import { Changed } from "../parts/changed";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { Drawn } from "../parts/reference";
import { shortTitle } from "../parts/shown";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

export { LADDER, SAFE };

export function Normalize(props: ViewProps) {
  const { state, set, edition } = props;
  const to = LADDER.includes(state.rung) ? state.rung : SAFE;
  const base = state.base === "" ? undefined : state.base;
  const { answer, stale, failed } = useAnswer({ ask: "normalize" as const, edition: edition.id, text: state.text, to, base });
  const options = [
    "normalize", "--trace",
    ...(edition.id === "rfc3986" ? [] : ["--edition", edition.id]),
    ...(to === SAFE ? [] : ["--to", to]),
    ...(base === undefined ? [] : ["--base", base]),
  ];
  return (
    <section class={stale ? "stale" : ""}>
      {base !== undefined && (
        <p class="note">
          The string is first resolved against <code>{base}</code> (5.2.1).{" "}
          <button type="button" onClick={() => set({ base: "" }, true)}>Without a base</button>
        </p>
      )}
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Ladder answer={answer} to={to} {...props} /> : (
        <>
          {answer.error?.part === "base" && <h2>The base is invalid</h2>}
          {answer.error?.part !== "base" && <p>The string is invalid, so it has no normal form.</p>}
          {answer.error?.part === "base" && <WrongBlock wrong={answer.error} state={state} set={mending("base", set)} edition={edition} />}
        </>
      ))}
      <p class="field">
        <label for="rung">Normalize up to</label>{" "}
        <select id="rung" value={to} onChange={(event) => set({ rung: event.currentTarget.value }, true)}>
          {LADDER.filter((rung) => rung !== "protocol").map((rung) => <option key={rung} value={rung}>{rung}: {MEANINGS[rung]}</option>)}
        </select>
      </p>
      <Command options={options} strings={[state.text]} />
    </section>
  );
}

function Ladder({ answer, to, edition, set }: ViewProps & { answer: Normalized; to: string }) {
  const { input, normalized = "", changes = [], left_out = [], warnings } = answer;
  const sections = new Map(edition.rungs.map(({ rung, section }) => [rung, section]));
  const rungs = LADDER.filter((rung) => rung !== "string" && rung !== "protocol").map((rung): Rung => {
    const own = changes.filter((change) => change.rung === rung);
    const words = !sections.has(rung) ? `${shortTitle(edition.title)} does not define it`
      : LADDER.indexOf(rung) > LADDER.indexOf(to) ? NOT_ASKED : own.length === 0 ? "nothing to change" : undefined;
    return { rung, section: sections.get(rung), own, words, more: left_out.find((one) => one.rung === rung)?.count ?? 0 };
  });
  return (
    <>
      {normalized === input ? (
        <>
          <p class="same">No change up to <strong>{to}</strong>: the string is in normal form.</p>
          <div class="answer"><span class="what">After</span><div class="target"><Drawn text={normalized} /></div></div>
        </>
      ) : (
        <>
          <div class="answer"><span class="what">Before</span><div class="before"><Drawn text={input} /></div></div>
          <div class="answer">
            <span class="what">After</span>
            <div class="target"><Drawn text={normalized} /></div>
            <button type="button" onClick={() => set({ text: normalized }, true)}>Use the normal form as the string</button>
          </div>
        </>
      )}
      <Warnings all={warnings} />
      <h3>Step by step, by {shortTitle(edition.title)}</h3>
      <ol class="ladder">
        {stretches(rungs).map((stretch) => {
          const [{ rung, words, own, section, more }] = stretch;
          if (words === undefined) {
            return (
              <li key={rung} data-rung={rung}>
                <p><Named rung={rung} section={section} /> <span class="meaning">{MEANINGS[rung]}</span></p>
                <Changes changes={own} of={section} more={more} />
              </li>
            );
          }
          return (
            <li key={rung} class="off" data-rung={stretch.map((one) => one.rung).join(" ")}>
              <p>
                {stretch.map((one, index) => <span key={one.rung}>{index > 0 && ", "}<Named {...one} /></span>)}
                <span class="meaning">: {words}</span>
                {words === NOT_ASKED && <> <button type="button" class="small" onClick={() => set({ rung: stretch.at(-1)?.rung ?? rung }, true)}>Normalize this too</button></>}
              </p>
            </li>
          );
        })}
      </ol>
    </>
  );
}

const NOT_ASKED = "not selected";

interface Rung {
  rung: string;
  section: string | undefined;
  own: Change[];
  /** The number of omitted changes. */
  more: number;
  /** The message if there is no change. */
  words: string | undefined;
}

/** Groups adjacent rungs without changes and with the same message into one line. */
function stretches(rungs: Rung[]): [Rung, ...Rung[]][] {
  const out: [Rung, ...Rung[]][] = [];
  for (const rung of rungs) {
    const last = out.at(-1);
    if (last && rung.words !== undefined && last[0].words === rung.words) last.push(rung);
    else out.push([rung]);
  }
  return out;
}

function Named({ rung, section }: { rung: string; section: string | undefined }) {
  return <><strong>{rung}</strong>{section !== undefined && <span class="section"> {section}</span>}</>;
}

/** The changes of a rung. */
function Changes({ changes, of, more }: { changes: Change[]; of: string | undefined; more: number }) {
  return (
    <>
      <ul>
        {begun(changes).map(({ section, before, after }, index) => (
          <li key={index}>
            <Changed before={before} after={after} />{section !== of && <span class="section"> {section}</span>}
          </li>
        ))}
      </ul>
      <LeftOut of={changes} more={more} />
    </>
  );
}
