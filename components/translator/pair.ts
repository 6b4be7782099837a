import type { TextFormat } from "@/lib/client/translation";
import type { Locale } from "@/lib/i18n/locales";

export type Pair = { readonly source: string; readonly target: string };

/** Cookie that keeps the last pair of languages, so that the page is right from its first paint. Holds no text. */
export const PAIR_COOKIE = "pair";

const TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

export function readPair(value: string | undefined): Pair | null {
  const [source = "", target = "", ...rest] = (value ?? "").split(".");
  return rest.length === 0 && TAG.test(source) && TAG.test(target) ? { source, target } : null;
}

/** For a first visit: from whatever is typed into the reader's language; readers of English get Spanish. */
export function firstPair(locale: Locale): Pair {
  return { source: "auto", target: locale === "en" ? "es" : locale };
}

/** What a text in a format is called when it is saved. */
export const TEXT_FILES: Readonly<Record<TextFormat, { extension: string; mediaType: string }>> = {
  text: { extension: "txt", mediaType: "text/plain;charset=utf-8" },
  html: { extension: "html", mediaType: "text/html;charset=utf-8" },
  markdown: { extension: "md", mediaType: "text/markdown;charset=utf-8" },
};
