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
}

export interface ViewEntry {
  id: string;
  title: string;
  /** One line under the title. */
  about: string;
  View: ComponentType<ViewProps>;
}

/** How many nodes of a tree are asked for. */
export const NODES = 400;

/** The question that the page, the string and the tree share. */
export function parseRequest(state: State, edition: Edition, rule: string): Requests["parse"] & Request {
  return { ask: "parse", edition: edition.id, rule, text: state.text, nodes: NODES };
}
