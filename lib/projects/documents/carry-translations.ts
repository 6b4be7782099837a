import { and, eq, not, or, sql } from "drizzle-orm";
import { translations } from "@/db/schema";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { hasText } from "@/lib/projects/translations/translation-rows";
import { settingsOf } from "@/lib/schemas/projects";
import { sameForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { SYSTEM } from "@/lib/work/events/actor";
import type { ReadDocument } from "./read-document";
import type { WrittenSegment } from "./write-segments";

/**
 * Marks the translations of segments whose source changed as outdated. Confirmed ones need work again, unless only
 * punctuation, case and spacing changed, or the project keeps their state. Texts and their approved revisions stay.
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
 * Stores a document's own translations where there is none yet, or only an untouched machine draft, and where the file
 * changed a text that it brought before. What was edited or reviewed here stays.
 */
export async function keepEmbeddedTargets(
  projectChange: ProjectChange,
  documentId: string,
  placed: readonly WrittenSegment[],
  targets: ReadDocument["targets"],
  batchId: string,
): Promise<void> {
  const { tx, project } = projectChange;
  for (const [language, held] of targets) {
    const { segmentId, text, forms, state, origin } = translations;
    const free = await tx
      .select({ segmentId, text, forms, state, origin })
      .from(translations)
      .where(
        and(
          eq(translations.accountId, project.accountId),
          eq(translations.documentId, documentId),
          eq(translations.language, language),
          or(not(hasText), and(eq(translations.edited, false), or(isMachines, isFiles))),
        ),
      );
    const open = new Map(free.map((row) => [row.segmentId, row]));
    const changes = placed.flatMap(({ id, incoming }): Change[] => {
      const target = held.get(incoming.key);
      const before = open.get(id);
      if (!target || !before) return [];
      const { pluralRule } = incoming;
      const split = pluralRule && target.forms ? splitForms(pluralRule, language, target.forms) : null;
      const texts = split ?? { text: target.text };
      const isSame = texts.text === before.text && (!split || sameForms(split.forms, before.forms));
      const isFurther = before.state === "draft" && target.state !== "draft";
      if (before.origin === "import" && isSame && !isFurther) return [];
      return [{ segmentId: id, ...texts, state: target.state, origin: { type: "import" }, outdated: false }];
    });
    await changeTranslations(projectChange, language, changes, { actor: SYSTEM, batchId });
  }
}

const isMachines = sql`${translations.state} = 'draft' and ${translations.origin} in ('mt', 'tm', 'repetition')`;
const isFiles = sql`${translations.state} <> 'reviewed' and ${translations.origin} = 'import'`;
