// Prints the table of times that `bench` describes.
//
// The arguments are a file of strings, one per line, and the number of rounds. In a round, each library takes all strings,
// and also those that it rejects. All times are processor times, which reduces noise from other programs.
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
// Each library has a function of its own, which the engine optimizes for the objects of that library.
const every = () => new Function("uri", `const { scheme, userinfo, host, port, path, query, fragment } = uri;
  return [scheme, userinfo, host, port, path, query, fragment].reduce((sum, part) => sum + (part === undefined ? 0 : 1), 0);`);
const [ofUrispec, ofDropIn, ofFastUri, ofUriJs] = [every(), every(), every(), every()];

const TASKS = {
  "parse": {
    "urispec": (text) => ofUrispec(urispec.parse(text)),
    "urispec/fast-uri": (text) => ofDropIn(dropIn.parse(text)),
    "fast-uri": (text) => ofFastUri(fastUri.parse(text)),
    "uri-js": (text) => ofUriJs(uriJs.parse(text)),
    "URL": (text) => {
      const { protocol, username, hostname, port, pathname, search, hash } = new URL(text);
      return protocol.length + username.length + hostname.length + port.length + pathname.length + search.length + hash.length;
    },
    "whatwg-url": (text) => new whatwg.URL(text).hostname.length,
  },
  "is it valid?": {
    "urispec": (text) => Number(urispec.isValid(text)),
    "urispec/regex": (text) => Number(isUri(text)),
    "URL": (text) => Number(URL.canParse(text)),
  },
  "normalize": {
    "urispec": (text) => urispec.normalize(text, "scheme").length,
    "urispec/fast-uri": (text) => dropIn.normalize(text).length,
    "fast-uri": (text) => fastUri.normalize(text).length,
    "uri-js": (text) => uriJs.normalize(text).length,
  },
  "resolve": {
    "urispec": (text) => urispec.resolve(text, "../g").length,
    "urispec/fast-uri": (text) => dropIn.resolve(text, "../g").length,
    "fast-uri": (text) => fastUri.resolve(text, "../g").length,
    "uri-js": (text) => uriJs.resolve(text, "../g").length,
    "URL": (text) => new URL("../g", text).href.length,
  },
  "equal": {
    "urispec": (text) => Number(urispec.equal(text, text.toLowerCase(), "scheme")),
    "urispec/fast-uri": (text) => Number(dropIn.equal(text, text.toLowerCase())),
    "fast-uri": (text) => Number(fastUri.equal(text, text.toLowerCase())),
    "uri-js": (text) => Number(uriJs.equal(text, text.toLowerCase())),
  },
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const cell = (ratio) => (ratio === undefined ? "" : ratio.toFixed(2));

/** Runs each library once per round, and returns the medians of how their times relate to that of urispec. */
function ratios(libraries) {
  const found = Object.fromEntries(Object.keys(libraries).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const times = {};
    for (const [name, run] of Object.entries(libraries)) {
      const texts = name === "whatwg-url" ? few : lines;
      let sum = 0;
      const begun = process.cpuUsage();
      for (const text of texts) {
        try { sum += run(text); } catch { /* refused */ }
      }
      const { user, system } = process.cpuUsage(begun);
      if (Number.isNaN(sum)) throw new Error(name);
      times[name] = (user + system) / texts.length;
    }
    for (const [name, all] of Object.entries(found)) all.push(times[name] / times.urispec);
  }
  return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, median(all)]));
}

const STARTS = {
  "urispec": "(await import('urispec')).parse('http://h/a').host",
  "urispec/fast-uri": "(await import('urispec/fast-uri')).parse('http://h/a').host",
  "urispec/regex": "(await import('urispec/regex')).isUri('http://h/a')",
  "urispec/engine": "(await import('urispec/engine')).relation(/a/, /b/).relation",
  "urispec/editions": "(await import('urispec/editions')).parse('http://h/a').valid",
  "fast-uri": "(await import('fast-uri')).default.parse('http://h/a').host",
  "uri-js": "(await import('uri-js')).parse('http://h/a').host",
  "whatwg-url": "new (await import('whatwg-url')).default.URL('http://h/a').host",
};

/** Returns the median time, relative to that of urispec, from the import to the first result in a new process. */
function starts() {
  const times = Object.fromEntries(Object.entries(STARTS).map(([name, code]) => {
    const measured = `const begun = process.cpuUsage(); ${code}; const { user, system } = process.cpuUsage(begun); console.log(user + system)`;
    return [name, median(Array.from({ length: rounds }, () =>
      Number(execFileSync(process.execPath, ["--input-type=module", "--eval", measured], { cwd: import.meta.dirname }))))];
  }));
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time / times.urispec]));
}

const found = { ...Object.fromEntries(Object.entries(TASKS).map(([task, libraries]) => [task, ratios(libraries)])), "first result": starts() };
const version = (name) => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
const others = ["fast-uri", "uri-js", "whatwg-url"];
const names = new Set(Object.values(found).flatMap((all) => Object.keys(all)));
console.log(`| | ${Object.keys(found).join(" | ")} |`);
console.log(`|---${"|---".repeat(Object.keys(found).length)}|`);
for (const name of names) {
  const shown = others.includes(name) ? `\`${name}\` ${version(name)}` : name === "URL" ? `\`URL\` of Node ${process.versions.node}` : `\`${name}\``;
  console.log(`| ${shown} | ${Object.values(found).map((all) => cell(all[name])).join(" | ")} |`);
}
