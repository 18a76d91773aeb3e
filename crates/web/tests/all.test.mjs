// All tests in one process, with one browser. A file of tests also runs alone: `node --test tests/string.mjs`.
import "./plain.mjs";
import "./library.mjs";
import "./client.mjs";
import "./rungs.mjs";
import "./production.mjs";
import "./resolve.mjs";
import "./shell.mjs";
import "./string.mjs";
import "./tree.mjs";
import "./editions.mjs";
import "./hostile.mjs";
import "./site.mjs";
