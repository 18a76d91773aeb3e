// Light or dark: as the system has it, or as chosen here. The choice is kept by this browser, if that allows.
import { useLayoutEffect, useState } from "preact/hooks";

const THEMES = ["system", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "urispec-theme";

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(kept);
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      if (theme === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // A browser may refuse to keep anything.
    }
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

function kept(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "system";
  } catch {
    return "system";
  }
}
