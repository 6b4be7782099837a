import { useSyncExternalStore } from "react";
import { shownTheme, type Theme } from "./theme";

/** The page's theme; null before hydration, because the server's may be outdated. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(onThemeChange, shownTheme, () => null);
}

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
