// What the pages of the site do beside showing themselves: a search, and an address that follows what is typed.
//
// In: entries.js, which is loaded when the search is used first. Out: links. Nothing is sent anywhere, and nothing
// that is typed becomes markup. Without this script each page is whole; the start page lists what there is.
"use strict";
(() => {
  const script = document.currentScript;
  const way = script.dataset.way;
  const MOST = 40;

  const make = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  let loading;
  const entries = () =>
    (loading ??= new Promise((done, failed) => {
      const loaded = make("script", { src: `${way}entries.js` });
      loaded.onload = () => done(globalThis.urispecEntries.map(([name, address, remark]) => ({ name, address, remark, key: name.toLowerCase() })));
      loaded.onerror = failed;
      document.head.append(loaded);
    }));

  // The entries that have all words: those that are the text come first, then those that begin with it, then those
  // that have it. Of equals the order is that of the list.
  const find = (all, text) => {
    const query = text.trim().toLowerCase();
    const words = query.split(/\s+/);
    const rank = ({ key }) => (key === query ? 0 : key.startsWith(query) ? 1 : key.includes(query) ? 2 : 3);
    const has = ({ key, remark }) => words.every((word) => key.includes(word) || remark.toLowerCase().includes(word));
    return all.filter(has).map((entry) => [rank(entry), entry]).sort(([a], [b]) => a - b).map(([, entry]) => entry);
  };

  const search = (place) => {
    const field = make("input", { type: "search", id: ":search", autocomplete: "off", spellcheck: false, placeholder: "production, section, term" });
    const label = make("label", { htmlFor: field.id }, "Search ", make("kbd", { title: "The key / leads here" }, "/"));
    const said = make("p", { className: "quiet said", role: "status" });
    const list = make("ul", { className: "found" });
    const results = make("div", { className: "results", hidden: true }, said, list);
    const form = make("form", { role: "search" }, label, field, results);
    place.append(form);

    const show = async () => {
      const text = field.value;
      results.hidden = text.trim() === "";
      if (results.hidden) return;
      const all = await entries().catch(() => null);
      if (text !== field.value) return;
      if (all === null) {
        said.textContent = "The list of entries cannot be loaded.";
        return;
      }
      const found = find(all, text);
      said.textContent = found.length > MOST ? `${found.length} found, the first ${MOST} of them here` : `${found.length} found`;
      list.replaceChildren(...found.slice(0, MOST).map(({ name, address, remark }) =>
        make("li", {}, make("a", { href: way + address }, make("span", { className: "name" }, name), " ", make("span", { className: "quiet" }, remark)))));
    };
    field.addEventListener("input", show);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      list.querySelector("a")?.click();
    });
    form.addEventListener("keydown", (event) => {
      const links = [field, ...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") {
        field.value = "";
        results.hidden = true;
        field.focus();
      } else if (step !== undefined && at >= 0 && !results.hidden) {
        event.preventDefault();
        links[Math.max(0, Math.min(links.length - 1, at + step))].focus();
      }
    });
    document.addEventListener("keydown", (event) => {
      const { target } = event;
      const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.focus();
    });
  };

  // The link to the page that reads strings becomes a field, and its address has what is typed.
  const trial = (place) => {
    const link = place.querySelector("a");
    const field = make("input", { type: "text", id: ":string", value: place.dataset.text, autocomplete: "off", spellcheck: false });
    field.setAttribute("autocapitalize", "off");
    const label = make("label", { htmlFor: field.id }, "Try a string");
    const form = make("form", {}, label, field, link);
    link.textContent = place.dataset.go;
    const follow = () => {
      link.href = `${place.dataset.live}&text=${encodeURIComponent(field.value.toWellFormed?.() ?? field.value)}`;
    };
    follow();
    field.addEventListener("input", follow);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      link.click();
    });
    place.replaceChildren(form);
  };

  for (const place of document.querySelectorAll(".search")) search(place);
  for (const place of document.querySelectorAll(".try")) trial(place);
})();
