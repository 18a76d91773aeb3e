// The name of a production, with a link to its view.
import { addressOf, type State } from "../state";
import { hasView } from "../views/list";

interface Props {
  name: string;
  state: State;
  edition?: string;
  /** -1 inside an element with its own keyboard handling. */
  tabIndex?: number;
}

export function Rule({ name, state, edition, tabIndex }: Props) {
  if (!hasView("production")) return <code class="rule">{name}</code>;
  const target = { ...state, view: "production", production: name, edition: edition ?? state.edition };
  return <a class="rule" href={addressOf(target)} tabIndex={tabIndex}><code>{name}</code></a>;
}
