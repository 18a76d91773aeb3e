// Common questions, as links to their answers.
import { addressOf, DEFAULTS } from "../state";
import { STORIES } from "../stories";

export function Chips() {
  return (
    <nav class="chips" aria-label="Examples">
      <span class="what">Examples</span>
      {STORIES.map(({ title, about, state }) => (
        <a key={title} href={storyAddress(state)} title={about}>{title}</a>
      ))}
    </nav>
  );
}

/** The opening example also gets an address with a key, so that the page handles the link itself. */
function storyAddress(state: (typeof STORIES)[number]["state"]): string {
  const address = addressOf({ ...DEFAULTS, ...state });
  return address === "#" ? `#view=${DEFAULTS.view}` : address;
}
