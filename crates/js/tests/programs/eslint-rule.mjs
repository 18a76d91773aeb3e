// A rule of ESLint: reports regular expressions that are slow or mean something else than they seem to.
import { lint, withBudget } from "urispec/engine";

export default {
  meta: { type: "problem", schema: [], messages: { found: "{{id}}: {{message}}" } },
  create: (context) => ({
    Literal(node) {
      if (!(node.value instanceof RegExp)) return;
      let findings;
      try {
        ({ findings } = withBudget(200, () => lint(node.value)));
      } catch {
        return; // It would take longer.
      }
      // A literal begins with a slash.
      const offset = node.range[0] + 1;
      const at = (index) => context.sourceCode.getLocFromIndex(offset + index);
      for (const { id, severity, message, start, end } of findings) {
        // A pattern with back references is "unreadable".
        if (severity === "note" || id === "unreadable") continue;
        context.report({ loc: { start: at(start), end: at(end) }, messageId: "found", data: { id, message } });
      }
    },
  }),
};
