// The views, in the order in which they stand in the navigation. A view that is not here is not on the page.
import { Audit } from "./audit";
import { Compare } from "./compare";
import { Edit } from "./edit";
import { Editions } from "./editions";
import { Grammar } from "./grammar";
import { Lines } from "./lines";
import { Lints } from "./lints";
import { Normalize } from "./normalize";
import { Production } from "./production";
import { Resolve } from "./resolve";
import { StringView } from "./string";
import { Template } from "./template";
import { Tree } from "./tree";
import type { ViewEntry, ViewGroup } from "./view";

export const GROUPS: ViewGroup[] = [
  {
    id: "one",
    title: "This string",
    views: [
      { id: "string", title: "String", about: "The components, or the byte at which the string is wrong.", View: StringView },
      { id: "tree", title: "Tree", about: "The productions that derive the string, each within the one above it.", View: Tree },
      { id: "editions", title: "Editions", about: "What each document, a browser and Appendix B make of the string.", View: Editions },
      { id: "normalize", title: "Normalize", about: "The ladder of comparison: what each rung makes of the string.", View: Normalize },
      { id: "edit", title: "Edit", about: "The string with other components, recomposed and read again.", View: Edit },
      { id: "lint", title: "Lints", about: "What is valid and yet unwise, and what attacks look like.", View: Lints },
    ],
  },
  {
    id: "two",
    title: "Several strings",
    views: [
      { id: "resolve", title: "Resolve", about: "The target of the string against a base, as the document counts the steps.", View: Resolve },
      { id: "compare", title: "Compare", about: "Two strings, and the lowest rung at which they are the same.", View: Compare, field: "own" },
      { id: "template", title: "Template", about: "A URI template: of which values the string is an expansion, and what no expansion can be.", View: Template, field: "own" },
      { id: "lines", title: "Lines", about: "Each line of the field is a string of its own.", View: Lines, field: "lines" },
    ],
  },
  {
    id: "grammar",
    title: "Grammar",
    views: [
      { id: "production", title: "Production", about: "A production with all that is known of it, and the way of the string through it.", View: Production },
      { id: "grammar", title: "Printed", about: "The grammar of the document, as printed.", View: Grammar },
      { id: "audit", title: "Audit", about: "Decide whether a transcription accepts exactly what a grammar prints.", View: Audit, field: "none" },
    ],
  },
];

export const VIEWS: ViewEntry[] = GROUPS.flatMap(({ views }) => views);

export function hasView(id: string): boolean {
  return VIEWS.some((view) => view.id === id);
}
