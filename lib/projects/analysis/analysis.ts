import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { documents, segments, translations } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { getAccountRow } from "@/lib/identity/accounts/accounts";
import type { Caller } from "@/lib/identity/auth/caller";
import { requireDocuments } from "@/lib/projects/documents/require-documents";
import { requireProjectLanguage, targetLanguages } from "@/lib/projects/languages/require-language";
import { type ProjectRow, requireProject } from "@/lib/projects/require-project";
import type { Analysis, AnalysisQuery } from "@/lib/schemas/analysis";
import { exactMatches, fuzzyMatchesOfTexts, memoriesOf } from "@/lib/translation/memory/match";
import { type AnalysisBand, bandOfMatch } from "@/lib/vocabulary/projects";
import { type AfterBand, Volumes } from "./volumes";

/** Maximum number of segments times languages, because each is looked up in the memories while the caller waits. */
const MAX_LOOKUPS = 50_000;

/**
 * Counts the words of a project by band: before the work, from repetitions and memories as they are now, and after it,
 * from the origins of the translations. Excluded segments do not count. Throws 400, 404, and 413 for more than 50,000
 * segments over all languages.
 */
export async function analyze(
  caller: Caller,
  projectId: string,
  { language, document }: z.output<typeof AnalysisQuery>,
): Promise<Analysis> {
  const project = await requireProject(caller, projectId);
  if (document) await requireDocuments(db(), project, document);
  const languages = language ? [await requireProjectLanguage(project, language)] : await targetLanguages(project.id);
  const { rates } = await getAccountRow(caller.accountId);
  const counts = await Promise.all(languages.map((one) => countSegments(project, one, document)));
  const lookups = counts.reduce((sum, one) => sum + one, 0);
  if (lookups > MAX_LOOKUPS)
    throw new AppError("too_large", "The project is too large to analyse. Choose one language or fewer documents.", {
      limit: MAX_LOOKUPS,
      actual: lookups,
      unit: "items",
      field: "language",
    });
  const memories = await memoriesOf(db(), project.accountId, project.id);
  const analyzed: Analysis["languages"] = [];
  for (const one of languages) {
    const rows = await segmentsOf(project, one, document);
    const before = await bandsBefore(project, one, rows, memories.read);
    const all = new Volumes(rates);
    const byDocument = new Map<string, { path: string; volumes: Volumes }>();
    for (const [i, row] of rows.entries()) {
      const own = byDocument.get(row.documentId) ?? { path: row.path, volumes: new Volumes(rates) };
      byDocument.set(row.documentId, own);
      for (const volumes of [all, own.volumes]) volumes.add(before[i]!, bandAfter(row), row);
    }
    analyzed.push({
      language: one,
      ...all.view(),
      documents: [...byDocument].map(([documentId, { path, volumes }]) => ({ documentId, path, ...volumes.view() })),
    });
  }
  return { currency: rates?.currency ?? null, languages: analyzed };
}

type Row = Awaited<ReturnType<typeof segmentsOf>>[number];

function counted(project: ProjectRow, language: string, documentIds: readonly string[] | undefined) {
  return and(
    eq(segments.accountId, project.accountId),
    eq(segments.projectId, project.id),
    isNull(segments.removedIn),
    eq(segments.excluded, false),
    eq(translations.language, language),
    documentIds ? inArray(segments.documentId, [...documentIds]) : undefined,
  );
}

function countSegments(project: ProjectRow, language: string, documentIds: readonly string[] | undefined) {
  const rows = db()
    .select({ id: segments.id })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(counted(project, language, documentIds));
  return db().$count(rows.as("counted"));
}

/** The segments in the order in which people translate them. */
function segmentsOf(project: ProjectRow, language: string, documentIds: readonly string[] | undefined) {
  return db()
    .select({
      documentId: segments.documentId,
      path: documents.path,
      source: segments.source,
      sourceForms: segments.sourceForms,
      sourceHash: segments.sourceHash,
      contextHash: segments.contextHash,
      words: segments.wordCount,
      characters: segments.charCount,
      text: translations.text,
      origin: translations.origin,
      match: translations.originDetail,
      edited: translations.edited,
    })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .innerJoin(documents, eq(documents.id, segments.documentId))
    .where(counted(project, language, documentIds))
    .orderBy(asc(documents.path), asc(segments.documentId), asc(segments.position));
}

/** Context matches come first; then the first of equal texts is looked up, and the others are its repetitions. */
async function bandsBefore(
  { accountId }: ProjectRow,
  language: string,
  rows: readonly Row[],
  memoryIds: readonly string[],
): Promise<readonly AnalysisBand[]> {
  const exact: (number | null)[] = [];
  for (let at = 0; at < rows.length; at += BATCH_SIZE)
    for (const match of await exactMatches(accountId, memoryIds, rows.slice(at, at + BATCH_SIZE), language))
      exact.push(match?.match ?? null);
  const seen = new Set<string>();
  const bands = rows.map(({ sourceHash }, i): AnalysisBand | null => {
    if ((exact[i] ?? 0) > 100) return "context";
    if (seen.has(sourceHash)) return "repetition";
    seen.add(sourceHash);
    return exact[i] === null ? null : bandOfMatch(exact[i]!);
  });
  const open = rows.filter((_, i) => bands[i] === null);
  const fuzzy = await fuzzyMatchesOfTexts(accountId, memoryIds, open, language, 1);
  let next = 0;
  return bands.map((band) => band ?? bandOfMatch(fuzzy[next++]?.[0]?.match ?? null));
}

/** Number of texts per query. */
const BATCH_SIZE = 1_000;

function bandAfter({ text, origin, match, edited }: Row): AfterBand {
  if (text === null) return "untranslated";
  if (origin === "repetition") return "repetition";
  if (origin === "tm") return bandOfMatch(match?.match ?? null);
  return origin === "mt" && !edited ? "machine" : "new";
}
