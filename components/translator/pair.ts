import { type Language, targetsOf } from "@/lib/client/language-sets";
import type { Locale } from "@/lib/vocabulary/locales";
import type { TextFormat } from "@/lib/vocabulary/texts";

export type Pair = { readonly source: string; readonly target: string };

/** Cookie with the last language pair, so that the first rendering is correct. It contains no text. */
export const PAIR_COOKIE = "pair";

const TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

export function readPair(value: string | undefined): Pair | null {
  const [source = "", target = "", ...rest] = (value ?? "").split(".");
  return rest.length === 0 && TAG.test(source) && TAG.test(target) ? { source, target } : null;
}

/** The pair with the languages in an address; null if neither contains any. */
export function withAddress(kept: Pair | null, named: { readonly source?: unknown; readonly target?: unknown }) {
  const tag = (value: unknown) => (typeof value === "string" && TAG.test(value) ? value : undefined);
  const [source, target] = [tag(named.source), tag(named.target)];
  return source || target ? { source: source ?? "auto", target: target ?? kept?.target ?? "" } : kept;
}

/**
 * The initial pair: the last one, if it is still available. On a first visit, detection with the reader's language as
 * the target or, if that is not available, Spanish or English.
 */
export function initialPair(kept: Pair | null, locale: Locale, languages: readonly Language[]): Pair {
  const source = languages.some(({ code }) => code === kept?.source) ? kept!.source : "auto";
  const targets = targetsOf(languages, source);
  const wishes = [kept?.target, locale === "en" ? "es" : locale, "en", "es"].filter((code) => code !== undefined);
  const target = wishes.find((code) => code !== source && targets.has(code)) ?? [...targets][0] ?? wishes[0]!;
  return { source, target };
}

/** File extension and media type of a saved text by format. */
export const TEXT_FILES: Readonly<Record<TextFormat, { extension: string; mediaType: string }>> = {
  text: { extension: "txt", mediaType: "text/plain;charset=utf-8" },
  html: { extension: "html", mediaType: "text/html;charset=utf-8" },
  markdown: { extension: "md", mediaType: "text/markdown;charset=utf-8" },
};
