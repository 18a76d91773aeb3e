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

/** A view: a part of the screen of a question, or the one view of an embedded page. */
export interface ViewEntry {
  id: string;
  title: string;
  /** One line beside the title. */
  about: string;
  View: ComponentType<ViewProps>;
  /** The request for what the part shows, to copy its record; null if there is nothing to ask. A part about one string has that of the string. */
  record?: (props: ViewProps) => Request | null;
  /** Whether the part is always open; a folded part is drawn only when it is opened. */
  open?: boolean;
  /** Replaces the page's field for one string: by none, or by a field with a string in each line, which is then shown alone. */
  field?: "none" | "lines";
}

/** What a visitor asks, with one screen. Its address is that of its first part. */
export interface Question { id: string; title: string; parts: [ViewEntry, ...ViewEntry[]] }

/** The number of tree nodes to request. */
export const NODES = 400;

/** Returns the request that the page, the string view and the tree view share. */
export function parseRequest(state: State, edition: Edition, rule: string): Requests["parse"] & Request {
  return { ask: "parse", edition: edition.id, rule, text: state.text, nodes: NODES };
}
