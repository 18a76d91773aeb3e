// All tests in one process, with one browser. A file of tests also runs alone: `node --test tests/string.mjs`.
import "./bytes.mjs";
import "./editions.mjs";
import "./hostile.mjs";
import "./shell.mjs";
import "./string.mjs";
import "./tree.mjs";
