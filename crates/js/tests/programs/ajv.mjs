// A validator of webhooks: formats of URIs by their grammars, in ajv.
import Ajv from "ajv/dist/2020.js";
import { formats } from "urispec/formats";

const schema = {
  type: "object",
  required: ["callback"],
  properties: {
    callback: { type: "string", format: "uri", pattern: "^https:" },
    next: { type: "string", format: "uri-reference" },
    item: { type: "string", format: "uri-template" },
  },
};

const validate = new Ajv({ formats, allErrors: true }).compile(schema);

/** Returns the paths of the values that are not valid. */
export const faults = (webhook) => validate(webhook) ? [] : validate.errors.map((error) => `${error.instancePath} ${error.keyword}`);
