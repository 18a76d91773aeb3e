// The menu of strings: the recent strings of this tab, and those printed in documents.
import { useState } from "preact/hooks";
import { recent } from "../recent";
import { addressOf, type State } from "../state";
import { PRINTED } from "../stories";
import { Dropdown } from "./dropdown";
import { Shown } from "./shown";

export function Menu({ state }: { state: State }) {
  const [looked, setLooked] = useState<string[]>([]);
  const to = (text: string, base = state.base) => (
    <li key={text}>
      <a href={addressOf({ ...state, text, base, view: base !== state.base ? "resolve" : ["lab", "template", "lines"].includes(state.view) ? "string" : state.view })}>
        <code>{text === "" ? '""' : <Shown text={text.length > 80 ? `${text.slice(0, 60)}…${text.slice(-18)}` : text} />}</code>
      </a>
    </li>
  );
  return (
    <Dropdown id="strings" label="Strings" onOpen={() => setLooked(recent())}>
      {looked.length > 0 && <section><h2>Recent in this tab</h2><ul>{looked.map((text) => to(text))}</ul></section>}
      {PRINTED.map(({ title, base, strings }) => (
        <section key={title}><h2>{title}</h2><ul>{strings.map((text) => to(text, base))}</ul></section>
      ))}
    </Dropdown>
  );
}
