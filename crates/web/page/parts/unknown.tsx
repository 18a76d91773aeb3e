// Messages about unknown values in the address.
import type { State } from "../state";
import { LADDER, SAFE } from "../views/normalize";
import { POLICIES } from "../views/resolve";

interface Props {
  state: State;
  /** The edition and the view that are shown instead. */
  edition: string;
  view: string;
}

export function Unknown({ state, edition, view }: Props) {
  const is = (what: string, name: string, shown: string) => `The address names ${what} that does not exist, ${JSON.stringify(name.slice(0, 40))}; this is ${shown}.`;
  const messages: string[] = [];
  if (edition !== state.edition) messages.push(is("an edition", state.edition, edition));
  if (view !== state.view) messages.push(is("a view", state.view, view));
  if (state.rung !== "" && !LADDER.includes(state.rung)) messages.push(is("a normalization", state.rung, SAFE));
  const odd = state.policy.split(" ").find((word) => word !== "" && !POLICIES.some((one) => one.word === word));
  if (odd !== undefined) messages.push(is("a policy of resolution", odd, "the letter of the document"));
  return <>{messages.map((one) => <p key={one} class="failed" role="alert">{one}</p>)}</>;
}
