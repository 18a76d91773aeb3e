// Loads a script of the page's folder: what a page opened as a file, or in a frame without an origin, may not fetch.

/** Returns whether the page is a file, or in a frame without an origin. */
export function mayNotFetch(): boolean {
  return location.protocol === "file:" || self.origin === "null";
}

/** Waits for a script, which may be loading already. */
export function loaded(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let script = document.querySelector<HTMLScriptElement>(`script[src="${name}"]`);
    const isNew = script === null;
    script ??= document.createElement("script");
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${name} is missing next to the page`)));
    if (isNew) {
      script.src = name;
      document.head.append(script);
    }
  });
}
