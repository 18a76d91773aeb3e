// The command that says in a terminal what the view shows.
import { quoted } from "../shell-quote";
import { Copy } from "./copy";
import { Shown } from "./shown";

const LONGEST = 2000;
/** What a shell puts in the place of an option's long text. */
const FROM_FILE = '"$(cat FILE)"';

/** `urispec` with its arguments; options first, then `--` where a string begins with a dash. */
export function Command({ options: given, strings }: { options: string[]; strings: string[] }) {
  const options = given.map((word) => (word.length > LONGEST ? FROM_FILE : (quoted(word) ?? word)));
  const words = strings.map((text) => (text.length > LONGEST ? null : quoted(text.toWellFormed())));
  if (words.includes(null)) {
    const reason = strings.some((text) => text.length > LONGEST) ? "is long" : "has a NUL, which no argument can have";
    if (strings.some((text) => text.includes("\n"))) {
      return <p class="command">The string {reason}, and has line breaks: no line of a file can have it either.</p>;
    }
    return (
      <p class="command">
        The string {reason}; from a file: <code>{["urispec", ...options, "-f", "FILE"].join(" ")}</code>
      </p>
    );
  }
  const dash = strings.some((text) => text.startsWith("-")) ? ["--"] : [];
  const line = ["urispec", ...options, ...dash, ...words].join(" ");
  return (
    <p class="command">
      <span class="what">In a terminal</span> <code><Shown text={line} /></code> <Copy text={() => line} label="Copy" title="Copy the command" />
    </p>
  );
}
