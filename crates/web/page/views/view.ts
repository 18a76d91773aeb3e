// What every view is given, and what every view is.
import type { ComponentType } from "preact";
import type { Documents, Edition, Request, Requests } from "../ask";
import type { Set, State } from "../state";

export interface ViewProps {
  state: State;
  set: Set;
  documents: Documents;
  /** The chosen edition. */
  edition: Edition;
  /** The production by which the string is read: the chosen one, or the edition's default. */
  rule: string;
  /** The production that is looked at. */
  production: string;
  /** Lights a part of the string in its field, in bytes; null for none. */
  light: (part: { start: number; end: number } | null) => void;
}

export interface ViewEntry {
  id: string;
  title: string;
  /** One line under the title. */
  about: string;
  View: ComponentType<ViewProps>;
  /**
   * What stands in place of the page's field of one string: no field, since the view is about no string; a field of
   * the view's own; or the page's field with a string in each line.
   */
  field?: "none" | "own" | "lines";
}

/** Views about as many strings, or about grammars. */
export interface ViewGroup { id: string; title: string; views: ViewEntry[] }

/** How many nodes of a tree are asked for. */
export const NODES = 400;

/** The question that the page, the string and the tree share. */
export function parseRequest(state: State, edition: Edition, rule: string): Requests["parse"] & Request {
  return { ask: "parse", edition: edition.id, rule, text: state.text, nodes: NODES };
}
