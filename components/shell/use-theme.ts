import { useSyncExternalStore } from "react";
import { shownTheme, type Theme } from "./theme";

/** The theme that the page shows; null until it has come alive, for the server cannot know whether it was changed since. */
export function useTheme(): Theme | null {
  return useSyncExternalStore(onThemeChange, shownTheme, () => null);
}

function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
