// A configuration checked by zod, where a URI becomes its components.
import { check, parse } from "urispec";
import { formats } from "urispec/formats";
import { z } from "zod";

const uri = z.string().check((context) => {
  const error = check(context.value);
  if (error) context.issues.push({ code: "custom", input: context.value, message: error.message });
}).transform(parse);

export const Config = z.object({
  upstream: uri.refine(({ scheme, host }) => scheme === "https" && Boolean(host), "an https URI with a host is needed"),
  prefix: z.string().refine(formats["uri-reference"], "not a URI reference").default("/"),
});
