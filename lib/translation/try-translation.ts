import type { z } from "zod";
import { env } from "@/lib/base/env";
import { invalidRequest, notFound } from "@/lib/base/errors";
import type { Languages, TriedTranslation, TryBody } from "@/lib/schemas/translate";
import { hasWords } from "@/lib/text/lines";
import { findHops, isSame, listLanguages, noRouteDetected, resolvePair } from "./languages";
import { openMarkup, withIcuBranches } from "./markup";
import { refuseUnavailable } from "./missing-models";
import type { Resources } from "./resources";
import { detectSource } from "./source-language";
import { translateWithResources } from "./translate-with-resources";

/** Visitors' texts are never sent to other machines, and do not download models, because they have no account. */
const REACH = { localOnly: true } as const;

/** Visitors have no account, so neither glossaries nor memories. */
const NO_RESOURCES: Resources = { accountId: "", glossaryIds: [], memories: [] };

/** The languages that visitors can try; undefined if the administrator has not allowed it. */
export async function languagesToTry(display: string): Promise<Languages | undefined> {
  return env().PUBLIC_TRANSLATOR ? listLanguages(REACH, { display }).catch(() => undefined) : undefined;
}

/**
 * Translates a visitor's text. Neither the text nor the result is stored or cached. Throws 400 for languages, 404 if
 * the administrator has not allowed it, 422 if the language cannot be detected, 503 and 504 for the engine.
 */
export async function tryTranslation(
  { text, source: named, target: wanted }: z.output<typeof TryBody>,
  signal?: AbortSignal,
): Promise<z.input<typeof TriedTranslation>> {
  if (!env().PUBLIC_TRANSLATOR) throw notFound("public translator");
  const pair = await resolvePair(named, wanted, REACH);
  const { target } = pair;
  if (!hasWords(text)) return { translation: text, source: pair.source ?? target, target };
  const source = pair.source ?? (await detectSource(text, target, REACH)).language;
  const hops = pair.hops ?? (await findHops(source, target, REACH));
  if (!hops) {
    if (isSame(source, target)) return { translation: text, source, target };
    refuseUnavailable(source, target);
    throw invalidRequest([await noRouteDetected(source, target, REACH)]);
  }
  const markup = await withIcuBranches(await openMarkup(text, "text"), source, target);
  const work = { hops, localOnly: true, priority: "interactive", signal } as const;
  const { translations } = await translateWithResources(markup.segments, work, NO_RESOURCES);
  const encoded = translations.map((one) => one.text);
  return { translation: await markup.write(encoded, target), source, target };
}
