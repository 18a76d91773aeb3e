// Resource templates of a server of the Model Context Protocol: two that answer the same URI are an error at the start,
// and a request goes to the template that matches its URI.
import { collide, match } from "urispec/engine";

export class Resources {
  #templates = [];

  add(template, read) {
    for (const [other] of this.#templates) {
      const { collide: both, uri } = collide(template, other, { notation: "mcp" });
      if (both) throw new Error(`${template} and ${other} both match ${uri}`);
    }
    this.#templates.push([template, read]);
  }

  read(uri) {
    for (const [template, read] of this.#templates) {
      const [values] = match(template, uri, { notation: "mcp", most: 1 });
      if (values !== undefined) return read(values);
    }
    throw new Error(`no resource ${uri}`);
  }
}
