// An SVG picture as nodes of the page.
//
// Only the elements and attributes listed here are created. Nothing is used as markup of the page, especially
// not styles: the page has its own for the classes. A link to `#name` leads to the address that the caller
// provides for the name.
import { type ComponentChild, h } from "preact";
import { useMemo } from "preact/hooks";

const ELEMENTS = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "a", "title", "desc"]);
const ATTRIBUTES = new Set([
  "class", "d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "points",
  "transform", "viewBox", "text-anchor", "dominant-baseline", "textLength", "lengthAdjust",
]);

interface Props {
  svg: string;
  /** A description of the picture. */
  label: string;
  /** Returns the address for a name; undefined for none. */
  href?: (name: string) => string | undefined;
}

export function Picture({ svg, label, href }: Props) {
  const root = useMemo(() => parsed(svg), [svg]);
  if (root.localName !== "svg") return <p class="failed">The picture is invalid.</p>;
  return <div class="picture scroll" tabIndex={0} role="group" aria-label={label}>{made(root, href)}</div>;
}

/** Removes styles first: even parsing them would violate the page's policy, with a message on the console. */
function parsed(svg: string): Element {
  const bare = svg.replace(/<style\b[^>]*>[^<]*<\/style>/g, "");
  return new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
}

function made(element: Element, href: Props["href"]): ComponentChild {
  const name = element.localName;
  if (!ELEMENTS.has(name)) return null;
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) if (ATTRIBUTES.has(name)) attributes[name] = value;
  if (name === "a") {
    const target = element.getAttribute("href") ?? element.getAttributeNS("http://www.w3.org/1999/xlink", "href") ?? "";
    const address = href && target.startsWith("#") ? href(decodeURIComponent(target.slice(1))) : undefined;
    if (address !== undefined) attributes["href"] = address;
  }
  const children = [...element.childNodes].map((child) =>
    child.nodeType === Node.TEXT_NODE ? child.nodeValue : child.nodeType === Node.ELEMENT_NODE ? made(child as Element, href) : null,
  );
  return h(name, attributes, children);
}
