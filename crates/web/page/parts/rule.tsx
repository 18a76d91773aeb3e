// The name of a production, and a link to the view that shows it, once there is one.
import { addressOf, type State } from "../state";
import { hasView } from "../views/list";

interface Props {
  name: string;
  state: State;
  edition?: string;
  /** -1 within what has its own keys. */
  tabIndex?: number;
}

export function Rule({ name, state, edition, tabIndex }: Props) {
  if (!hasView("production")) return <code class="rule">{name}</code>;
  const target = { ...state, view: "production", production: name, edition: edition ?? state.edition };
  return <a class="rule" href={addressOf(target)} tabIndex={tabIndex}><code>{name}</code></a>;
}
