// The railroad diagram of a production, of a document or of the user's grammar, with the path of a string.
import type { ComponentChildren } from "preact";
import type { Diagram, Requests } from "../ask";
import type { Set, State } from "../state";
import { plainly } from "../plainly";
import { type Answer, useAnswer } from "../use-answer";
import { Picture } from "./picture";
import { Shown } from "./shown";

type Of = ({ edition: string } | { grammar: string }) & { rule?: string; text?: string };

/** Requests a diagram, with as many levels of names drawn inline as the state has. */
export function useDiagram(of: Of | null, state: State): Answer<Requests["diagram"]> {
  return useAnswer(of && { ask: "diagram" as const, expand: levelsOf(state), ...of });
}

function levelsOf({ expand }: State): number {
  return /^[0-4]$/.test(expand) ? Number(expand) : 0;
}

interface Props {
  /** The id of the field for the levels. */
  id: string;
  drawn: Answer<Requests["diagram"]>;
  state: State;
  set: Set;
  /** Returns the address of a production; undefined for one without a diagram. */
  href: (name: string, diagram: Diagram) => string | undefined;
  /** The string whose path is drawn. */
  what: ComponentChildren;
}

export function Railroad({ id, drawn: { answer, failed }, state, set, href, what }: Props) {
  return (
    <>
      {failed !== undefined && <p class="note">No diagram: <Shown text={plainly(failed)} /></p>}
      {answer && <Picture svg={answer.svg} label={`The railroad diagram of ${answer.rule}`} href={(name) => href(name, answer)} />}
      <p class="field">
        <label for={id}>Names drawn inline</label>{" "}
        <select id={id} value={String(levelsOf(state))} onChange={(event) => set({ expand: event.currentTarget.value }, true)}>
          {[0, 1, 2, 3, 4].map((levels) => <option key={levels} value={levels}>{levels === 0 ? "none" : `${levels} deep`}</option>)}
        </select>
        {answer?.derived && <span class="note"> The path of {what} is drawn thick.</span>}
      </p>
    </>
  );
}
