import { type Language, targetsOf } from "@/lib/client/language-sets";
import type { Locale } from "@/lib/vocabulary/locales";
import type { TextFormat } from "@/lib/vocabulary/text-formats";

export type Pair = { readonly source: string; readonly target: string };

/** Cookie that keeps the last pair of languages, so that the page is right from its first paint. Holds no text. */
export const PAIR_COOKIE = "pair";

const TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

export function readPair(value: string | undefined): Pair | null {
  const [source = "", target = "", ...rest] = (value ?? "").split(".");
  return rest.length === 0 && TAG.test(source) && TAG.test(target) ? { source, target } : null;
}

/**
 * The pair to begin with: the last one, as far as its languages are still there; on a first visit from whatever is typed into
 * the reader's language, or into Spanish or English where that is not to be had.
 */
export function initialPair(kept: Pair | null, locale: Locale, languages: readonly Language[]): Pair {
  const source = languages.some(({ code }) => code === kept?.source) ? kept!.source : "auto";
  const targets = targetsOf(languages, source);
  const wishes = [kept?.target, locale === "en" ? "es" : locale, "en", "es"].filter((code) => code !== undefined);
  const target = wishes.find((code) => code !== source && targets.has(code)) ?? [...targets][0] ?? wishes[0]!;
  return { source, target };
}

/** What a text in a format is called when it is saved. */
export const TEXT_FILES: Readonly<Record<TextFormat, { extension: string; mediaType: string }>> = {
  text: { extension: "txt", mediaType: "text/plain;charset=utf-8" },
  html: { extension: "html", mediaType: "text/html;charset=utf-8" },
  markdown: { extension: "md", mediaType: "text/markdown;charset=utf-8" },
};
