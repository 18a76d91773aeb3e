// Runs one program in Bun and in Deno, and requires the package in Node.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

const root = new URL("..", import.meta.url).pathname;

const PROGRAM = `
import { parse, resolve } from "urispec";
import { relation } from "urispec/engine";
import { lint } from "urispec/editions";
import { isUri } from "urispec/regex";
console.log(JSON.stringify([parse("http://u@h:1/").host, resolve("http://a/b/c/d;p?q", "../g"),
  relation(/^(?!b)[ab]$/, /^a$/).relation, lint("http://0x7f.1/").findings.some(({ id }) => id === "rare-ipv4"), isUri("a b")]));
`;
// RFC 3986, 5.4.1; the others are derived manually.
const PRINTED = ["h", "http://a/b/g", "equal", true, false];

const RUNTIMES = { bun: ["run", "-"], deno: ["run", "--no-lock", "-"] };
for (const [name, options] of Object.entries(RUNTIMES)) {
  test(`${name} runs the package`, () => {
    const program = join(root, "node_modules/.bin", name);
    const output = execFileSync(program, options, { cwd: root, input: PROGRAM, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
    assert.deepEqual(JSON.parse(output), PRINTED);
  });
}

test("import and require load one copy", async () => {
  const require = createRequire(import.meta.url);
  for (const entry of ["urispec", "urispec/engine", "urispec/editions", "urispec/audit", "urispec/fast-uri", "urispec/formats"]) {
    const [required, imported] = [require(entry), await import(entry)];
    for (const name of Object.keys(imported)) assert.equal(required[name], imported[name], `${entry}: ${name}`);
  }
});
