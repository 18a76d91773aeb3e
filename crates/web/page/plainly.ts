// Adapts the library's messages to the page, which has no command-line options.
//
// Advice about an option becomes advice for the page. Unknown options are removed with their parentheses.

const REPLACEMENTS: [RegExp, string][] = [
  [/; add a reading of it, import the document that defines it \(`--import`\) or assume it \(`--assume`\)/g, "; add a rule for it"],
  [/; import (?:that document|the document that defines it) \(`--import[^`]*`\) or assume (?:it|the production) \(`--assume`\)/g, "; add its rule"],
  [/; give a reading of the production, or assume a definition for it \(`--assume`\)/g, "; write a rule in its place"],
  [/ ?\(`--[^`]*`\)/g, ""],
];

export function plainly(message: string): string {
  return message.includes("--") ? REPLACEMENTS.reduce((text, [words, instead]) => text.replace(words, instead), message) : message;
}
