// Takes a screenshot of each part, in light, dark and at a phone's width, into shots/:
// `node tests/shots.mjs [PART]`. A part with several kinds of content has a state for each.
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { open, settled } from "./page.mjs";

const BASE = "http://a/b/c/d;p?q";
const STATES = {
  lines: { text: "http://h/a b\nhttp://evil.example@h/\nmailto:a@b\n//h/p\nhttp://[::1]:80/", view: "lines" },
  opening: {},
  string: { text: "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose" },
  "string-invalid": { text: "http://example.com:8o/a b" },
  "string-1738": { text: "ftp://me@h/%2Fetc/motd", edition: "rfc1738" },
  "string-hidden": { text: "http://h/a\u202ecod.exe\u0000é<b>" },
  "string-long": { text: `http://h/${"segment/".repeat(800)}?q` },
  tree: { text: "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose", view: "tree" },
  editions: { text: "http://1.2.3.256/a", view: "editions" },
  "editions-base": { text: "../g;x=1/../y", base: BASE, view: "editions" },
  resolve: { text: "../g;x=1/../y", base: BASE, view: "resolve" },
  "resolve-invalid": { text: "a b", base: "//h", view: "resolve" },
  normalize: { text: "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", view: "normalize" },
  compare: { text: "http://example.com", other: "http://EXAMPLE.com:80/", view: "compare" },
  production: { text: "http://user@[2001:db8::7]:8042/over/there?name=ferret#nose", view: "production", production: "host" },
  "production-1630": { text: "http://a/b", view: "production", production: "path", edition: "rfc1630" },
  grammar: { text: "http://h/a", view: "grammar" },
  lab: { view: "lab" },
  "lab-patterns": { view: "lab", printed: "^https?://example.com/", against: "^https://example\\.com/", tests: "http://example.com/\nhttps://example.com/" },
  "lab-grammar": { view: "lab", left: "grammar", printed: "port = *DIGIT\n", against: "^\\d*$", kind: "python" },
  "lab-causes": { view: "lab", left: "abnf", printed: "date = year \"-\" month\nyear = 4DIGIT\nmonth = 2DIGIT\n", kind: "abnf", against: "date = year \"-\" month\nyear = 4DIGIT\nmonth = 1*2DIGIT\n", tests: "2020-12" },
  "lab-alone": { view: "lab", printed: "^(a+)+$" },
  lint: { text: "http://0x7f.1/%7euser", view: "lint" },
};
const LOOKS = {
  light: { viewport: { width: 1200, height: 800 }, colorScheme: "light" },
  dark: { viewport: { width: 1200, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 800 }, colorScheme: "light", isMobile: true, deviceScaleFactor: 2 },
};

test("pictures", async () => {
  const only = process.argv[2] ?? "";
  await mkdir("shots", { recursive: true });
  for (const [name, state] of Object.entries(STATES)) {
    if (!name.startsWith(only)) continue;
    for (const [look, options] of Object.entries(LOOKS)) {
      const page = await open(state, options);
      await settled(page);
      await page.screenshot({ path: `shots/${name}-${look}.png`, fullPage: true });
      await page.context().close();
    }
  }
});
