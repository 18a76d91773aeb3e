// The views, in the order in which they stand in the navigation. A view that is not here is not on the page.
import { Editions } from "./editions";
import { StringView } from "./string";
import { Tree } from "./tree";
import type { ViewEntry } from "./view";

export const VIEWS: ViewEntry[] = [
  { id: "string", title: "String", about: "The string and its components, or the byte at which it is wrong.", View: StringView },
  { id: "tree", title: "Tree", about: "The productions that derive the string, each within the one above it.", View: Tree },
  { id: "editions", title: "Editions", about: "What each document, a browser and Appendix B make of the string.", View: Editions },
];

export function hasView(id: string): boolean {
  return VIEWS.some((view) => view.id === id);
}
