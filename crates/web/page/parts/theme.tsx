// The colour theme: that of the system, light or dark. The browser stores the choice, if it allows that.
import { useLayoutEffect, useState } from "preact/hooks";
import { keep, kept } from "../kept";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "urispec-theme";

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => THEMES.find((one) => one === kept(KEY)) ?? "system");
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    keep(KEY, theme === "system" ? null : theme);
  }, [theme]);
  return (
    <label class="theme">
      <span>Colours</span>{" "}
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        {THEMES.map((name) => <option key={name} value={name}>{name}</option>)}
      </select>
    </label>
  );
}
