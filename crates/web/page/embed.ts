// The embedded page: `?embed` before the fragment.
//
// The embedded page shows the string, the verdict and one view, with a link to the full page. A frame does not grow
// by itself, so the page reports its height to the embedding page, as `{urispec: {height}}` in pixels. It reports
// nothing that is not visible anyway. `docs/page.md` has the code for a documentation page.
export const EMBEDDED = new URLSearchParams(location.search).has("embed");

/** Reports the height now and whenever it changes. */
export function reportHeight(): void {
  if (!EMBEDDED || window.parent === window) return;
  const report = () => window.parent.postMessage({ urispec: { height: Math.ceil(document.documentElement.getBoundingClientRect().height) } }, "*");
  new ResizeObserver(report).observe(document.documentElement);
}
