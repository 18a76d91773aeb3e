// A list of strings as links.
import { addressOf, type State } from "../state";
import { Shown } from "./shown";

interface Props {
  all: string[] | undefined;
  /** The strings in hexadecimal, if some are not text. */
  hex: string[] | undefined;
  state: State;
  /** The production for reading the strings. */
  rule: string;
}

export function Strings({ all, hex, state, rule }: Props) {
  if (hex) return <>{hex.map((one) => <code key={one}>%x{one} </code>)}</>;
  if (!all || all.length === 0) return <span class="undefined">none</span>;
  return (
    <ul class="strings">
      {all.map((text) => (
        <li key={text}><a href={addressOf({ ...state, text, rule })}><code>"<Shown text={text} />"</code></a></li>
      ))}
    </ul>
  );
}
