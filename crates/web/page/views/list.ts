// The views, in the order of the navigation. A view that is not listed here is not on the page.
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
      { id: "string", title: "String", about: "The components, or the byte of the error.", View: StringView },
      { id: "tree", title: "Tree", about: "The productions that derive the string, each inside its parent.", View: Tree },
      { id: "editions", title: "Editions", about: "How each document, a browser and Appendix B read the string.", View: Editions },
      { id: "normalize", title: "Normalize", about: "The comparison ladder: the changes of each rung.", View: Normalize },
      { id: "edit", title: "Edit", about: "The string with changed components, recomposed and parsed again.", View: Edit },
      { id: "lint", title: "Lints", about: "Text that is valid but unwise, and signs of attacks.", View: Lints },
    ],
  },
  {
    id: "two",
    title: "Several strings",
    views: [
      { id: "resolve", title: "Resolve", about: "The target of the string against a base, with the steps of the document.", View: Resolve },
      { id: "compare", title: "Compare", about: "Two strings, and the lowest rung at which they are equivalent.", View: Compare, field: "own" },
      { id: "template", title: "Template", about: "A URI template: the values that expand to the string, and properties of all expansions.", View: Template, field: "own" },
      { id: "lines", title: "Lines", about: "Each line of the field is a separate string.", View: Lines, field: "lines" },
    ],
  },
  {
    id: "grammar",
    title: "Grammar",
    views: [
      { id: "production", title: "Production", about: "All about a production, and the path of the string through it.", View: Production },
      { id: "grammar", title: "Printed", about: "The grammar of the document, as printed.", View: Grammar },
      { id: "audit", title: "Audit", about: "Decides whether a transcription accepts exactly the strings of a printed grammar.", View: Audit, field: "none" },
    ],
  },
];

export const VIEWS: ViewEntry[] = GROUPS.flatMap(({ views }) => views);

export function hasView(id: string): boolean {
  return VIEWS.some((view) => view.id === id);
}
