import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import type { Caller } from "@/lib/identity/auth/caller";
import type { ProjectRow } from "@/lib/projects/require-project";
import { type Filter, filterCondition } from "@/lib/projects/segments/filter";
import type { Change } from "@/lib/projects/translations/change-translations";
import type { TranslationRow } from "@/lib/projects/translations/translation-rows";
import type { BulkAction, BulkPreview } from "@/lib/schemas/bulk-edits";
import { settingsOf } from "@/lib/schemas/projects";
import { plan } from "./actions";
import { fixesOf, hasFixes } from "./fixes";
import { leavesMatches } from "./replace";

/** Maximum segments searched for a preview, and number per query. */
const MAX_SEARCHED = 5_000;
const PAGE = 500;
const MAX_SAMPLES = 20;

type Preview = NonNullable<z.output<typeof BulkPreview>["replacements"]>;

/** Number of texts that an action would change, with the first changes. */
export async function previewTexts(
  caller: Caller,
  project: ProjectRow,
  language: string,
  filter: Filter,
  action: Extract<BulkAction, { type: "replace" | "fix" | "copySource" }>,
): Promise<Preview> {
  const { protectReviewed } = settingsOf(project);
  const rights = { role: caller.role, protectReviewed, ownWork: new Set<string>() };
  const samples: Preview["samples"] = [];
  let [changed, failed, acrossCodes, searched, after] = [0, 0, 0, 0, ""];
  const fixable = action.type === "fix" ? hasFixes(language, action.check) : undefined;
  while (searched < MAX_SEARCHED) {
    const rows = await db()
      .select({ segment: segments, translation: translations })
      .from(segments)
      .innerJoin(translations, eq(translations.segmentId, segments.id))
      .where(and(filterCondition(project, language, filter), fixable, gt(segments.id, after)))
      .orderBy(asc(segments.id))
      .limit(PAGE);
    const ids = rows.map(({ segment }) => segment.id);
    const fixes = action.type === "fix" ? await fixesOf(db(), language, ids, action.check) : [];
    for (const { segment, translation } of rows) {
      const own = fixes.filter(({ segmentId }) => segmentId === segment.id);
      const planned = plan(action, segment, translation, rights, own);
      if (action.type === "replace" && leavesMatches(translation, segment.codes, action)) acrossCodes++;
      if (planned.type === "error" && planned.code !== "untranslated") failed++;
      if (planned.type !== "change") continue;
      changed++;
      const sample = samples.length < MAX_SAMPLES && sampleOf(translation, planned.change);
      if (sample) samples.push({ segmentId: segment.id, ...sample });
    }
    searched += rows.length;
    after = rows.at(-1)?.segment.id ?? after;
    if (rows.length < PAGE) return { changed, failed, acrossCodes, complete: true, samples };
  }
  return { changed, failed, acrossCodes, complete: false, samples };
}

function sampleOf({ text, forms }: TranslationRow, change: Change): { before: string; after: string } | undefined {
  if (change.text !== undefined && change.text !== text) return { before: text ?? "", after: change.text ?? "" };
  const [name, before] = Object.entries(forms ?? {}).find(([one, own]) => change.forms?.[one] !== own) ?? [];
  return name === undefined ? undefined : { before: before ?? "", after: change.forms?.[name] ?? "" };
}
