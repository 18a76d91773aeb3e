"use strict";
// Classes that implement `URL` of the WHATWG URL Standard. The argument names the parser.
//
// Components are taken from the serialized URL, which the parser escapes, decodes and trims as its standard requires.
// Without a base it accepts only absolute URLs, so there is no verdict on a string without a scheme.
const { library, serve } = require("./peer.js");

const parsers = {
  "node-url": () => [URL, `Node ${process.versions.node} URL (Ada ${process.versions.ada})`],
  "bun-url": () => [URL, `Bun ${process.versions.bun} URL (WebKit)`],
  "whatwg-url": () => {
    const [{ URL }, version] = library("whatwg-url");
    return [URL, `whatwg-url ${version}`];
  },
  "core-js": () => {
    // It takes the class of Node, unless that lacks a member.
    const { toJSON } = URL.prototype;
    delete URL.prototype.toJSON;
    const [Class, version] = library("core-js-pure", "web/url");
    URL.prototype.toJSON = toJSON;
    return [Class, `core-js ${version} URL`];
  },
};
const [Class, reader] = parsers[process.argv[2]]();

// Spaces and controls before it, and tabs and line breaks in it, are removed.
const SCHEME = /^[\0- ]*[A-Za-z][A-Za-z0-9+.\-\t\n\r]*:/;

const answer = (input, base) => {
  if (base !== undefined) return { valid: true, target: new Class(input, base).href };
  if (!SCHEME.test(input)) return { valid: null };
  const url = new Class(input);
  // The members are "" for an empty and an undefined query; `href` distinguishes them.
  const query = url.search || url.href.split("#")[0].endsWith("?") ? url.search.slice(1) : null;
  const fragment = url.hash || url.href.endsWith("#") ? url.hash.slice(1) : null;
  const userinfo = url.username + (url.password && ":" + url.password) || null;
  const host = url.href.startsWith(url.protocol + "//") ? url.hostname : null;
  const [scheme, port, path] = [url.protocol.slice(0, -1), url.port || null, url.pathname];
  return { valid: true, scheme, userinfo, host, port, path, query, fragment, normalized: url.href };
};

serve(reader, answer, (error) => error instanceof TypeError);
