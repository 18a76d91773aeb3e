// The document and production for reading the string, in a dropdown.
import { Choices } from "./choices";
import { Dropdown } from "./dropdown";
import { shortTitle } from "./shown";
import type { ViewProps } from "../views/view";

export function Reading(props: ViewProps) {
  const { edition, rule } = props;
  return (
    <Dropdown id="reading" label={<>by <strong>{shortTitle(edition.title)}</strong> as <code>{rule}</code></>}>
      <Choices {...props} />
    </Dropdown>
  );
}
