// Bundles the page: the worker's script as text in the page's script, the style sheet, and the WebAssembly also as
// scripts, since a page opened as a file may load scripts but not fetch. The list of documents is requested from
// the library here, so that the page need not wait for the whole library. Last is the service worker, which
// receives the list of files and a version hash of them.
//
// A build that is not FAST also compresses each file with brotli, into FILE.br beside it, for servers that send those.
//
// The page of parsers has its own script and style sheet, and the data of docs/data/parsers.json.
//
// Reads page/, the data, dist/urispec.wasm, and dist/first.wasm, without which the page waits for the whole library.
// Writes the other files of dist/.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { answer } from "./tests/answer.mjs";

const common = {
  bundle: true,
  charset: "utf8",
  format: "iife",
  legalComments: "none",
  logLevel: "warning",
  minify: true,
  target: ["es2022"],
};
const preact = { jsx: "automatic", jsxImportSource: "preact" };
const hasFirst = existsSync("dist/first.wasm");

/** Returns a module as a script: gzipped, in base64. */
async function script(name, key) {
  const packed = gzipSync(await readFile(`dist/${name}`), { level: 9 }).toString("base64");
  return `(globalThis.urispecModules??={}).${key}="${packed}"\n`;
}
await writeFile("dist/urispec.wasm.js", await script("urispec.wasm", "whole"));
if (hasFirst) await writeFile("dist/first.js", await script("first.wasm", "first"));
else await rm("dist/first.js", { force: true });

await build({ ...common, entryPoints: ["page/worker.ts"], outfile: "dist/worker.js" });
const documents = await answer("dist/urispec.wasm", { ask: "documents" });
await build({
  ...common,
  ...preact,
  entryPoints: ["page/main.tsx"],
  outfile: "dist/page.js",
  define: {
    WORKER_SOURCE: JSON.stringify(await readFile("dist/worker.js", "utf8")),
    PUBLISHED: String(Boolean(process.env.PUBLISHED)),
    SOURCE: JSON.stringify(process.env.URISPEC_SOURCE ?? ""),
    KNOWN_DOCUMENTS: hasFirst ? JSON.stringify(documents) : "null",
    FIRST: String(hasFirst),
    WHOLE_SIZE: String((await stat("dist/urispec.wasm")).size),
  },
});
await build({ ...common, entryPoints: ["page/style.css"], outfile: "dist/style.css" });
const html = await readFile("page/index.html", "utf8");
await writeFile("dist/index.html", hasFirst ? html : html.replace(/<script src="first.js".*\n/, ""));

const parsers = await readFile("../../docs/data/parsers.json", "utf8");
JSON.parse(parsers);
await writeFile("dist/parsers.json", parsers);
await writeFile("dist/parsers.json.js", `globalThis.urispecParsers=${JSON.stringify(parsers)}\n`);
await build({ ...common, ...preact, entryPoints: ["page/parsers/main.tsx"], outfile: "dist/parsers.js" });
await build({ ...common, entryPoints: ["page/styles/parsers.css"], outfile: "dist/parsers.css" });
await copyFile("page/parsers.html", "dist/parsers.html");

// The files that the two pages need offline.
const kept = [
  "index.html", "style.css", "page.js", ...(hasFirst ? ["first.js"] : []), "urispec.wasm",
  "parsers.html", "parsers.css", "parsers.js", "parsers.json",
];
const hash = createHash("sha256");
for (const name of kept) hash.update(await readFile(`dist/${name}`));
await build({
  ...common,
  entryPoints: ["page/sw.ts"],
  outfile: "dist/sw.js",
  define: { VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)), FILES: JSON.stringify(kept) },
});

// Brotli is a third smaller than gzip. Compressing the library takes half a minute, so a fast build has no such files.
const isFast = Boolean(process.env.FAST);
for (const name of [...kept, "worker.js", "sw.js", "urispec.wasm.js", "parsers.json.js"]) {
  const bytes = await readFile(`dist/${name}`);
  const sizes = [`${bytes.length} bytes`, `${gzipSync(bytes, { level: 9 }).length} gzipped`];
  if (isFast) {
    await rm(`dist/${name}.br`, { force: true });
  } else {
    const packed = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    await writeFile(`dist/${name}.br`, packed);
    sizes.push(`${packed.length} by brotli`);
  }
  console.log(`${name.padEnd(16)} ${sizes.join(", ")}`);
}
