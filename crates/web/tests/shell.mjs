// The shell around the views: the address, the history, the keyboard, files and servers, the
// worker.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { URIS } from "./examples.mjs";
import { closed, drop, FILE, onPage, open, read, SERVED, settled, show, texts, type, VIEWS } from "./page.mjs";

for (const at of [SERVED, FILE]) {
  test(`the page works from ${at.split(":")[0]}:`, onPage({}, async (page) => {
    for (const text of URIS) {
      await type(page, text);
      await settled(page);
      assert.match(await page.innerText("#verdict"), /Valid by RFC 3986, as a URI \(URI-reference\)/);
    }
    await show(page, "tree");
    await page.waitForSelector("[role=tree]");
    await page.waitForFunction(() => location.hash.includes("view=tree"));
    assert.equal(new URL(page.url()).hash, `#${new URLSearchParams({ text: URIS.at(-1), view: "tree" })}`);
  }, { at }));
}

test("the address is the state, and the back button goes back", onPage({ text: "a:b", edition: "rfc2396", view: "tree" }, async (page) => {
  assert.equal(await page.inputValue("#text"), "a:b");
  assert.match(await page.innerText("#open-reading"), /by RFC 2396 as /);
  assert.equal(await page.getAttribute("[role=tab][aria-selected=true]", "id"), "tab-url");
  assert.equal(await page.getAttribute("#part-tree", "open"), "");
  await read(page, "rfc1738");
  await type(page, "c:d");
  await page.waitForFunction(() => location.hash.includes("text=c%3Ad"));
  await page.click("#tab-documents");
  await page.goBack();
  await page.waitForSelector("#tab-url[aria-selected=true]");
  await page.waitForSelector("#part-tree[open]");
  assert.equal(await page.inputValue("#text"), "c:d");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#open-reading").textContent.includes("RFC 2396"));
  assert.equal(await page.inputValue("#text"), "a:b");
  await page.evaluate(() => (location.hash = "#text=x&view=editions"));
  await page.waitForSelector("#part-editions[open]");
  assert.equal(await page.inputValue("#text"), "x");
}));

test("a copied link shows the same view", async () => {
  const page = await open({ text: "http://h/?q=1+2&x=%25", edition: "rfc2396", view: "editions" }, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await drop(page, "share");
  await page.click("#share button:has-text('Link')");
  await page.waitForSelector("text=copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open("", { at: link });
  assert.equal(await other.inputValue("#text"), "http://h/?q=1+2&x=%25");
  assert.match(await other.innerText("#open-reading"), /RFC 2396/);
  await closed(other);
  await closed(page);
});

test("a string in the menu is a link, and one with a base is resolved", onPage({}, async (page) => {
  await drop(page, "strings");
  await page.click("#strings a:has-text('g;x?y#s')");
  await settled(page);
  assert.equal(await page.inputValue("#text"), "g;x?y#s");
  assert.match(page.url(), /base=http%3A%2F%2Fa%2Fb%2Fc%2Fd%3Bp%3Fq/);
  assert.equal(await page.locator("#strings").count(), 0);
}));

test("recent strings of this tab are in the menu", onPage({ text: "http://first/" }, async (page) => {
  // A string counts after some time.
  await page.waitForFunction(() => sessionStorage.getItem("urispec-recent")?.includes("http://first/"));
  await type(page, "http://second/");
  await page.waitForFunction(() => sessionStorage.getItem("urispec-recent")?.includes("http://second/"));
  await drop(page, "strings");
  assert.deepEqual((await texts(page, "#strings section:first-child a")), ["http://second/", "http://first/"]);
}));

test("each question leads to a surprising answer", onPage({}, async (page) => {
  const answers = {
    "Which host?": ["#verdict", /evil\.example/],
    "Why is this invalid?": ["#view", /A space is not allowed/],
    "Same URL?": ["#view", /same|equivalent/i],
    "Browser or RFC?": ["#view", /127\.0\.0\.1/],
    "My regex": ["#view", /differs|only the pattern/i],
  };
  assert.deepEqual(await texts(page, ".chips a"), Object.keys(answers));
  for (const [question, [place, said]] of Object.entries(answers)) {
    await page.click(`.chips a:has-text("${question}")`);
    await page.waitForFunction(([place, source]) => new RegExp(source, "i").test(document.querySelector(place)?.textContent ?? ""), [place, said.source]);
  }
}));

test("the empty string has a hint, and the page opens with an example", onPage({ text: "" }, async (page) => {
  await settled(page);
  assert.match(await page.innerText("#verdict"), /^The string is empty/);
  assert.equal(await page.locator("#verdict.valid").count(), 0);
  await page.evaluate(() => (location.hash = ""));
  await page.waitForSelector("#verdict.valid");
  assert.match(await page.inputValue("#text"), /evil\.example/);
}));

test("the copy menu", async () => {
  const page = await open({ text: "http://h/\"é" , edition: "rfc3987" }, { permissions: ["clipboard-read", "clipboard-write"] });
  await settled(page);
  await drop(page, "share");
  const copied = async (name) => {
    await page.click(`#share button:has-text("${name}")`);
    await page.waitForFunction((name) => [...document.querySelectorAll("#share .copy")].find((one) => one.textContent.includes(name))?.textContent.includes("copied"), name);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(JSON.parse(await copied("JSON")).error.offset, 9);
  assert.match(await copied("Markdown"), /^`http:\/\/h\/"é` is not valid by RFC 3987: .*\[See why\]\(<http.*#text=http/);
  const frame = await copied("Embed");
  const [, address] = /^<iframe src="([^"]*)"/.exec(frame);
  assert.equal(address.replaceAll("&#38;", "&"), `${SERVED}?embed#${new URLSearchParams({ text: 'http://h/"é', edition: "rfc3987" })}`);
  assert.match(await copied("Picture"), /^<svg [^]*<\/svg>\s*$/);
  assert.equal(await copied("Test"), [
    "#[test]", "fn is_not_valid() {", '    let edition = "rfc3987".parse().unwrap();', '    let text = "http://h/\\"\\u{e9}";',
    '    let error = urispec::check(edition, "IRI-reference", text).unwrap_err();', "    assert_eq!(error.offset(), Some(9));", "}", "",
  ].join("\n"));
  await closed(page);
});

test("shortcuts work as listed, unless they are turned off", onPage({ text: "a:b" }, async (page) => {
  await settled(page);
  await page.keyboard.press("2");
  await page.waitForSelector("#tab-same[aria-selected=true]");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "text");
  await page.keyboard.type("2");
  assert.equal(await page.inputValue("#text"), "2");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await page.click("dialog input");
  await page.click("dialog button");
  await page.keyboard.press("1");
  assert.equal(await page.getAttribute("[role=tab][aria-selected=true]", "id"), "tab-same");
}));

test("Escape closes a dropdown that a key opened, and focuses its button", onPage({ text: "a:b" }, async (page) => {
  await settled(page);
  for (const [key, id] of [["r", "reading"], ["s", "strings"]]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`#${id}`);
    await page.keyboard.press("Escape");
    await page.waitForSelector(`#${id}`, { state: "detached" });
    assert.equal(await page.evaluate(() => document.activeElement.id), `open-${id}`);
  }
}));

test("the arrow keys move from the last question to the first", onPage({ text: "a:b", view: "production" }, async (page) => {
  await page.focus("#tab-documents");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#tab-url[aria-selected=true]");
}));

test("a comparison, a relation and a production can be copied", async () => {
  const page = await open({ text: "a:b", other: "A:b", view: "compare" }, { permissions: ["clipboard-read", "clipboard-write"] });
  const copied = async (name) => {
    await settled(page);
    await drop(page, "share");
    await page.click(`#share button:has-text("${name}")`);
    await page.waitForSelector("#share .said:has-text('copied')");
    await page.keyboard.press("Escape");
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(JSON.parse(await copied("JSON")).rung, "case");
  await page.evaluate(() => (location.hash = "#view=lab&printed=^a$&against=^b$"));
  await page.waitForSelector("#judged");
  assert.equal(JSON.parse(await copied("JSON")).relation, "disjoint");
  await page.evaluate(() => (location.hash = "#view=production&production=port"));
  await page.waitForSelector(".production-name");
  assert.equal(JSON.parse(await copied("JSON")).productions[0].rule, "port");
  assert.match(await copied("Picture"), /^<svg [^]*port[^]*<\/svg>\s*$/);
  await closed(page);
});

test("copies of a string are offered only if a string is shown", onPage({ view: "audit" }, async (page) => {
  await drop(page, "share");
  assert.deepEqual(await texts(page, "#share button"), ["Link", "Embed (HTML)"]);
}));

test("the title follows", onPage({ text: "a:b", view: "tree" }, async (page) => {
  await page.waitForFunction(() => document.title === "a:b · Tree · urispec");
}));

test("each line can be a separate string", onPage({ text: "http://h/\nhttp://h/a b\n" }, async (page) => {
  await page.click("#notes a");
  await page.waitForSelector("[data-line='2']");
  await settled(page);
  assert.deepEqual(await page.locator("[data-line]").evaluateAll((rows) => rows.map(({ className }) => className)), ["valid", "invalid"]);
  await page.focus("#text");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("x:\n");
  await page.waitForSelector("[data-line='3']");
}));

// RFC 3986, 2: a space is not allowed; 6.2.2.1: the case of a host does not matter.
test("a pasted list becomes a table with totals", onPage({ text: "a:b" }, async (page) => {
  await settled(page);
  await page.focus("#text");
  await page.keyboard.press("Control+a");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "http://h/\nhttp://H/x\nhttp://h/a b\nhttp://0x7f.1/\nmailto:a@b\n");
    document.querySelector("#text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  // The browser accepts the third, and goes elsewhere with the fourth.
  await page.waitForFunction(() => document.querySelector("#totals")?.textContent === "5 lines: 4 valid, 1 not valid; 2 hosts; a browser reads 2 otherwise.");
  assert.match(await page.innerText("[data-line='4']"), /127\.0\.0\.1/);
  await page.click("text=Read all lines as one string");
  await page.waitForSelector("#verdict.invalid");
}));

test("the field is focused and selected for a visitor without a link", async () => {
  const page = await open("");
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd === document.activeElement.value.length]), ["text", 0, true]);
  await closed(page);
  const linked = await open({ text: "a:b" });
  assert.notEqual(await linked.evaluate(() => document.activeElement.id), "text");
  await closed(linked);
});

test("an embedding page receives the height", onPage({}, async (page) => {
  // A page that may have frames.
  const host = await page.context().newPage();
  await host.goto(`${SERVED}style.css`);
  await host.evaluate((address) => {
    addEventListener("message", ({ data }) => { if (data.urispec) window.height = data.urispec.height; });
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
  }, `${SERVED}?embed#text=a:b`);
  await host.waitForFunction(() => window.height > 100 && window.height < 2000, undefined, { timeout: 10_000 });
}));

test("an embedded page has the string, its answer and a link to the full page", onPage({ text: "http://h/p" }, async (page) => {
  await settled(page);
  assert.equal(await page.locator("header, .tabs, .chips").count(), 0);
  assert.match(await page.innerText("#verdict"), /The host is h/);
  assert.equal(await page.getAttribute("footer a", "href"), `${SERVED}#text=http%3A%2F%2Fh%2Fp`);
}, { at: `${SERVED}?embed` }));

test("the keyboard reaches everything, in reading order", onPage({ text: "http://h/p" }, async (page) => {
  await settled(page);
  const seen = [];
  const wanted = [
    "skip", "open-strings", "keys-button", "system", "tab-url", "Which host?", "Why is this invalid?", "Same URL?", "Browser or RFC?", "My regex", "text",
    "open-reading", "open-share", "edit-scheme", "remove", "rule",
  ];
  for (let step = 0; step < wanted.length; step++) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => {
      const { id, className, textContent, tagName } = document.activeElement;
      return id || className || textContent.slice(0, 20) || tagName;
    }));
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement.closest(".coloured") ?? document.activeElement).outlineStyle);
    assert.notEqual(ring, "none", `no ring on ${seen.at(-1)}`);
  }
  wanted.forEach((name, index) => assert.ok(seen[index].startsWith(name.slice(0, 20)), `${seen}`));
  await page.focus("#tab-url");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.id), "tab-same");
  await page.keyboard.press("End");
  assert.equal(await page.getAttribute("[aria-selected=true][role=tab]", "id"), await page.evaluate(() => document.activeElement.id));
  await page.focus(".skip");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "view");
}));

test("Enter adds no line break, and a pasted one is kept and named", onPage({ text: "a" }, async (page) => {
  await page.focus("#text");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.equal(await page.inputValue("#text"), "a");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "b\r\nc");
    document.querySelector("#text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await settled(page);
  assert.match(await page.innerText("#notes"), /U\+000D, carriage return at byte 2; U\+000A, line feed at byte 3/);
  await page.waitForFunction(() => location.hash === "#text=ab%0D%0Ac");
}));

test("every text colour has sufficient contrast", async () => {
  const css = await readFile(new URL("../page/style.css", import.meta.url), "utf8");
  const themes = [...css.matchAll(/color-scheme: (?:light|dark);([^}]*)}/g)].map(([, body]) =>
    Object.fromEntries([...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value])));
  assert.equal(themes.length, 3);
  assert.deepEqual(themes[1], themes[2]);
  const light = (colour) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  const inks = ["ink", "soft", "accent", "wrong", "right", "mark", "scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment"];
  for (const theme of themes) {
    for (const ink of inks) {
      const grounds = ["ground", "lit", ...(["ink", "soft", "accent"].includes(ink) ? ["raised"] : [])];
      for (const ground of grounds) {
        const found = contrast(theme[ink], theme[ground]);
        assert.ok(found >= 4.5, `${ink} on ${ground}: ${found.toFixed(2)}`);
      }
    }
    assert.ok(contrast(theme.wrong, theme["wrong-ground"]) >= 4.5);
    assert.ok(contrast(theme["on-accent"], theme.accent) >= 4.5);
  }
});

test("every field and button has a name, and there is one first-level heading", onPage({ text: "a:b", view: "editions" }, async (page) => {
  await settled(page);
  const nameless = await page.locator("input, select, textarea, button, a, [role=tab], [role=treeitem]").evaluateAll((all) =>
    all.filter((one) => !(one.labels?.length || one.textContent.trim() || one.ariaLabel)).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
  assert.deepEqual(await texts(page, "h1"), ["urispec"]);
  assert.equal(await page.getAttribute("#announced", "aria-live"), "polite");
  assert.equal(await page.getAttribute("html", "lang"), "en");
}));

test("at a phone's width only scrollable parts overflow", onPage({}, async (page) => {
  for (const view of [...VIEWS, "lines"]) {
    for (const text of ["http://user@[2001:db8::7]:8042/over/there?name=ferret#nose", `a:${"x".repeat(400)}`, "a b", "\u0000\u202e".repeat(60)]) {
      await page.evaluate((hash) => (location.hash = hash), `#${new URLSearchParams({ text, view })}`);
      await page.waitForSelector(view === "lines" ? "#totals" : `#part-${view}`);
      await settled(page);
      const [width, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= inner, `${view} ${text.slice(0, 20)}: ${width} > ${inner}`);
    }
  }
}, { viewport: { width: 360, height: 740 } }));

test("light and dark can be chosen", onPage({}, async (page) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page.selectOption(".theme select", "dark");
  assert.notEqual(await ground(), light);
  await page.reload();
  await page.waitForSelector("#verdict");
  assert.notEqual(await ground(), light);
  await page.selectOption(".theme select", "light");
  assert.equal(await ground(), light);
}, { colorScheme: "light" }));
