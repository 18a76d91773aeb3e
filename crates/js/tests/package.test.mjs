// Tests the package as users get it: packed, installed from the tarball, imported and required, checked by tsc,
// bundled.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;
const user = mkdtempSync(join(tmpdir(), "urispec-"));
after(() => rmSync(user, { recursive: true }));
/** Returns the output of a program. Throws the errors of one that fails. */
function run(command, ...options) {
  const { status, stdout, stderr } = spawnSync(command, options, { cwd: user, encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

const tarball = readdirSync(root).find((name) => /^urispec-.*\.tgz$/.test(name));
writeFileSync(join(user, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
run("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", join(root, tarball));
for (const name of ["program.mts", "program.cts"]) copyFileSync(join(root, "tests/user/program.ts"), join(user, name));
const installed = join(user, "node_modules/urispec");

/** The expected output: RFC 3986, 5.2 and 3.2.3, and derived manually. */
const PRINTED = ["http", "[2001:db8::7]", "scheme", "80", null, null, "port-digits 3.2.3 10", true, 80, "differs", true, false,
  "http://user@[2001:db8::7]:8042/a", true, true, "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose"];

test("tsc accepts a user's program, with each module resolution", () => {
  const tsc = join(root, "node_modules/.bin/tsc");
  const options = ["--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "--exactOptionalPropertyTypes"];
  run(tsc, ...options, "--module", "nodenext", "program.mts", "program.cts");
  run(tsc, ...options, "--module", "esnext", "--moduleResolution", "bundler", "--noEmit", "program.mts");
});

test("ajv accepts the types of the drop-in", () => {
  const options = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "", "--module", "nodenext",
    "--exactOptionalPropertyTypes"];
  run(join(root, "node_modules/.bin/tsc"), ...options, join(root, "tests/user/ajv.mts"));
});

test("the program runs as a module and as CommonJS", () => {
  for (const name of ["program.mjs", "program.cjs"]) {
    assert.deepEqual(JSON.parse(run(process.execPath, name)), PRINTED, name);
  }
});

test("a bundle is self-contained", async () => {
  for (const format of ["esm", "cjs", "iife"]) {
    await build({
      absWorkingDir: user, bundle: true, entryPoints: ["program.mts"], format, logLevel: "error",
      outfile: `bundle-${format}.${format === "esm" ? "mjs" : "cjs"}`, platform: "neutral", minify: true,
    });
  }
  rmSync(join(user, "node_modules.away"), { force: true, recursive: true });
  for (const name of ["bundle-esm.mjs", "bundle-cjs.cjs", "bundle-iife.cjs"]) {
    assert.deepEqual(JSON.parse(run(process.execPath, name)), PRINTED, name);
  }
});

test("an entry loads only what it needs, and the light core is below 120 KB gzipped", async () => {
  const size = async (code) => {
    const { outputFiles } = await build({
      bundle: true, format: "esm", minify: true, write: false, platform: "neutral",
      stdin: { contents: code, resolveDir: user },
    });
    return gzipSync(outputFiles[0].contents, { level: 9 }).length;
  };
  assert.ok(await size("export * from 'urispec'") < 120_000);
  assert.ok(await size("export * from 'urispec/fast-uri'") < 120_000);
  assert.ok(await size("export * from 'urispec/engine'") < 300_000);
  assert.ok(await size("export * from 'urispec/regex'") < 3_000);
  assert.ok(await size("export * from 'urispec/formats'") < 3_000);
  assert.ok(await size("export { isIpv4Address } from 'urispec/regex'") < 400);
});

test("the tarball contains only the package", () => {
  const files = readdirSync(installed, { recursive: true }).map(String);
  assert.ok(files.every((name) => /^(?:dist|docs|LICENSE|README|package\.json)/.test(name)), files.join());
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-fflate", "LICENSE-lzma1"]) assert.ok(files.includes(name), name);
  // The declarations that a user's compiler reads, starting from the entries.
  const declared = new Set(["index", "regex", "formats", "fast-uri", "engine", "editions", "audit"]);
  for (const name of declared) {
    const text = readFileSync(join(installed, `dist/${name}.d.ts`), "utf8");
    for (const [, other] of text.matchAll(/["']\.\/([a-z0-9-]+)\.js["']/g)) declared.add(other);
  }
  const types = files.filter((name) => /\.d\.c?ts$/.test(name)).map((name) => name.replace(/^dist\/|\.d\.c?ts$/g, ""));
  assert.deepEqual(new Set(types), declared);
  const { scripts, dependencies } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.deepEqual([scripts, dependencies], [undefined, undefined]);
  for (const name of files.filter((file) => /\.[cm]?js$/.test(file))) {
    assert.ok(!readFileSync(join(installed, name), "utf8").includes("/home/"), name);
  }
});
