// The section that introduces a production: a link to the production's own page, where the documents stand as pages
// beside this one.

declare const DOCUMENTS: boolean;

interface Props {
  edition: string;
  production: string;
  section: string | undefined;
}

export function Section({ edition, production, section }: Props) {
  if (section === undefined) return null;
  if (!DOCUMENTS) return <>{section}</>;
  const page = `documents/${encodeURIComponent(edition)}/${encodeURIComponent(production)}.html`;
  return <a href={page} title={`${production} on a page of its own`}>{section}</a>;
}
