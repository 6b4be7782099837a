import compile from "icu-minify/compile";
import type { Locale } from "@/lib/vocabulary/locales";
import { catalogue, type Messages, type Namespace } from "./catalogue";

type Tree = { readonly [key: string]: string | Tree };

const compiledCatalogues = new Map<Locale, Messages>();

/**
 * A catalogue for pages, parsed in advance: `next.config.ts` gives pages only the formatter, which is a fifth of the
 * size of one with a parser. Mails use `catalogue` itself.
 */
export function pageCatalogue(locale: Locale): Messages {
  let compiled = compiledCatalogues.get(locale);
  if (!compiled) {
    // Copied into plain objects: React sends no objects without prototype to client components.
    compiled = structuredClone(compileTree(catalogue(locale))) as Messages;
    compiledCatalogues.set(locale, compiled);
  }
  return compiled;
}

/** The parts of a catalogue that a page's client components use. */
export function messagesFor(locale: Locale, namespaces: readonly Namespace[]): Partial<Messages> {
  const all = pageCatalogue(locale);
  return Object.fromEntries(namespaces.map((namespace) => [namespace, all[namespace]]));
}

function compileTree(tree: Tree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === "string" ? compile(value) : compileTree(value)]),
  );
}
