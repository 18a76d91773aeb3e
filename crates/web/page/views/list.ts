// The questions, in the order of the navigation, and the parts of the screen of each. A view that is not listed here is
// not on the page.
import { Compare, comparison } from "./compare";
import { Editions } from "./editions";
import { Grammar } from "./grammar";
import { Lab, requestsOf } from "./lab";
import { Lines } from "./lines";
import { Lints } from "./lints";
import { Normalize } from "./normalize";
import { Production } from "./production";
import { resolution, Resolve } from "./resolve";
import { StringView } from "./string";
import { Template } from "./template";
import { Tree } from "./tree";
import type { Question, ViewEntry } from "./view";

export const QUESTIONS: [Question, ...Question[]] = [
  {
    id: "url",
    title: "What is this URL?",
    parts: [
      { id: "string", title: "Components", about: "its parts, each of which can be changed, or the byte of the error", View: StringView, open: true },
      { id: "lint", title: "Warnings", about: "what is valid but unwise, and signs of attacks", View: Lints, open: true },
      { id: "editions", title: "Browsers and other documents", about: "who reads it differently", View: Editions },
      { id: "normalize", title: "Normal form", about: "the same URL in its usual spelling, change by change", View: Normalize },
      { id: "tree", title: "Tree", about: "the productions of the grammar that derive it", View: Tree },
      { id: "lines", title: "A list", about: "each line is a separate string", View: Lines, field: "lines" },
    ],
  },
  {
    id: "same",
    title: "Are these two the same?",
    parts: [
      { id: "compare", title: "Comparison", about: "what differs, and whether that matters", View: Compare, record: comparison, open: true },
      { id: "resolve", title: "Against a base", about: "the URL that the string above refers to on a page", View: Resolve, record: resolution },
    ],
  },
  {
    id: "lab",
    title: "Do these two say the same?",
    parts: [
      { id: "lab", title: "Two languages", about: "patterns, grammars, globs, templates, productions", View: Lab, record: ({ state }) => { const { audit, relation } = requestsOf(state); return audit ?? relation; }, open: true, field: "none" },
      { id: "template", title: "A URI template", about: "the values that expand to a URI, and what holds of all expansions", View: Template, record: ({ state: { template, text, collide } }) => (template === "" ? null : { ask: "template", template, text, other: collide }), field: "none" },
    ],
  },
  {
    id: "documents",
    title: "Documents",
    parts: [
      { id: "production", title: "A production", about: "as printed, drawn, with strings that it accepts, and its history", View: Production, record: ({ edition, production }) => ({ ask: "explain", edition: edition.id, rule: production }), open: true },
      { id: "grammar", title: "The whole grammar", about: "as the document prints it, every name a link", View: Grammar, record: ({ edition }) => ({ ask: "grammar", edition: edition.id }) },
    ],
  },
];

export const VIEWS: ViewEntry[] = QUESTIONS.flatMap(({ parts }) => parts);

export function hasView(id: string): boolean {
  return VIEWS.some((view) => view.id === id);
}
