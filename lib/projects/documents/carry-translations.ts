import { and, eq, not, or, sql } from "drizzle-orm";
import { translations } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { targetKey } from "@/lib/projects/targets/embedded-targets";
import { TOLD, type Told } from "@/lib/projects/targets/receipt";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { hasText } from "@/lib/projects/translations/translation-rows";
import { settingsOf } from "@/lib/schemas/projects";
import { sameForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { SYSTEM } from "@/lib/work/events/actor";
import type { ReadDocument } from "./read-document";
import type { WrittenSegment } from "./write-segments";

/**
 * Marks translations of segments whose source changed as outdated. Confirmed ones need work again, unless only
 * punctuation, case and spacing changed, or the project's setting keeps their state. Texts and approved revisions stay.
 */
export async function markOutdated(
  projectChange: ProjectChange,
  placed: readonly WrittenSegment[],
  batchId: string,
): Promise<void> {
  const { tx, project } = projectChange;
  const ids = placed.filter(({ hadOther }) => hadOther).map(({ id }) => id);
  if (ids.length === 0) return;
  const keepsAll = settingsOf(project).sourceChanges === "keep";
  const keptIds = new Set(placed.filter(({ hadSameWords }) => keepsAll || hadSameWords).map(({ id }) => id));
  const rows = await tx
    .select({ segmentId: translations.segmentId, language: translations.language, state: translations.state })
    .from(translations)
    .where(
      and(
        eq(translations.accountId, project.accountId),
        sql`${translations.segmentId} = any(${sql.param(ids)}::text[])`,
        hasText,
      ),
    );
  const byLanguage = new Map<string, (typeof rows)[number][]>(rows.map(({ language }) => [language, []]));
  for (const row of rows) byLanguage.get(row.language)!.push(row);
  for (const [language, own] of byLanguage) {
    const changes = own.map(({ segmentId, state }): Change => {
      const isConfirmed = state === "translated" || state === "reviewed";
      return { segmentId, outdated: true, state: isConfirmed && !keptIds.has(segmentId) ? "needs_work" : state };
    });
    await changeTranslations(projectChange, language, changes, { actor: SYSTEM, batchId });
  }
}

/**
 * Stores the translations that a document contains: for segments without a translation or with only an unedited machine
 * translation, and where the file has changed a text of its previous version. Texts edited or reviewed in the project
 * stay. Returns the outcome of each, by {@link targetKey}.
 */
export async function keepEmbeddedTargets(
  projectChange: ProjectChange,
  documentId: string,
  placed: readonly WrittenSegment[],
  targets: ReadDocument["targets"],
  batchId: string,
): Promise<ReadonlyMap<string, Told>> {
  const { tx, project } = projectChange;
  const outcomes = new Map<string, Told>();
  for (const [language, held] of targets) {
    const { segmentId, text, forms, state, origin } = translations;
    const rows = await tx
      .select({ segmentId, text, forms, state, origin, isFree: sql<boolean>`${isFree}` })
      .from(translations)
      .where(
        and(
          eq(translations.accountId, project.accountId),
          eq(translations.documentId, documentId),
          eq(translations.language, language),
        ),
      );
    const known = new Map(rows.map((row) => [row.segmentId, row]));
    const changes = placed.flatMap(({ id, incoming }): Change[] => {
      const target = held.get(incoming.key);
      const before = known.get(id);
      if (!target || !before) return [];
      const { pluralRule } = incoming;
      const split = pluralRule && target.forms ? splitForms(pluralRule, language, target.forms) : null;
      const texts = split ?? { text: target.text };
      const isSame = texts.text === before.text && (!split || sameForms(split.forms, before.forms));
      const isFurther = before.state === "draft" && target.state !== "draft";
      const isImported = before.origin === "import";
      const isLeft = isSame && (!before.isFree || (isImported && !isFurther));
      const outcome = isLeft ? TOLD.unchanged : isImported && !isSame ? TOLD.updated : TOLD.accepted;
      outcomes.set(targetKey(language, incoming.key), isSame || before.isFree ? outcome : KEPT);
      if (isLeft || !before.isFree) return [];
      return [{ segmentId: id, ...texts, state: target.state, origin: { type: "import" }, outdated: false }];
    });
    await changeTranslations(projectChange, language, changes, { actor: SYSTEM, batchId });
  }
  return outcomes;
}

const KEPT: Told = { outcome: "kept", reason: "The text was edited or reviewed in the project." };

const isMachines = sql`${translations.state} = 'draft' and ${translations.origin} in ('mt', 'tm', 'repetition')`;
const isFiles = sql`${translations.state} <> 'reviewed' and ${translations.origin} = 'import'`;
const isFree = or(not(hasText), and(eq(translations.edited, false), or(isMachines, isFiles)));
