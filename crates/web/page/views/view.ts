// The props of every view, and its entry in the list.
import type { ComponentType } from "preact";
import type { Documents, Edition, Request, Requests } from "../ask";
import type { Set, State } from "../state";

export interface ViewProps {
  state: State;
  set: Set;
  documents: Documents;
  /** The chosen edition. */
  edition: Edition;
  /** The production for reading the string: the chosen one, or the edition's default. */
  rule: string;
  /** The production to show. */
  production: string;
  /** Highlights a part of the string in its field, in bytes; null for none. */
  light: (part: { start: number; end: number } | null) => void;
}

export interface ViewEntry {
  id: string;
  title: string;
  /** One line under the title. */
  about: string;
  View: ComponentType<ViewProps>;
  /**
   * Replaces the page's field for one string: by no field, if the view is not about a string; by the view's own
   * fields; or by a field with a string in each line.
   */
  field?: "none" | "own" | "lines";
}

/** A group of views, about one string, several strings, or grammars. */
export interface ViewGroup { id: string; title: string; views: ViewEntry[] }

/** The number of tree nodes to request. */
export const NODES = 400;

/** Returns the request that the page, the string view and the tree view share. */
export function parseRequest(state: State, edition: Edition, rule: string): Requests["parse"] & Request {
  return { ask: "parse", edition: edition.id, rule, text: state.text, nodes: NODES };
}
