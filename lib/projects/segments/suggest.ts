import type { z } from "zod";
import type { Caller } from "@/lib/identity/auth/caller";
import { countUsage } from "@/lib/identity/quota/usage";
import { qualityScore } from "@/lib/projects/pretranslate/machine";
import { projectTerms } from "@/lib/projects/resources/linked-glossaries";
import type { Suggestion } from "@/lib/schemas/segments";
import { mainForm } from "@/lib/text/plurals/plural-forms";
import { resolvePair } from "@/lib/translation/languages";
import { requireHops } from "@/lib/translation/missing-models";
import { draftedForms, formDrafts, pluralOf } from "@/lib/translation/plural-drafts";
import { translateSegments } from "@/lib/translation/translate-segments";
import { pluralHeadersOf } from "./plural-headers";
import { requireSegment } from "./require-segment";

/**
 * A new machine translation of a segment, of each form of a plural message; not stored. Throws 400 for a pair without
 * an engine, 404, and 503 and 504 for engine errors and for a model that is being installed.
 */
export async function suggestTranslation(
  caller: Caller,
  segmentId: string,
  tag: string,
  signal: AbortSignal,
): Promise<z.input<typeof Suggestion>> {
  const { segment, project, language } = await requireSegment(caller, segmentId, tag);
  // Engines that offer `es` may translate a project's `es-MX`.
  const pair = await resolvePair(project.sourceLanguage, language, caller);
  const source = pair.source ?? project.sourceLanguage;
  const hops = pair.hops ?? (await requireHops({ source, target: pair.target, isDetected: false }, caller, signal));
  const headers = await pluralHeadersOf([segment]);
  const plural = pluralOf(segment, headers.get(segment.documentId)?.[language]);
  const asked = plural ? formDrafts(plural, project.sourceLanguage, language) : null;
  const texts = asked?.map((form) => form.segment) ?? [{ text: segment.source, codes: segment.codes }];
  const { translations, engine } = await translateSegments(texts, {
    hops,
    localOnly: caller.localOnly,
    priority: "interactive",
    wantsQuality: true,
    ...(await projectTerms(project, language)),
    signal,
  });
  countUsage({ characters: segment.charCount, engine, source: project.sourceLanguage, target: language });
  const scores = translations.map(qualityScore);
  const score = scores.some((one) => one === null) ? null : Math.min(...(scores as number[]));
  const [first] = translations;
  const text = first?.text ?? segment.source;
  if (!plural || !asked) return { text, engine, qualityScore: first ? score : null };
  const forms = draftedForms(
    asked.map((form, i) => ({ ...form, text: translations[i]?.text ?? null })),
    language,
  );
  return { text: forms[mainForm(plural.rule, language, plural.header)] ?? text, forms, engine, qualityScore: score };
}
