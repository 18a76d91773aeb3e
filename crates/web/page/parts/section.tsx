// The section that introduces a production: a link to the production's own page, where the documents stand as pages
// beside this one.
import type { Production } from "../ask";

declare const DOCUMENTS: boolean;

export function Section({ of, as }: { of: Production | undefined; as?: string }) {
  if (of === undefined) return null;
  if (!DOCUMENTS) return as === undefined ? <>{of.section}</> : null;
  return <a href={`documents/${of.page}`} title={`${of.name} on a page of its own`}>{as ?? of.section}</a>;
}
