// Bundles the package: for each module, a file for `import` and one for `require`, each with its types, with the
// WebAssembly embedded.
//
// Nothing is minified, so that an error shows the line where it was thrown; a user's bundler minifies.
//
// Reads package/, dist/core.wasm, and dist/urispec.wasm if it exists. Writes the other files of dist/.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { deflateRawSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { compress } from "lzma1";

const root = new URL("./", import.meta.url).pathname;
// `lints` has only types.
const modules = (await readdir(`${root}package`)).filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts") && name !== "lints.ts")
  .map((name) => name.slice(0, -3));

// Modules of this package stay separate, so that entries share them; WebAssembly and libraries are embedded.
const apart = (extension) => ({
  name: "apart",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/.*\.js$/ }, ({ path, resolveDir }) =>
      resolveDir === `${root}package` ? { path: path.replace(/\.js$/, extension), external: true } : undefined);
    // Parts of lzma1, which it does not export alone.
    onResolve({ filter: /^lzma1\/.*/ }, ({ path }) => ({ path: `${root}node_modules/${path.replace("/", "/lib/")}.js` }));
    onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `${root}dist/${path}` }));
    onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({ contents: await packed(path), loader: "base64" }));
  },
});

/**
 * Returns the compressed bytes of a module. LZMA is a quarter smaller than deflate, but takes 0.1 s per megabyte to
 * decompress, so only the engine uses it, whose size matters most.
 */
const packing = new Map();
function packed(path) {
  if (!packing.has(path)) {
    packing.set(path, readFile(path).then((bytes) =>
      path.endsWith("/engine.wasm") ? compress(bytes, 9) : deflateRawSync(bytes, { level: 9 })));
  }
  return packing.get(path);
}

for (const [format, extension] of [["esm", ".js"], ["cjs", ".cjs"]]) {
  await build({
    absWorkingDir: root,
    bundle: true,
    charset: "utf8",
    entryPoints: modules.map((name) => `package/${name}.ts`),
    format,
    legalComments: "none",
    logLevel: "warning",
    outdir: "dist",
    outExtension: { ".js": extension },
    platform: "neutral",
    plugins: [apart(extension)],
    target: ["es2022"],
  });
}

const entries = ["index", "regex", "formats", "fast-uri", "engine", "editions", "audit"];

// The type declarations of tsc that the entries need, next to each file. The types of requests are shared with the
// page.
const types = `${root}dist/types`;
const shown = new Set(entries);
for (const name of shown) {
  const path = name === "ask" ? `${types}/web/page/ask.d.ts` : `${types}/js/package/${name}.d.ts`;
  const text = (await readFile(path, "utf8")).replaceAll("../../web/page/ask.js", "./ask.js");
  for (const [, other] of text.matchAll(/["']\.\/([a-z0-9-]+)\.js["']/g)) shown.add(other);
  await writeFile(`${root}dist/${name}.d.ts`, text);
  await writeFile(`${root}dist/${name}.d.cts`, text.replaceAll(/(["'])(\.\/[a-z0-9-]+)\.js\1/g, "$1$2.cjs$1"));
}
await rm(types, { recursive: true });

/** Returns the modules that an entry loads, including itself. */
async function loaded(name, into = new Set()) {
  if (into.has(name)) return into;
  into.add(name);
  const text = await readFile(`${root}dist/${name}.js`, "utf8");
  for (const [, other] of text.matchAll(/from "\.\/([a-z0-9-]+)\.js"/g)) await loaded(other, into);
  return into;
}
for (const name of entries) {
  const files = await Promise.all([...await loaded(name)].map((file) => readFile(`${root}dist/${file}.js`)));
  const bytes = files.reduce((sum, file) => sum + file.length, 0);
  const small = gzipSync(Buffer.concat(files), { level: 9 }).length;
  const entry = name === "index" ? "urispec" : `urispec/${name}`;
  console.log(`${entry.padEnd(17)} ${String(bytes).padStart(9)} bytes, ${String(small).padStart(8)} gzipped`);
}
