// Generates a Rust test for the page's result on a string.
//
// The test is for `cargo test` with the crate `urispec` and its feature `grammars`.
import type { Parsed } from "./ask";

const COMPONENTS = ["scheme", "authority", "userinfo", "port", "path", "query", "fragment"] as const;

export function testOf({ edition, rule, input, valid, components, error }: Parsed): string {
  const lines = [`let edition = ${literal(edition)}.parse().unwrap();`, `let text = ${literal(input)};`];
  if (!valid) {
    lines.push(`let error = urispec::check(edition, ${literal(rule)}, text).unwrap_err();`);
    if (error?.offset !== undefined) lines.push(`assert_eq!(error.offset(), Some(${error.offset}));`);
  } else if (components) {
    lines.push(`let parsed = urispec::Reference::parse_as(edition, ${literal(rule)}, text).unwrap();`);
    for (const name of COMPONENTS) {
      const value = components[name];
      const expected = value === undefined ? "None" : `Some(${literal(value)})`;
      lines.push(`assert_eq!(parsed.${name}(), ${name === "path" ? literal(components.path) : expected});`);
    }
    if (components.host !== undefined) lines.push(`assert_eq!(parsed.host().unwrap().to_string(), ${literal(components.host)});`);
  } else {
    lines.push(`urispec::check(edition, ${literal(rule)}, text).unwrap();`);
  }
  return `#[test]\nfn ${valid ? "is_valid" : "is_not_valid"}() {\n${lines.map((line) => `    ${line}\n`).join("")}}\n`;
}

/** Returns a Rust string literal. */
function literal(text: string): string {
  const escape = (character: string) => ({ '"': '\\"', "\\": "\\\\" })[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  return `"${text.replace(/["\\]|[^\x20-\x7e]/gu, escape)}"`;
}
