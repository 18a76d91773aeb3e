// Puts the page together: the worker's script as a text in the page's script, the style sheet, and WebAssembly
// once more as a script, since a page that is opened as a file may load scripts, and may not fetch.
//
// In: page/, and dist/urispec.wasm. Out: the other files of dist/.
import { existsSync } from "node:fs";
import { copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const common = {
  bundle: true,
  charset: "utf8",
  format: "iife",
  legalComments: "none",
  logLevel: "warning",
  minify: true,
  target: ["es2022"],
};

const worker = await build({ ...common, entryPoints: ["page/worker.ts"], write: false });
await build({
  ...common,
  entryPoints: ["page/main.tsx"],
  outfile: "dist/page.js",
  jsx: "automatic",
  jsxImportSource: "preact",
  define: {
    WORKER_SOURCE: JSON.stringify(worker.outputFiles[0].text),
    DOCUMENTS: String(existsSync("dist/documents/index.html")),
    SOURCE: JSON.stringify(process.env.URISPEC_SOURCE ?? ""),
  },
});
await build({ ...common, entryPoints: ["page/style.css"], outfile: "dist/style.css" });
await copyFile("page/index.html", "dist/index.html");

const wasm = gzipSync(await readFile("dist/urispec.wasm"), { level: 9 });
await writeFile("dist/urispec.wasm.js", `urispecWasm="${wasm.toString("base64")}"\n`);

for (const name of ["index.html", "style.css", "page.js", "urispec.wasm", "urispec.wasm.js"]) {
  const { size } = await stat(`dist/${name}`);
  const small = gzipSync(await readFile(`dist/${name}`), { level: 9 }).length;
  console.log(`${name.padEnd(16)} ${String(size).padStart(9)} bytes, ${String(small).padStart(8)} by gzip`);
}
