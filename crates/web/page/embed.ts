// The page within another: `?embed` before the fragment.
//
// The page then is the string, the verdict and one view, with a link to all the rest. A frame does not grow by
// itself, so the page says its height to who embeds it, as `{urispec: {height}}` in pixels: no more than what can be
// seen. `docs/page.md` has the lines for a page of documentation.
export const EMBEDDED = new URLSearchParams(location.search).has("embed");

/** Says the height now and whenever it changes. */
export function sayHeight(): void {
  if (!EMBEDDED || window.parent === window) return;
  const say = () => window.parent.postMessage({ urispec: { height: Math.ceil(document.documentElement.getBoundingClientRect().height) } }, "*");
  new ResizeObserver(say).observe(document.documentElement);
}
