// The command that gives the result of the view in a terminal.
import { quoted } from "../shell-quote";
import { Copy } from "./copy";
import { Shown } from "./shown";

const LONGEST = 2000;
/** The shell expression for a long option. */
const FROM_FILE = '"$(cat FILE)"';

/** `urispec` with its arguments: options first, then `--` if a string begins with a dash. */
export function Command({ options: given, strings }: { options: string[]; strings: string[] }) {
  const options = given.map((word) => (word.length > LONGEST ? FROM_FILE : (quoted(word) ?? word)));
  const words = strings.map((text) => (text.length > LONGEST ? null : quoted(text.toWellFormed())));
  if (words.includes(null)) {
    const reason = strings.some((text) => text.length > LONGEST) ? "is long" : "contains a NUL, which an argument cannot contain";
    if (strings.some((text) => text.includes("\n"))) {
      return <p class="command">The string {reason}, and contains line breaks, so it cannot be a line of a file either.</p>;
    }
    return (
      <p class="command">
        The string {reason}; from a file: <code><Shown text={["urispec", ...options, "-f", "FILE"].join(" ")} /></code>
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
