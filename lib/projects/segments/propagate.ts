import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { segments, translations } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import type { TranslationRow } from "@/lib/projects/translations/translation-rows";

/** Maximum occurrences; more are left to a bulk action, so that one edit does not change thousands of texts. */
const MAX_OCCURRENCES = 500;

/**
 * Copies an approved or confirmed text to unedited occurrences of the same source: an approved one as a repetition that
 * awaits review, a confirmed one as a draft. Returns these segments.
 */
export async function propagate(
  change: ProjectChange,
  language: string,
  approved: TranslationRow,
): Promise<readonly string[]> {
  const { tx, project } = change;
  const [origin] = await tx
    .select({ sourceHash: segments.sourceHash })
    .from(segments)
    .where(eq(segments.id, approved.segmentId));
  if (!origin || approved.text === null) return [];
  const open = await tx
    .select({ segmentId: translations.segmentId })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(
      and(
        eq(segments.projectId, project.id),
        eq(segments.sourceHash, origin.sourceHash),
        isNull(segments.removedIn),
        eq(segments.excluded, false),
        ne(segments.id, approved.segmentId),
        eq(translations.language, language),
        inArray(translations.state, ["untranslated", "draft", "needs_work"]),
        eq(translations.edited, false),
        or(isNull(translations.origin), inArray(translations.origin, ["mt", "tm", "repetition"])),
      ),
    )
    .limit(MAX_OCCURRENCES);
  const changed = await changeTranslations(
    change,
    language,
    open.map(({ segmentId }) => ({
      segmentId,
      text: approved.text,
      ...(approved.forms ? { forms: approved.forms } : {}),
      // A confirmed text becomes a draft in its other occurrences, because no one has confirmed it there.
      state: approved.state === "reviewed" ? ("translated" as const) : ("draft" as const),
      origin: { type: "repetition" as const, detail: { segmentId: approved.segmentId } },
      outdated: false,
    })),
  );
  return changed.map(({ segmentId }) => segmentId);
}
