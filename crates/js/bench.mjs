// Measures the rates and start times that `bench` prints.
//
// The arguments are a file of strings, one per line, and the number of rounds; the best round counts. A string that a
// library rejects is counted too. All times are processor times, which reduces noise from other programs. The output is
// a table of millions of strings per second, and one of milliseconds.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import fastUri from "fast-uri";
import uriJs from "uri-js";
import whatwg from "whatwg-url";
import * as urispec from "urispec";
import dropIn from "urispec/fast-uri";
import { isUri } from "urispec/regex";

const [, , file, rounds] = process.argv;
const lines = readFileSync(file, "utf8").trimEnd().split("\n");
// whatwg-url would take minutes for all lines.
const few = lines.filter((_, at) => at % 50 === 0);
const every = ({ scheme, userinfo, host, port, path, query, fragment }) =>
  [scheme, userinfo, host, port, path, query, fragment].reduce((sum, part) => sum + (part === undefined ? 0 : 1), 0);

const TASKS = {
  "parse, and read each component": {
    "urispec": (text) => every(urispec.parse(text)),
    "urispec/fast-uri": (text) => every(dropIn.parse(text)),
    "fast-uri": (text) => every(fastUri.parse(text)),
    "uri-js": (text) => every(uriJs.parse(text)),
    "URL": (text) => {
      const { protocol, username, hostname, port, pathname, search, hash } = new URL(text);
      return protocol.length + username.length + hostname.length + port.length + pathname.length + search.length + hash.length;
    },
    "whatwg-url": (text) => new whatwg.URL(text).hostname.length,
  },
  "is it a URI?": {
    "urispec": (text) => Number(urispec.isValid(text)),
    "urispec/regex": (text) => Number(isUri(text)),
    "URL.canParse": (text) => Number(URL.canParse(text)),
  },
  "normalize": {
    "urispec": (text) => urispec.normalize(text, "scheme").length,
    "urispec/fast-uri": (text) => dropIn.normalize(text).length,
    "fast-uri": (text) => fastUri.normalize(text).length,
    "uri-js": (text) => uriJs.normalize(text).length,
  },
  "resolve \"../g\"": {
    "urispec": (text) => urispec.resolve(text, "../g").length,
    "urispec/fast-uri": (text) => dropIn.resolve(text, "../g").length,
    "fast-uri": (text) => fastUri.resolve(text, "../g").length,
    "uri-js": (text) => uriJs.resolve(text, "../g").length,
    "URL": (text) => new URL("../g", text).href.length,
  },
  "equal to itself in lower case": {
    "urispec": (text) => Number(urispec.equal(text, text.toLowerCase(), "scheme")),
    "urispec/fast-uri": (text) => Number(dropIn.equal(text, text.toLowerCase())),
    "fast-uri": (text) => Number(fastUri.equal(text, text.toLowerCase())),
    "uri-js": (text) => Number(uriJs.equal(text, text.toLowerCase())),
  },
};

for (const [task, libraries] of Object.entries(TASKS)) {
  console.log(task);
  for (const [name, run] of Object.entries(libraries)) {
    const texts = name === "whatwg-url" ? few : lines;
    let best = Infinity, sum = 0;
    for (let round = 0; round < rounds; round++) {
      const begun = process.cpuUsage();
      for (const text of texts) {
        try { sum += run(text); } catch { /* refused */ }
      }
      const { user, system } = process.cpuUsage(begun);
      best = Math.min(best, user + system);
    }
    if (Number.isNaN(sum)) throw new Error(name);
    console.log(`  ${name.padEnd(18)} ${(texts.length / best).toFixed(2).padStart(7)} M/s`);
  }
}

console.log("from the import to the first result, in a new process");
const STARTS = {
  "urispec": "(await import('urispec')).parse('http://h/a').host",
  "urispec/fast-uri": "(await import('urispec/fast-uri')).parse('http://h/a').host",
  "urispec/regex": "(await import('urispec/regex')).isUri('http://h/a')",
  "urispec/editions": "(await import('urispec/editions')).parse('http://h/a').valid",
  "fast-uri": "(await import('fast-uri')).default.parse('http://h/a').host",
  "uri-js": "(await import('uri-js')).parse('http://h/a').host",
  "whatwg-url": "new (await import('whatwg-url')).default.URL('http://h/a').host",
};
for (const [name, code] of Object.entries(STARTS)) {
  const measured = `const begun = process.cpuUsage(); ${code}; const { user, system } = process.cpuUsage(begun); console.log(user + system)`;
  const times = Array.from({ length: 2 * rounds }, () =>
    Number(execFileSync(process.execPath, ["--input-type=module", "--eval", measured], { cwd: import.meta.dirname })));
  console.log(`  ${name.padEnd(18)} ${(Math.min(...times) / 1000).toFixed(0).padStart(4)} ms`);
}
