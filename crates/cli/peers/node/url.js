"use strict";
// Classes that implement `URL` of the WHATWG URL Standard. The argument names the parser.
const { library, serve } = require("./peer.js");
const { answer } = require("./whatwg.js");

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

serve(reader, (input, base) => answer(Class, input, base), (error) => error instanceof TypeError);
