"use strict";
// PHP, Ruby and Python compiled to WebAssembly, which npm has in newer versions than most systems. The arguments are
// the language, the adapter's file, and the adapter's arguments; the adapter is the same as that of a native program.
const { existsSync, readFileSync, readSync, writeFileSync } = require("fs");
const { dirname } = require("path");
const { absent, folder } = require("./peer.js");

// Functions are compiled when they first run, so that the parser starts sooner.
require("v8").setFlagsFromString("--wasm-lazy-compilation");

const [language, file, ...args] = process.argv.slice(2);
const found = (name) => folder(name) || absent(`no module ${name}`);
const need = (name) => require(found(name));

// The bytes of standard input, with a null after each block, where a read ends.
const block = Buffer.alloc(65536);
let [at, end, isOver] = [0, 0, true];
const stdin = () => {
  if (at < end) return block[at++];
  isOver = !isOver;
  if (isOver) return null;
  [at, end] = [0, readSync(0, block)];
  return end ? block[at++] : null;
};

const languages = {
  async php() {
    const { PHP, loadPHPRuntime } = need("@php-wasm/universal");
    const loader = await need("@php-wasm/node-8-5").getPHPLoaderModule();
    // The output is written at once: the event loop does not run while PHP reads.
    const write = { get: () => (chunk) => writeFileSync(1, chunk), set() {} };
    const onRuntimeInitialized = (module) => {
      Object.defineProperty(module, "onStdout", write);
      module.FS.mkdir("/host");
      module.FS.mount(module.FS.filesystems.NODEFS, { root: "/" }, "/host");
    };
    const php = new PHP(await loadPHPRuntime(loader, { stdin, onRuntimeInitialized }));
    php.writeFile("/adapter.php", readFileSync(file));
    const { exitCode, stderr } = await php.cli(["php", "/adapter.php", ...args]);
    stderr.pipeTo(new WritableStream({ write: (chunk) => writeFileSync(2, chunk) }));
    return exitCode;
  },

  async ruby() {
    process.removeAllListeners("warning").on("warning", () => {});
    const { WASI } = require("wasi");
    const wasip1 = new WASI({ version: "preview1", returnOnExit: true, preopens: { "/": "/" } });
    const binary = readFileSync(found("@ruby/4.0-wasm-wasi") + "/dist/ruby+stdlib.wasm");
    const { vm } = await need("@ruby/wasm-wasi").RubyVM.instantiateModule({ module: await WebAssembly.compile(binary), wasip1 });
    vm.eval(readFileSync(file, "utf8"));
    return 0;
  },

  async python() {
    const python = await need("pyodide").loadPyodide({ args });
    python.FS.mkdir("/host");
    python.FS.mount(python.FS.filesystems.NODEFS, { root: "/" }, "/host");
    const code = `import os, runpy, sys; os.chdir("/host"); sys.path.insert(0, directory); runpy.run_path(file)`;
    python.runPython(code, { globals: python.toPy({ directory: "/host" + dirname(file), file: "/host" + file }) });
    return 0;
  },
};

languages[language]().then((code) => process.exit(code));
