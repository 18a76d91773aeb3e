// Where a section of a document is published.
//
// In: the id of an edition, and a section as the document counts it: `3.2.2`, `Appendix A`, `A`. Out: an address at
// the RFC Editor, or at the URL Standard; undefined for what is neither.

export function official(edition: string, section: string | undefined): string | undefined {
  if (edition === "whatwg") return "https://url.spec.whatwg.org/";
  const number = /^rfc(\d+)$/.exec(edition)?.[1];
  if (number === undefined) return undefined;
  const document = `https://www.rfc-editor.org/rfc/rfc${number}`;
  const appendix = /^(?:appendix )?([A-Z])(?:\.([\d.]+))?$/i.exec(section ?? "");
  if (appendix) return `${document}#appendix-${appendix[1]?.toUpperCase()}${appendix[2] === undefined ? "" : `.${appendix[2]}`}`;
  return /^\d+(\.\d+)*$/.test(section ?? "") ? `${document}#section-${section}` : document;
}
