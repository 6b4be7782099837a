import { and, asc, eq, isNotNull, isNull, max, sql } from "drizzle-orm";
import { readChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import {
  comments,
  documentChunks,
  documents,
  projects,
  segments,
  targetFileChunks,
  translationRevisions,
  translations,
} from "@/db/schema";
import { AppError, notFound } from "@/lib/base/errors";
import type { DocumentSegment, Revised, TargetState, TranslatedText, Written } from "@/lib/formats/format";
import { writeExchange } from "@/lib/formats/l10n/xliff-exchange";
import { writeDocument } from "@/lib/formats/sandbox/sandbox";
import {
  canHoldTargets,
  type DocumentOptions,
  formatOptions,
  openDocument,
} from "@/lib/projects/documents/open-document";
import { segmentKeys } from "@/lib/projects/documents/segment-keys";
import { SEGMENTS_FORMAT, writeSegments } from "@/lib/projects/documents/segments-document";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import { type ProjectSettings, settingsOf } from "@/lib/schemas/projects";
import { declaredCode } from "@/lib/text/language-codes";
import { repairCodes } from "@/lib/text/message/codes";
import { allForms, type Forms, isEmpty } from "@/lib/text/plurals/plural-forms";
import { plainText } from "@/lib/text/segment";
import type { Workflow } from "@/lib/vocabulary/projects";
import type { OriginType, PluralRule, TranslationState } from "@/lib/vocabulary/segments";
import { storedTexts } from "./imported-translations";
import { type TargetTemplate, writeTemplate } from "./write-template";

export type TargetOptions = {
  /** Minimum state of the written texts. */
  readonly minState: "draft" | "translated" | "reviewed";
  /** Replacements for a text below it, tried in order; finally the source. Absent: the last reviewed text. */
  readonly fallback?: readonly ("lastReviewed" | "source" | "empty")[] | undefined;
  /**
   * What is written for a segment without text, if there is no `fallback`. `skip` omits the string, in formats whose
   * readers then use the source. Absent: `skip` for key-value files, else `source`.
   */
  readonly untranslated?: "source" | "skip" | "empty" | undefined;
  /** Whether texts are written whose source changed after they were confirmed. Absent: `keep`. */
  readonly outdated?: "keep" | "skip" | undefined;
  /** The document itself, or a bilingual file for a CAT tool. Absent: the document. */
  readonly kind?: "original" | "xliff";
};

/** Number of segments by what was written for them. */
export type TargetCounts = {
  readonly segments: number;
  readonly reviewed: number;
  readonly translated: number;
  /** Drafts and rejected texts. */
  readonly draft: number;
  /** Segments written with the last reviewed text instead of a later one. */
  readonly lastReviewed: number;
  readonly source: number;
  readonly empty: number;
  /** Omitted segments. */
  readonly skipped: number;
  /** Texts below the minimum state for which the imported file's text was kept. */
  readonly asFound: number;
  /** Segments excluded from translation, written unchanged. */
  readonly excluded: number;
  /** Number of the texts above that translate an earlier source. */
  readonly outdated: number;
};

export type WrittenTarget = Written & {
  readonly path: string;
  readonly format: string;
  readonly version: number;
  readonly counts: TargetCounts;
  /** Machine translations whose missing codes were inserted at a guessed position. Human texts stay unchanged. */
  readonly repaired: number;
};

/**
 * Writes a document in a language with its current texts, and reports their states. Reads its own snapshot or that of
 * the given transaction. Throws 404, and 409 for a document without a readable version.
 */
export async function writeTarget(
  accountId: string,
  documentId: string,
  language: string,
  options: TargetOptions,
  tx?: Transaction,
): Promise<WrittenTarget> {
  const { document, sourceLanguage, workflow, settings, bytes, texts, template, revised } = await (tx
    ? read(tx, accountId, documentId, language, options)
    : snapshot(accountId, documentId, language, options));
  const opening = {
    bytes,
    path: document.path,
    format: document.format,
    options: document.formatOptions as DocumentOptions,
    sourceLanguage,
  };
  const { segments: found } = await openDocument(opening, language);
  const keys = segmentKeys(found);
  const held = new Set(found.flatMap(({ target }, i) => (template || target ? (keys[i]?.key ?? []) : [])));
  const chosen = new Map(
    [...texts].map(([key, row]) => [key, choose(row, language, options, workflow, document.format, held.has(key))]),
  );
  let repaired = 0;
  const whole = (segment: DocumentSegment, one: Chosen | undefined): Chosen | undefined => {
    if (!one || !("text" in one) || one.as === "excluded" || !one.isMachine || one.forms) return one;
    const { text } = repairCodes(segment, one.text);
    if (text !== one.text) repaired++;
    return { ...one, text };
  };
  const usable = found.map((segment, i) => whole(segment, chosen.get(keys[i]?.key ?? "")));
  const translated = found.map((segment, i) => textOf(segment, usable[i], document.format, settings));
  const code = declaredCode(settings.languageCodes, language);
  const file = options.kind === "xliff" ? null : template;
  const inTemplate = file && (await writeTemplate(opening, found, translated, code, file));
  const stored = file && !inTemplate ? await storedTexts(opening, found, file.bytes, language) : undefined;
  const written =
    options.kind === "xliff"
      ? await exchange(
          document,
          sourceLanguage,
          language,
          found,
          usable,
          keys.map((key) => texts.get(key?.key ?? "")?.remark ?? null),
        )
      : document.format === SEGMENTS_FORMAT
        ? writeSegments(bytes, translated)
        : (inTemplate ??
          (await writeDocument(
            bytes,
            document.format,
            formatOptions(opening.options, sourceLanguage, language),
            translated.map((one, i) => (one.stays && stored?.get(i)) || one),
            code,
            { revised },
          )));
  return {
    repaired,
    ...written,
    path: document.path,
    format: document.format,
    version: document.currentVersion,
    counts: count([...chosen.values()]),
  };
}

type Text = {
  readonly key: string;
  readonly excluded: boolean;
  readonly nonLinguistic: boolean;
  readonly origin: OriginType | null;
  readonly edited: boolean | null;
  readonly state: TranslationState | null;
  readonly text: string | null;
  readonly forms: Forms | null;
  readonly pluralRule: PluralRule | null;
  readonly outdated: boolean | null;
  /** Whether an outdated text that needs work was confirmed before. */
  readonly wasConfirmed: boolean | null;
  readonly previousSource: string | null;
  readonly reviewedText: string | null;
  readonly reviewedForms: Forms | null;
  /** The last comment on a rejected text, for XLIFF. */
  readonly remark: string | null;
};

type Snapshot = {
  readonly document: DocumentRow;
  readonly sourceLanguage: string;
  readonly workflow: Workflow;
  readonly settings: ProjectSettings;
  readonly bytes: Buffer;
  readonly texts: ReadonlyMap<string, Text>;
  /** The file that was imported for the language. */
  readonly template: TargetTemplate | null;
  readonly revised: Revised | undefined;
};

function snapshot(accountId: string, documentId: string, language: string, options: TargetOptions): Promise<Snapshot> {
  return db().transaction((tx) => read(tx, accountId, documentId, language, options), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function read(
  tx: Transaction,
  accountId: string,
  documentId: string,
  language: string,
  { kind }: TargetOptions,
): Promise<Snapshot> {
  const [found] = await tx
    .select({
      document: documents,
      sourceLanguage: projects.sourceLanguage,
      workflow: projects.workflow,
      settings: projects.settings,
    })
    .from(documents)
    .innerJoin(projects, eq(projects.id, documents.projectId))
    .where(
      and(
        eq(documents.accountId, accountId),
        eq(documents.id, documentId),
        isNull(documents.deletedAt),
        isNull(projects.deletedAt),
      ),
    );
  if (!found) throw notFound("document");
  const { document } = found;
  const version = document.currentVersion;
  const bytes = await readChunks({ table: documentChunks, key: { documentId, version } }, tx);
  if (version === 0 || !bytes)
    throw new AppError("conflict", "The document has not been read yet. Try again when it is ready.", {
      reason: "document_not_ready",
    });
  const texts = await readTexts(tx, document, language, kind === "xliff");
  const settings = settingsOf(found);
  const revised = await lastChange(tx, document.id, language, settings);
  const template = await readTemplate(tx, document.id, language, settings);
  return { ...found, settings, bytes, texts, revised, template: template && { ...template, revised } };
}

async function readTemplate(
  tx: Transaction,
  documentId: string,
  language: string,
  { removedKeys }: ProjectSettings,
): Promise<TargetTemplate | null> {
  const bytes = await readChunks({ table: targetFileChunks, key: { documentId, language } }, tx);
  if (!bytes) return null;
  const removed = await tx
    .select({ key: segments.key })
    .from(segments)
    .where(and(eq(segments.documentId, documentId), isNotNull(segments.removedIn)));
  const changed = await tx
    .select({ before: segments.previousSource })
    .from(segments)
    .where(and(eq(segments.documentId, documentId), isNull(segments.removedIn), isNotNull(segments.previousSource)));
  return {
    bytes,
    ...(removedKeys === "keep"
      ? { removed: [] }
      : { removed: removed.map(({ key }) => key), replaced: changed.flatMap(({ before }) => before ?? []) }),
  };
}

async function lastChange(
  tx: Transaction,
  documentId: string,
  language: string,
  { lastTranslator }: ProjectSettings,
): Promise<Revised | undefined> {
  const [last] = await tx
    .select({ at: max(translations.updatedAt) })
    .from(translations)
    .where(and(eq(translations.documentId, documentId), eq(translations.language, language)));
  return last?.at ? { at: last.at.toISOString(), by: lastTranslator || undefined } : undefined;
}

/** The segments with their translations and states, as XLIFF. */
async function exchange(
  { path, format }: DocumentRow,
  source: string,
  target: string,
  found: readonly DocumentSegment[],
  chosen: readonly (Chosen | undefined)[],
  remarks: readonly (string | null)[],
): Promise<Written> {
  const bytes = await writeExchange({
    fileName: path,
    format,
    source,
    target,
    segments: found,
    translated: chosen.map((one) => (one && "text" in one ? one.text : null)),
    forms: chosen.map((one) => (one && "text" in one ? (one.forms ?? null) : null)),
    states: chosen.map((one) => (one && "text" in one && one.state !== "draft" ? one.state : "initial")),
    remarks,
  });
  return { bytes, mediaType: "application/xliff+xml", extension: "xlf", warnings: [] };
}

async function readTexts(
  tx: Transaction,
  { accountId, id }: DocumentRow,
  language: string,
  withRemarks: boolean,
): Promise<ReadonlyMap<string, Text>> {
  const remark = sql<string | null>`case when ${translations.state} = 'needs_work' then (
    select ${comments.body} from ${comments} where ${comments.segmentId} = ${segments.id}
      and ${comments.language} = ${language} order by ${comments.id} desc limit 1) end`;
  const wasConfirmed = sql<boolean | null>`case when ${translations.outdated} and ${translations.state} = 'needs_work'
    then coalesce((select b.state in ('translated', 'reviewed') from translation_revisions b
      where b.segment_id = ${segments.id} and b.language = ${language} and not b.outdated
      order by b.revision desc limit 1), true) end`;
  const rows = await tx
    .select({
      key: segments.key,
      excluded: segments.excluded,
      nonLinguistic: segments.nonLinguistic,
      origin: translations.origin,
      edited: translations.edited,
      state: translations.state,
      text: translations.text,
      forms: translations.forms,
      pluralRule: segments.pluralRule,
      outdated: translations.outdated,
      wasConfirmed,
      previousSource: segments.previousSource,
      reviewedText: translationRevisions.text,
      reviewedForms: translationRevisions.forms,
      remark: withRemarks ? remark : sql<null>`null`,
    })
    .from(segments)
    .leftJoin(translations, and(eq(translations.segmentId, segments.id), eq(translations.language, language)))
    .leftJoin(
      translationRevisions,
      sql`${translationRevisions.segmentId} = ${segments.id} and ${translationRevisions.language} = ${language}
          and ${translationRevisions.revision} = ${translations.approvedRevision}`,
    )
    .where(and(eq(segments.accountId, accountId), eq(segments.documentId, id), isNull(segments.removedIn)))
    .orderBy(asc(segments.position));
  return new Map(rows.map((row) => [row.key, row]));
}

/** The content to write for a segment, and the count to which it belongs. */
type Chosen =
  | {
      readonly as: "reviewed" | "translated" | "draft" | "lastReviewed";
      readonly text: string;
      readonly forms?: Forms;
      readonly state: TargetState;
      readonly outdated: boolean;
      /** The source that an unconfirmed text translates, if the segment now has another source. */
      readonly earlier?: string | undefined;
      /** True if no person has edited it. */
      readonly isMachine: boolean;
    }
  | { readonly as: "source" | "empty" | "skipped" | "excluded" }
  /** Below the minimum state, the imported file's text is kept. If the file has none, `otherwise` is written. */
  | { readonly as: "asFound"; readonly otherwise: "source" | "empty" | "skipped" }
  /** A non-linguistic value in this language. */
  | { readonly as: "excluded"; readonly text: string; readonly forms?: Forms; readonly state: TargetState };

const REACHES = {
  draft: ["draft", "needs_work", "translated", "reviewed"],
  translated: ["translated", "reviewed"],
  reviewed: ["reviewed"],
} as const satisfies Record<TargetOptions["minState"], readonly TranslationState[]>;

function choose(
  row: Text,
  language: string,
  options: TargetOptions,
  workflow: Workflow,
  format: string,
  isHeld: boolean,
): Chosen {
  const texts = ({ text, forms }: { text: string | null; forms: Forms | null }) => {
    const all = row.pluralRule ? allForms(row.pluralRule, language, { text, forms }) : undefined;
    return { text: text ?? Object.values(all ?? {}).at(-1) ?? "", ...(all ? { forms: all } : {}) };
  };
  if (row.excluded && row.nonLinguistic && !isEmpty(row)) return { as: "excluded", ...texts(row), state: "translated" };
  if (row.excluded) return { as: "excluded" };
  const outdated = row.outdated === true;
  const isConfirmed = row.state === "translated" || row.state === "reviewed";
  // An outdated text stays confirmed if no word of its source changed, or if the project's setting says so.
  const isUsable = !outdated || options.outdated !== "skip" || isConfirmed;
  const earlier = outdated && !isConfirmed ? (row.previousSource ?? undefined) : undefined;
  // A file that identifies texts by source can't contain one whose source is gone: it moves to the new source, marked.
  const isOwn = isHeld && !row.edited && (row.wasConfirmed || row.origin === "import") && !options.fallback;
  const moves = isOwn && earlier !== undefined && (CATALOGUES.has(format) || format === "xcstrings");
  const reaches: readonly TranslationState[] = REACHES[options.minState];
  const state = row.wasConfirmed ? "translated" : (row.state ?? "untranslated");
  const isReached = moves || reaches.includes(state);
  const isMachine = (row.origin === "mt" || row.origin === "tm" || row.origin === "repetition") && !row.edited;
  // The imported file contains the earlier source.
  const isFilesOwn = outdated && !isConfirmed && row.previousSource === null && row.origin === "import" && !row.edited;
  if (isFilesOwn && isUsable && isHeld && !options.fallback) return { as: "asFound", otherwise: "source" };
  if (isUsable && row.state && !isEmpty(row) && isReached)
    return { ...asWhat(row.state, workflow), ...texts(row), outdated, earlier, isMachine };
  const { fallback = ["lastReviewed"], untranslated = KEY_VALUE_FORMATS.has(format) ? "skip" : "source" } = options;
  for (const way of fallback) {
    if (way !== "lastReviewed") return { as: way };
    const reviewed = { text: row.reviewedText, forms: row.reviewedForms };
    const state = earlier === undefined ? "reviewed" : "draft";
    if (isUsable && !isEmpty(reviewed))
      return { as: "lastReviewed", ...texts(reviewed), state, outdated, earlier, isMachine: false };
  }
  if (options.fallback) return { as: "source" };
  const otherwise = untranslated === "skip" ? (canSkip(format) ? "skipped" : "source") : untranslated;
  return isHeld && isUsable && !isEmpty(row) ? { as: "asFound", otherwise } : { as: otherwise };
}

/** Key-value formats, whose readers use the source for a missing key. */
const KEY_VALUE_FORMATS: ReadonlySet<string> = new Set(
  "android arb ftl ini js json php properties resx strings toml yaml".split(" "),
);

/** Catalogue formats, in which missing texts stay untranslated. */
const CATALOGUES: ReadonlySet<string> = new Set(["po", "qt", "xliff1", "xliff2"]);

function canSkip(format: string): boolean {
  return KEY_VALUE_FORMATS.has(format) || CATALOGUES.has(format);
}

/** In a workflow without review, a machine translation is final. */
function asWhat(state: TranslationState, workflow: Workflow) {
  if (state === "reviewed" || state === "translated") return { as: state, state };
  const isFinished = state === "draft" && workflow === "mt_only";
  return { as: "draft", state: isFinished ? "translated" : "draft" } as const;
}

/** In bilingual files, a translation that must not be written is replaced by the source, marked as a draft. */
function textOf(
  segment: DocumentSegment,
  chosen: Chosen | undefined,
  format: string,
  settings: ProjectSettings,
): TranslatedText {
  if (!chosen) return { text: null };
  if ("text" in chosen) {
    const earlier = "earlier" in chosen ? chosen.earlier : undefined;
    return {
      text: chosen.text,
      ...(chosen.forms ? { forms: chosen.forms } : {}),
      ...(earlier === undefined ? {} : { outdated: plainText(earlier, segment.codes) }),
      state: markOf(chosen, format, settings),
    };
  }
  if (chosen.as === "asFound") {
    const own = format === SEGMENTS_FORMAT ? undefined : segment.target;
    return { ...(own ?? textOf(segment, { as: chosen.otherwise }, format, settings)), stays: true };
  }
  if (chosen.as === "excluded") return { text: null };
  if (chosen.as === "skipped") return { text: null, skip: true };
  if (chosen.as === "empty") return { text: "", state: "draft" };
  if (!canHoldTargets(format)) return { text: segment.text };
  const stays = segment.target && format !== SEGMENTS_FORMAT;
  return stays ? { text: segment.text, state: "draft" } : { text: null };
}

/** The text's state in the file's terms. Machine translations are marked in formats whose readers use them anyway. */
function markOf(
  chosen: Extract<Chosen, { text: string }>,
  format: string,
  { fuzzyDrafts }: ProjectSettings,
): TargetState {
  const isMachines = "isMachine" in chosen && chosen.isMachine && chosen.as === "draft" && !chosen.earlier;
  if (!isMachines) return chosen.state;
  if (format === "po") return fuzzyDrafts ? "draft" : "translated";
  return MARKED_FORMATS.has(format) ? "draft" : chosen.state;
}

/** Formats whose readers use texts that await review. */
const MARKED_FORMATS: ReadonlySet<string> = new Set(["xcstrings", "xliff1", "xliff2"]);

function count(all: readonly Chosen[]): TargetCounts {
  const counts = {
    reviewed: 0,
    translated: 0,
    draft: 0,
    lastReviewed: 0,
    source: 0,
    empty: 0,
    skipped: 0,
    asFound: 0,
    excluded: 0,
    outdated: 0,
  };
  for (const chosen of all) {
    counts[chosen.as] += 1;
    if ("outdated" in chosen && chosen.outdated) counts.outdated += 1;
  }
  return { segments: all.length, ...counts };
}

/** The default minimum state of a download or export, by workflow. */
export function defaultMinState(workflow: Workflow): TargetOptions["minState"] {
  if (workflow === "mt_only") return "draft";
  return workflow === "human" ? "translated" : "reviewed";
}
