// What the address asks for, and is not here.
import type { State } from "../state";
import { LADDER, SAFE } from "../views/normalize";
import { POLICIES } from "../views/resolve";

interface Props {
  state: State;
  /** The edition and the view that are shown. */
  edition: string;
  view: string;
}

export function Unknown({ state, edition, view }: Props) {
  const is = (what: string, asked: string, shown: string) => `The address asks for ${what} that is not here, ${JSON.stringify(asked.slice(0, 40))}; this is ${shown}.`;
  const said: string[] = [];
  if (edition !== state.edition) said.push(is("an edition", state.edition, edition));
  if (view !== state.view) said.push(is("a view", state.view, view));
  if (state.rung !== "" && !LADDER.includes(state.rung)) said.push(is("a rung", state.rung, SAFE));
  const odd = state.policy.split(" ").find((word) => word !== "" && !POLICIES.some((one) => one.word === word));
  if (odd !== undefined) said.push(is("a policy of resolution", odd, "the letter of the document"));
  return <>{said.map((one) => <p key={one} class="failed" role="alert">{one}</p>)}</>;
}
