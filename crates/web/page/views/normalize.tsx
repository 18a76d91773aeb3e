// Normalization: the ladder of the edition, rung by rung, with what each changed.
import type { Change, Normalized } from "../ask";
import { Changed } from "../parts/changed";
import { Command } from "../parts/command";
import { Failed, Waiting } from "../parts/failed";
import { begun, LeftOut } from "../parts/left-out";
import { Drawn } from "../parts/reference";
import { Warnings } from "../parts/warnings";
import { WrongBlock } from "../parts/wrong";
import { mending } from "../state";
import { useAnswer } from "../use-answer";
import type { ViewProps } from "./view";

/** The rungs of RFC 3986, 6.2, of which an edition may have fewer. */
export const LADDER = ["string", "case", "percent-encoding", "path-segments", "scheme", "protocol"];
/** The rung to which the program climbs, which is safe for any scheme. */
export const SAFE = "path-segments";

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
      <p class="field">
        <label for="rung">Highest rung</label>{" "}
        <select id="rung" value={to} onChange={(event) => set({ rung: event.currentTarget.value }, true)}>
          {LADDER.filter((rung) => rung !== "protocol").map((rung) => <option key={rung} value={rung}>{rung}</option>)}
        </select>
      </p>
      {base !== undefined && (
        <p class="note">
          The string is resolved first, against <code>{base}</code> (5.2.1).{" "}
          <button type="button" onClick={() => set({ base: "" }, true)}>Without a base</button>
        </p>
      )}
      {failed !== undefined && <Failed what={failed} />}
      {!answer && failed === undefined && <Waiting />}
      {answer && (answer.valid ? <Ladder answer={answer} to={to} {...props} /> : (
        <>
          {answer.error?.part === "base" && <h3>The base</h3>}
          {answer.error && <WrongBlock wrong={answer.error} state={state} set={answer.error.part === "base" ? mending("base", set) : set} edition={edition} />}
        </>
      ))}
      <Command options={options} strings={[state.text]} />
    </section>
  );
}

function Ladder({ answer, to, edition, state, set }: ViewProps & { answer: Normalized; to: string }) {
  const { normalized = "", changes = [], left_out = [], warnings } = answer;
  const sections = new Map(edition.rungs.map(({ rung, section }) => [rung, section]));
  const isSame = normalized === state.text;
  return (
    <>
      <h3>The normal form</h3>
      <div class="target"><Drawn text={normalized} /></div>
      <p>
        {isSame ? "The string is its own normal form." : (
          <button type="button" onClick={() => set({ text: normalized }, true)}>Take the normal form as the string</button>
        )}
      </p>
      <Warnings all={warnings} />
      <h3>Rung by rung</h3>
      <ol class="ladder">
        {LADDER.filter((rung) => rung !== "string" && rung !== "protocol").map((rung) => {
          const licensed = sections.has(rung);
          const climbed = LADDER.indexOf(rung) <= LADDER.indexOf(to);
          const own = changes.filter((change) => change.rung === rung);
          const more = left_out.find((one) => one.rung === rung)?.count ?? 0;
          return (
            <li key={rung} data-rung={rung} class={licensed && climbed ? "" : "off"}>
              <strong>{rung}</strong> <span class="section">{sections.get(rung)}</span>
              <Said licensed={licensed} climbed={climbed} changes={own} more={more} id={edition.id} />
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface SaidProps { licensed: boolean; climbed: boolean; changes: Change[]; more: number; id: string }

function Said({ licensed, climbed, changes, more, id }: SaidProps) {
  if (!licensed) return <p>{id} has no such rung.</p>;
  if (!climbed) return <p>Not asked for.</p>;
  if (changes.length === 0) return <p>Nothing changed.</p>;
  return (
    <>
      <ul>
        {begun(changes).map(({ section, before, after }, index) => (
          <li key={index}>
            <span class="section">{section}</span> <Changed before={before} after={after} />
          </li>
        ))}
      </ul>
      <LeftOut of={changes} more={more} />
    </>
  );
}
