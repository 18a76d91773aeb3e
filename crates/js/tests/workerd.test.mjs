// Tests the package in workerd, the runtime of Cloudflare Workers, which forbids compiling WebAssembly at run time.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;

const WORKER = `
import { init as initCore, parse } from "urispec";
import { init as initEngine, relation } from "urispec/engine";
import { init as initWhole, relation as anyRelation } from "urispec/audit";
import core from "./core.wasm";
import engine from "./engine.wasm";
import whole from "./urispec.wasm";

export default {
  fetch() {
    let refused;
    try { parse("a:b"); } catch (error) { refused = error.name; }
    initCore(core);
    initEngine(engine);
    initWhole(whole);
    return Response.json([refused, parse("http://h/").host, relation(/^a*$/, /^a+$/).relation,
      anyRelation("format:ipv4", "rfc3986:IPv4address").relation]);
  },
};
`;
const MODULES = ["core", "engine", "urispec"];
const CONFIG = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "2026-11-01",
  modules = [
    (name = "worker", esModule = embed "worker.js"),
    ${MODULES.map((name) => `(name = "./${name}.wasm", wasm = embed "${name}.wasm"),`).join("\n    ")}
  ],
);
`;

const freePort = () => new Promise((done) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port } = server.address();
    server.close(() => done(port));
  });
});

test("modules are used where compiling is forbidden", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "urispec-workerd-"));
  context.after(() => rmSync(folder, { recursive: true }));
  await build({
    stdin: { contents: WORKER, resolveDir: root }, bundle: true, external: ["*.wasm"], format: "esm", logLevel: "error",
    outfile: join(folder, "worker.js"),
  });
  for (const name of MODULES) copyFileSync(join(root, `dist/${name}.wasm`), join(folder, `${name}.wasm`));
  const port = await freePort();
  writeFileSync(join(folder, "config.capnp"), CONFIG(port));
  const server = spawn(join(root, "node_modules/.bin/workerd"), ["serve", join(folder, "config.capnp")], { stdio: ["ignore", "ignore", "pipe"] });
  context.after(() => server.kill());
  let output = "";
  server.stderr.on("data", (data) => { output += data; });
  let answer;
  // The port is opened after the modules are read.
  for (let tries = 0; answer === undefined && server.exitCode === null && tries < 300; tries++) {
    answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => new Promise((done) => setTimeout(done, 200)));
  }
  assert.ok(answer, output);
  assert.deepEqual(await answer.json(), ["CompileError", "h", "wider", "equal"], output);
});
