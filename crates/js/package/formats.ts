// The entry `urispec/formats`: the formats of JSON Schema that are about URIs, for validators. Without WebAssembly.

import {
  isIpv4Address, isIpv6Address, isIri, isIriReference, isUri, isUriReference, isUriTemplate, isUuid,
} from "./regex.js";

/** The names of the formats, as in JSON Schema 2020-12, 7.3. */
export type Format = "uri" | "uri-reference" | "iri" | "iri-reference" | "uri-template" | "ipv4" | "ipv6" | "uuid";

/**
 * For each format, a function that returns whether a text has it: for ajv, `new Ajv({ formats })`; for zod,
 * `z.string().refine(formats.uri)`. Each accepts exactly the strings of its production: `URI` and `URI-reference` of
 * RFC 3986, `IRI` and `IRI-reference` of RFC 3987, `URI-Template` of RFC 6570 with erratum 6937, `IPv4address` and `IPv6address` of
 * RFC 3986, and `UUID` of RFC 9562.
 */
export const formats: Readonly<Record<Format, (text: string) => boolean>> = Object.freeze({
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  "uri-template": isUriTemplate,
  ipv4: isIpv4Address,
  ipv6: isIpv6Address,
  uuid: isUuid,
});
