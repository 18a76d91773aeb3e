// A text in Markdown about a string, for a discussion: the verdict, the components, and a link.
import type { Parsed } from "./ask";
import { escaped } from "./visible";

const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"] as const;

/** Returns the text; `title` is the document's, and `link` leads to the same view. */
export function markdownOf({ input, valid, rule, components, error }: Parsed, title: string, link: string): string {
  const [document] = title.split(",");
  const cause = error?.cause;
  const verdict = valid ? `valid by ${document}, as \`${rule}\``
    : `not valid by ${document}: ${plain(cause ? `${cause.text} (${cause.section}), at byte ${error?.offset}` : (error?.message ?? ""))}`;
  // A bar would end the cell.
  const rows = COMPONENTS.flatMap((name) => {
    const value = components?.[name];
    return value === undefined ? [] : [`| ${name} | ${value === "" ? "empty" : code(value).replaceAll("|", "\\|")} |`];
  });
  const table = rows.length === 0 ? [] : ["", "| component | |", "|---|---|", ...rows];
  return [`${code(input)} is ${verdict}. [See why](<${link.replace(/[<>]/g, encodeURIComponent)}>)`, ...table, ""].join("\n");
}

/** Returns a text without markup. */
function plain(text: string): string {
  return escaped(text).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

/** Returns code in a fence that is longer than any in the text (CommonMark, 6.1). */
function code(text: string): string {
  if (text === "") return "The empty string";
  const shown = escaped(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(shown) ? " " : "";
  return fence + space + shown + space + fence;
}
