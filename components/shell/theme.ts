/** Theme of the interface: the system's or a fixed one. In a cookie, so that the server renders the right one. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Names of the themes, as keys of the messages of `shell`. */
export const THEME_NAMES = { system: "themeSystem", light: "themeLight", dark: "themeDark" } as const;

export const THEME_COOKIE = "theme";

const YEAR_SECONDS = 365 * 24 * 3600;

export function readTheme(value: string | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? "system";
}

/** The current theme of the page. Browser only. */
export function shownTheme(): Theme {
  return readTheme(document.documentElement.dataset.theme);
}

/** Applies and stores a theme. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  keepInCookie(THEME_COOKIE, theme);
}

/** Stores a choice of appearance or language for a year. Never call it for secrets. */
export function keepInCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}
