// Notes about what a field does not show: invisible characters, a space at an end, a text too long for the
// address.
import { Bytes } from "../bytes";
import { isLong, LONGEST } from "../state";
import { isVisible, titleOf } from "../visible";
import { counted, number } from "./shown";

/** The maximum number of hidden characters to name. */
const NAMED = 6;

interface Props { text: string; lines: boolean; asLines: string }

/** With `lines`, each line is a separate string; `asLines` is the address of the view for that. */
export function Notes({ text, lines, asLines }: Props) {
  const notes: string[] = [];
  if (isLong(text)) {
    notes.push(`The string is longer than ${number(LONGEST)} bytes, so it is not in the address, and a link to this page does not include it.`);
  }
  const hidden = hiddenIn(text.length > 200_000 ? text.slice(0, 200_000) : text);
  const shown = lines ? hidden.filter(({ character }) => character !== "\n") : hidden;
  if (shown.length > 0) {
    const bytes = new Bytes(text);
    const named = shown.slice(0, NAMED).map(({ unit, character }) => `${titleOf(character)} at byte ${number(bytes.byte(unit))}`);
    const more = shown.length > NAMED ? `; and ${number(shown.length - NAMED)} more` : "";
    notes.push(`${counted(shown.length, "character")} that ${shown.length === 1 ? "is" : "are"} invisible: ${named.join("; ")}${more}.`);
  }
  if (text !== text.trim() && !/[\r\n]/.test(text)) notes.push("The string begins or ends with a space.");
  return (
    <div id="notes" class="notes">
      {notes.map((note) => <p key={note}>{note}</p>)}
      {!lines && text.includes("\n") && text.length < LONGEST && <p><a href={asLines}>Read each line as a separate string</a></p>}
    </div>
  );
}

function hiddenIn(text: string): { unit: number; character: string }[] {
  const found: { unit: number; character: string }[] = [];
  if (!/[^ -~]/.test(text)) return found;
  let unit = 0;
  for (const character of text) {
    if (!isVisible(character)) found.push({ unit, character });
    unit += character.length;
  }
  return found;
}
