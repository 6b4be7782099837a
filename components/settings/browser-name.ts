/** The order matters: Edge also contains Chrome, and all contain Safari. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["iPhone", "iOS"],
  ["iPad", "iPadOS"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
] as const;

export type BrowserName = {
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
};

/** Browser and system from the `User-Agent` header; null if unknown. */
export function describeBrowser(userAgent: string): BrowserName {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
  return {
    browser: find(BROWSERS),
    system: find(SYSTEMS),
    isPhone: /iPhone|Android.*Mobile/.test(userAgent.slice(0, 500)),
  };
}
