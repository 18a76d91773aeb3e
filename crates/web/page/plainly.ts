// The library's messages, for who has no command line: without the options of the program.
//
// In: a message. Out: the same, where what an option would do is said as something that can be done on the page. An
// option that is not known here is left out with its brackets.

const SAID: [RegExp, string][] = [
  [/; add a reading of it, import the document that defines it \(`--import`\) or assume it \(`--assume`\)/g, "; add a rule for it"],
  [/; import (?:that document|the document that defines it) \(`--import[^`]*`\) or assume (?:it|the production) \(`--assume`\)/g, "; add its rule"],
  [/; assume what it stands for \(`--assume`\) or give a reading/g, "; write a rule in its place"],
  [/; compare them alone \(`--rule`\)/g, "; compare them alone"],
  [/ ?\(`--[^`]*`\)/g, ""],
];

export function plainly(message: string): string {
  return message.includes("--") ? SAID.reduce((said, [words, instead]) => said.replace(words, instead), message) : message;
}
