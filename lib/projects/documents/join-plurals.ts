import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import { db } from "@/db/client";
import {
  comments,
  documentChunks,
  documents,
  documentVersions,
  projects,
  segmentSuggestions,
  targetFileChunks,
  translationRevisions,
  translations,
} from "@/db/schema";
import { describeError, log } from "@/lib/base/log";
import { pairDocuments } from "@/lib/formats/sandbox/sandbox";
import { changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { targetLanguages } from "@/lib/projects/languages/require-language";
import { recountDocuments } from "@/lib/projects/progress/counters";
import { checkChanged } from "@/lib/projects/translations/check-changed";
import { presentTranslations, type TranslationRow } from "@/lib/projects/translations/translation-rows";
import { gettextForms } from "@/lib/text/plurals/gettext-plurals";
import { allForms, type Forms, isEmpty, mainForm, splitForms } from "@/lib/text/plurals/plural-forms";
import { sourceHash } from "@/lib/translation/memory/hash";
import type { PluralRule, TranslationState } from "@/lib/vocabulary/segments";
import { SYSTEM } from "@/lib/work/events/actor";
import { alignPlurals, type FormSegment } from "./align-plurals";
import { type DocumentOptions, formatOptions, openDocument } from "./open-document";
import { type ReadDocument, readDocument } from "./read-document";
import { segmentKeys } from "./segment-keys";
import type { DocumentRow } from "./version-row";
import { type StoredSegment, storedSegments, writeSegmentRows } from "./write-segments";

/** Formats for which earlier releases created one segment per plural form. */
const PLURAL_FORMATS = [
  "android",
  "arb",
  "csv",
  "json",
  "po",
  "properties",
  "qt",
  "stringsdict",
  "tsv",
  "xcstrings",
  "xliff1",
  "xliff2",
  "yaml",
];
/** Documents per maintenance run. */
const BATCH_SIZE = 20;
/** Milliseconds after which documents that could not be joined are tried again. */
const REST_MS = 3_600_000;
/** The document after which the next run of this process continues, and the earliest time for it. */
let sweep = { after: "", notBefore: 0 };

/**
 * Joins plural messages that an earlier release split into segments: one document at a time, each in its own
 * transaction. Until then a document stays unchanged. Each run continues after the last document of the previous one,
 * so that documents that cannot be joined do not delay the others and are not read again every minute.
 */
export async function joinPlurals(): Promise<void> {
  if (Date.now() < sweep.notBefore) return;
  for (let i = 0; i < BATCH_SIZE; i++) {
    const [row] = await db()
      .select({ document: documents, sourceLanguage: projects.sourceLanguage })
      .from(documents)
      .innerJoin(projects, eq(projects.id, documents.projectId))
      .where(
        and(
          inArray(documents.format, PLURAL_FORMATS),
          gt(documents.currentVersion, 0),
          isNull(documents.deletedAt),
          isNull(projects.deletedAt),
          sql`${documents.formatOptions} ->> 'plurals' is null`,
          gt(documents.id, sweep.after),
        ),
      )
      .orderBy(asc(documents.id))
      .limit(1);
    if (!row) {
      sweep = { after: "", notBefore: Date.now() + REST_MS };
      return;
    }
    const { id } = row.document;
    sweep.after = id;
    await joinDocument(row.document, row.sourceLanguage).catch((error) =>
      log.warn({ ...describeError(error), document: id }, "could not join the plural messages of a document"),
    );
  }
}

/** Joins the plural messages of one document. A document that cannot be read in both ways stays unchanged. */
export async function joinDocument(document: DocumentRow, sourceLanguage: string): Promise<void> {
  const { id, accountId, projectId, path, format, currentVersion } = document;
  const bytes = await readChunks({ table: documentChunks, key: { documentId: id, version: currentVersion } });
  if (!bytes) return;
  const before = document.formatOptions as DocumentOptions;
  const options: DocumentOptions = { ...before, plurals: "forms" };
  const languages = await targetLanguages(projectId);
  const opening = { bytes, path, format, sourceLanguage, languages };
  const first = languages[0];
  const [old, now] = [
    await openDocument({ ...opening, options: before }, first),
    await openDocument({ ...opening, options }, first),
  ];
  const aligned = alignPlurals(old.segments, now.segments);
  const read = await readDocument({ ...opening, options });
  const joined = aligned && join(read, segmentKeys(old.segments), segmentKeys(now.segments), aligned);
  const own = await ownForms(document, options, sourceLanguage, languages);
  const target = { accountId, projectId, actor: SYSTEM, allowArchived: true, allowCancelled: true };
  await db().transaction((tx) =>
    changeProject(tx, target, async (change) => {
      const isStill = await change.tx
        .select({ id: documents.id })
        .from(documents)
        .where(
          and(
            eq(documents.id, id),
            eq(documents.currentVersion, currentVersion),
            sql`${documents.formatOptions} ->> 'plurals' is null`,
            sql`not exists (select from document_versions v where v.document_id = ${id} and v.number > ${currentVersion})`,
          ),
        )
        .for("update");
      // A newer version is being imported, and will be joined afterwards.
      if (isStill.length === 0) return;
      if (joined) await write(change, document, read, joined, own);
      const kept = sql`jsonb_build_object('plurals', ${joined ? "forms" : "texts"}::text)`;
      await change.tx
        .update(documents)
        .set({ formatOptions: sql`${documents.formatOptions} || ${kept}` })
        .where(eq(documents.id, id));
      await change.tx
        .update(documentVersions)
        .set({ formatOptions: sql`${documentVersions.formatOptions} || ${kept}` })
        .where(eq(documentVersions.documentId, id));
    }),
  );
}

/** A message, and the keys of the segments that contained its forms. */
type Joined = { readonly key: string; readonly forms: readonly (FormSegment & { readonly key: string })[] };

/** By key of the new segment: joined messages, and the earlier keys of all other segments. */
type Joining = { readonly messages: ReadonlyMap<string, Joined>; readonly keys: ReadonlyMap<string, string> };

function join(
  { segments: incoming }: ReadDocument,
  oldKeys: ReturnType<typeof segmentKeys>,
  newKeys: ReturnType<typeof segmentKeys>,
  aligned: NonNullable<ReturnType<typeof alignPlurals>>,
): Joining {
  const known = new Set(incoming.map(({ key }) => key));
  const messages = new Map<string, Joined>();
  const keys = new Map<string, string>();
  for (const [i, earlier] of aligned.entries()) {
    const key = newKeys[i]?.key;
    if (key === undefined || !known.has(key)) continue;
    if (typeof earlier === "number") {
      const old = oldKeys[earlier]?.key;
      if (old !== undefined) keys.set(key, old);
    } else {
      const forms = earlier.flatMap((one) => {
        const old = oldKeys[one.index]?.key;
        return old === undefined ? [] : [{ ...one, key: old }];
      });
      messages.set(key, { key, forms });
    }
  }
  return { messages, keys };
}

/** Forms in people's own files, by language and key, that earlier releases dropped because the source lacks them. */
async function ownForms(
  { id, path, format }: DocumentRow,
  options: DocumentOptions,
  sourceLanguage: string,
  languages: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Forms>>> {
  const all = new Map<string, ReadonlyMap<string, Forms>>();
  for (const language of languages) {
    const file = await readChunks({ table: targetFileChunks, key: { documentId: id, language } });
    const [row] = await db().select({ version: documents.currentVersion }).from(documents).where(eq(documents.id, id));
    const bytes = row && (await readChunks({ table: documentChunks, key: { documentId: id, version: row.version } }));
    if (!file || !bytes) continue;
    const { segments: found } = await openDocument({ bytes, path, format, options, sourceLanguage }, language);
    const keys = segmentKeys(found);
    const paired = await pairDocuments(bytes, file, format, formatOptions(options, sourceLanguage, language), language);
    const own = (paired?.adopted ?? []).flatMap(({ forms }, i) => {
      const key = keys[i]?.key;
      return forms && key !== undefined ? [[key, forms] as const] : [];
    });
    all.set(language, new Map(own));
  }
  return all;
}

async function write(
  change: ProjectChange,
  document: DocumentRow,
  read: ReadDocument,
  { messages, keys }: Joining,
  own: ReadonlyMap<string, ReadonlyMap<string, Forms>>,
): Promise<void> {
  if (messages.size === 0) return;
  const known = await storedSegments(document.accountId, document.id);
  const live = new Map(known.filter(({ removed }) => !removed).map((one) => [one.key, one]));
  /** By id of the segment that contains the message's main form. */
  const byMain = new Map<string, Message>();
  const continued = read.segments.map((one): StoredSegment | null => {
    const message = messages.get(one.key);
    if (!message) return live.get(keys.get(one.key) ?? one.key) ?? null;
    const rows = message.forms.flatMap((form): Part[] => {
      const row = live.get(form.key);
      return row ? [{ form: form.form, convert: form.convert, row }] : [];
    });
    const main =
      rows.find(({ form }) => form === mainForm(one.pluralRule!, change.project.sourceLanguage)) ?? rows.at(-1);
    if (!main) return null;
    byMain.set(main.row.id, { id: main.row.id, rule: one.pluralRule!, key: one.key, parts: rows });
    return main.row;
  });
  const taken = new Set(continued.map((one) => one?.id));
  const gone = known.filter((one) => !one.removed && !taken.has(one.id));
  for (const message of byMain.values()) await moveRemarks(change, message);
  const place = { documentId: document.id, number: document.currentVersion };
  const placed = await writeSegmentRows(change, place, read.segments, { continued, gone }, known);
  for (const { id } of placed) {
    const message = byMain.get(id);
    if (message) await joinTranslations(change, message, own);
  }
  await recountDocuments(change, [document.id]);
}

/** A form, with the segment that contained it. */
type Part = { readonly form: string; readonly convert: FormSegment["convert"]; readonly row: StoredSegment };

/** Moves comments and suggestions from the forms' segments to the message. */
async function moveRemarks({ tx }: ProjectChange, { id, rule, parts }: Message): Promise<void> {
  if (parts.length === 1) return;
  const ids = parts.map(({ row }) => row.id);
  await tx.update(comments).set({ segmentId: id }).where(inArray(comments.segmentId, ids));
  const suggested = await tx.select().from(segmentSuggestions).where(inArray(segmentSuggestions.segmentId, ids));
  for (const one of suggested) {
    const part = parts.find(({ row }) => row.id === one.segmentId)!;
    const split = splitForms(rule, one.language, { [part.form]: part.convert(one.text) });
    await tx
      .insert(segmentSuggestions)
      .values({
        ...one,
        segmentId: id,
        text: split.text ?? part.convert(one.text),
        forms: split.forms,
        textHash: sourceHash(split.text ?? part.convert(one.text), split.forms),
      })
      .onConflictDoNothing();
  }
}

type Message = {
  readonly id: string;
  readonly rule: PluralRule;
  readonly key: string;
  /** The forms' segments, with the names of these forms in the language. */
  readonly parts: readonly Part[];
};
type Revision = typeof translationRevisions.$inferSelect;

/** Joins the forms' translations to one per language, with the history of all forms. */
async function joinTranslations(
  change: ProjectChange,
  given: Message,
  own: ReadonlyMap<string, ReadonlyMap<string, Forms>>,
): Promise<void> {
  const { tx, project } = change;
  const ids = given.parts.map(({ row }) => row.id);
  const rows = await tx.select().from(translations).where(inArray(translations.segmentId, ids));
  const history = await tx
    .select()
    .from(translationRevisions)
    .where(inArray(translationRevisions.segmentId, ids))
    .orderBy(asc(translationRevisions.createdAt), asc(translationRevisions.revision));
  for (const language of new Set(rows.map((row) => row.language))) {
    const ours = rows.filter((row) => row.language === language);
    const message = { ...given, parts: inLanguage(given, project.sourceLanguage, language) };
    const revisions = historyOf(
      message,
      language,
      history.filter((one) => one.language === language),
    );
    const joined = joinedRow(message, language, ours, revisions);
    const file = own.get(language)?.get(message.key);
    const filled = joined && file ? withForms(message.rule, joined, revisions, file) : joined;
    if (!filled) continue;
    await tx
      .delete(translationRevisions)
      .where(and(eq(translationRevisions.segmentId, message.id), eq(translationRevisions.language, language)));
    if (revisions.length > 0) await tx.insert(translationRevisions).values(revisions);
    const present = (await presentTranslations(tx, project, language, [message.id])).get(message.id);
    if (!present) continue;
    const changed = [{ ...present, after: filled, editMs: null }];
    const { checked, keepFindings } = await checkChanged(change, language, changed);
    await keepFindings();
    const { segmentId: _, language: __, accountId: ___, ...columns } = checked[0]!.after;
    await tx
      .update(translations)
      .set(columns)
      .where(and(eq(translations.segmentId, message.id), eq(translations.language, language)));
  }
}

/** In gettext the singular was the form for 1; the plural, now the main form, was that for all other numbers. */
function inLanguage({ rule, parts }: Message, source: string, language: string): readonly Part[] {
  if (rule !== "gettext") return parts;
  const singular = String(gettextForms(language).index(1));
  const main = mainForm(rule, language);
  return parts.map((part) => ({ ...part, form: part.form === mainForm(rule, source) ? main : singular }));
}

/** The changes of all forms in order. Each revision contains all forms as they were then. */
function historyOf({ id, rule, parts }: Message, language: string, history: readonly Revision[]): Revision[] {
  const now = new Map<string, Revision>();
  let approved: number | null = null;
  return history.map((event, i): Revision => {
    now.set(event.segmentId, event);
    const texts = split(rule, language, parts, (segmentId) => now.get(segmentId)?.text ?? null);
    const state = stateOf(
      texts,
      parts.map(({ row }) => now.get(row.id)?.state ?? "untranslated"),
    );
    if (state === "reviewed") approved = i + 1;
    return { ...event, segmentId: id, revision: i + 1, ...texts, state, approvedRevision: approved };
  });
}

type Texts = { readonly text: string | null; readonly forms: Forms };

function split(
  rule: PluralRule,
  language: string,
  parts: readonly Part[],
  textOf: (segmentId: string) => string | null,
): Texts {
  const forms = parts.flatMap(({ form, convert, row }) => {
    const text = textOf(row.id);
    return text === null ? [] : [[form, convert(text)] as const];
  });
  return splitForms(rule, language, Object.fromEntries(forms));
}

const STATES: readonly TranslationState[] = ["draft", "translated", "reviewed"];

/** The state of a message: the lowest state of its forms, or rejected if one of them is. */
function stateOf(texts: Texts, states: readonly TranslationState[]): TranslationState {
  if (isEmpty(texts)) return "untranslated";
  if (states.includes("needs_work")) return "needs_work";
  const least = Math.min(...states.map((state) => STATES.indexOf(state)));
  return STATES[Math.max(least, 0)]!;
}

function joinedRow(
  { id, rule, parts }: Message,
  language: string,
  rows: readonly TranslationRow[],
  revisions: readonly Revision[],
): TranslationRow | null {
  const bySegment = new Map(rows.map((row) => [row.segmentId, row]));
  const main = bySegment.get(id);
  if (!main) return null;
  const texts = split(rule, language, parts, (segmentId) => bySegment.get(segmentId)?.text ?? null);
  const state = stateOf(
    texts,
    rows.map((row) => row.state),
  );
  const leading = main.text === null ? (rows.find((row) => row.text !== null) ?? main) : main;
  const latest = rows.reduce((a, b) => (b.updatedAt > a.updatedAt ? b : a));
  const reviewed = rows.reduce((a, b) => ((b.reviewedAt ?? 0) > (a.reviewedAt ?? 0) ? b : a));
  const approvedRevision = revisions.at(-1)?.approvedRevision ?? null;
  const scores = rows.flatMap(({ qualityScore }) => (qualityScore === null ? [] : [qualityScore]));
  return {
    ...leading,
    segmentId: id,
    ...texts,
    state,
    edited: rows.some(({ edited }) => edited),
    outdated: rows.some(({ outdated }) => outdated),
    qualityScore: scores.length > 0 ? Math.min(...scores) : null,
    openComments: rows.reduce((sum, { openComments }) => sum + openComments, 0),
    revision: revisions.length,
    approvedRevision,
    updatedAt: latest.updatedAt,
    updatedBy: latest.updatedBy,
    reviewedAt: approvedRevision === null ? null : reviewed.reviewedAt,
    reviewedBy: approvedRevision === null ? null : reviewed.reviewedBy,
  };
}

/** Adds the dropped forms of people's own files in a separate revision. */
function withForms(rule: PluralRule, row: TranslationRow, revisions: Revision[], file: Forms): TranslationRow {
  const present = allForms(rule, row.language, row);
  const missing = Object.keys(file).some((name) => present[name] === undefined);
  const last = revisions.at(-1);
  if (!missing || isEmpty(row) || !last) return row;
  const texts = splitForms(rule, row.language, { ...file, ...present });
  const revision = revisions.length + 1;
  const approvedRevision = row.state === "reviewed" ? revision : row.approvedRevision;
  revisions.push({
    ...last,
    ...texts,
    revision,
    state: row.state,
    approvedRevision,
    actorType: "system",
    actorId: null,
    editMs: null,
    batchId: null,
    createdAt: new Date(),
  });
  return { ...row, ...texts, revision, approvedRevision };
}
