// ajv accepts the types of the drop-in, which are those of fast-uri.
import { Ajv } from "ajv";
import uriResolver from "urispec/fast-uri";

export const ajv = new Ajv({ uriResolver });
