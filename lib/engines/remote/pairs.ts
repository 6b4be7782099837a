import { baseLanguage, isKnownLanguage, parseLanguage } from "@/lib/text/languages";
import type { VendorDirection } from "./engine";

/** A vendor's language: our canonical tag and the vendor's code. */
export type VendorLanguage = { readonly tag: string; readonly code: string };

/** Converts a vendor's code to a language; empty if it is unknown. `tags` overrides the code. */
export function vendorLanguage(code: string, tags: Readonly<Record<string, string>> = {}): VendorLanguage[] {
  const tag = tags[code] ?? parseLanguage(code);
  return tag && isKnownLanguage(tag) ? [{ tag, code }] : [];
}

/** Every source with every target in another language, each pair once. `rank` is chrF, 0–100. */
export function pairUp(
  sources: readonly VendorLanguage[],
  targets: readonly VendorLanguage[],
  rank: (source: string, target: string) => number,
): VendorDirection[] {
  const pairs = new Map<string, VendorDirection>();
  for (const source of sources) {
    for (const target of targets) {
      const pair = `${source.tag} ${target.tag}`;
      if (source.tag === target.tag || pairs.has(pair)) continue;
      pairs.set(pair, {
        source: source.tag,
        target: target.tag,
        from: source.code,
        to: target.code,
        rank: rank(source.tag, target.tag),
      });
    }
  }
  return [...pairs.values()];
}

/** True for two variants of one language, such as `pt` and `pt-BR`: most vendors do not translate between them. */
export function isSameLanguage(source: string, target: string): boolean {
  return baseLanguage(source) === baseLanguage(target);
}
