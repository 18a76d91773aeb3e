// Writes package/regex.ts: the regular expressions that the program makes of productions, each decided to match exactly
// the strings of its production.
//
//   node regexes.mjs           writes the file
//   node regexes.mjs --check   ends with 1 if the file is not what would be written
//
// In: the program, which URISPEC names [default: ../../target/debug/urispec].
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

// A name in this module, the edition, and the production as the document prints its name.
const PRODUCTIONS = [
  ["uri", "rfc3986", "URI", "3"],
  ["uriReference", "rfc3986", "URI-reference", "4.1"],
  ["absoluteUri", "rfc3986", "absolute-URI", "4.3"],
  ["relativeReference", "rfc3986", "relative-ref", "4.2"],
  ["scheme", "rfc3986", "scheme", "3.1"],
  ["host", "rfc3986", "host", "3.2.2"],
  ["ipv4Address", "rfc3986", "IPv4address", "3.2.2"],
  ["ipv6Address", "rfc3986", "IPv6address", "3.2.2"],
  ["iri", "rfc3987", "IRI", "2.2"],
  ["iriReference", "rfc3987", "IRI-reference", "2.2"],
  ["httpUri", "rfc9110", "http-URI", "4.2.1"],
  ["httpsUri", "rfc9110", "https-URI", "4.2.2"],
  ["urn", "rfc8141", "namestring", "2"],
  ["mailtoUri", "rfc6068", "mailtoURI", "2"],
];

const program = process.env.URISPEC ?? new URL("../../target/debug/urispec", import.meta.url).pathname;
const path = new URL("package/regex.ts", import.meta.url);
const rfc = (edition) => `RFC ${edition.slice(3)}`;

/** The printed pattern, its invisible characters as escapes. */
function pattern(edition, rule) {
  const options = ["--edition", edition, "--rule", rule, "--as", "regex", "--dialect", "ecmascript"];
  const printed = execFileSync(program, ["export", ...options], { encoding: "utf8" }).trimEnd();
  return printed.replaceAll(/[^ -~]/gu, (character) =>
    [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""));
}

const constants = PRODUCTIONS.map(([name, edition, rule, section]) => `
/** \`${rule}\` of ${rfc(edition)}, ${section}. */
export const ${name} = /${pattern(edition, rule)}/${edition === "rfc3987" ? "u" : ""};
`);
const functions = PRODUCTIONS.map(([name, edition, rule]) => {
  const capital = name[0].toUpperCase() + name.slice(1);
  return `
/** Whether a text is \`${rule}\` of ${rfc(edition)}. */
export const is${capital} = /* @__PURE__ */ matcher(${name});
`;
});

const text = `// Made by regexes.mjs. The entry \`urispec/regex\`: regular expressions of productions, without WebAssembly.
//
// In: a text. Out: whether a document's production derives the text. \`urispec export --as regex\` wrote each pattern from
// the printed grammar, read the pattern back, and decided that it matches exactly the strings of the production. A lone
// surrogate is in none.
${constants.join("")}
/** Whether a text matches. The pattern is one that nobody else has: \`compile\` changes one that is exported. */
function matcher(exported: RegExp): (text: string) => boolean {
  const pattern = new RegExp(exported);
  return (text) => {
    if (typeof text !== "string") throw new TypeError(\`urispec: a string is wanted, and not \${typeof text}\`);
    return pattern.test(text);
  };
}
${functions.join("")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(path, "utf8") !== text) {
    console.error("package/regex.ts is not what `node regexes.mjs` writes");
    process.exit(1);
  }
} else {
  writeFileSync(path, text);
}
