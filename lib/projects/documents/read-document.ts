import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { segments } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import { type DocumentSegment, leftWarning } from "@/lib/formats/format";
import { sameLanguage } from "@/lib/formats/l10n/locale-names";
import type { ProjectRow } from "@/lib/projects/require-project";
import { embeddedTargets } from "@/lib/projects/targets/embedded-targets";
import type { EmbeddedTarget } from "@/lib/projects/targets/imported-translations";
import type { ImportedValue } from "@/lib/projects/targets/receipt";
import { MAX_SEGMENTS } from "@/lib/schemas/documents";
import { labelsInNote, limitInNote, MAX_LABELS } from "@/lib/text/labels-in-note";
import { parseLanguage } from "@/lib/text/languages";
import { hasWords } from "@/lib/text/lines";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { flagsInNote } from "@/lib/text/qa/usable-flags";
import { type InlineCode, plainText } from "@/lib/text/segment";
import { codePoints, countWords } from "@/lib/text/words";
import { findForeign } from "@/lib/translation/foreign";
import { detectableLanguages } from "@/lib/translation/languages";
import { contextHash, sourceHash } from "@/lib/translation/memory/hash";
import { sourceDiffers, sourceLooksLike, type Warning } from "@/lib/translation/warnings";
import type { PluralRule } from "@/lib/vocabulary/segments";
import { type DocumentSource, openDocument } from "./open-document";
import { segmentKeys } from "./segment-keys";

/** A segment of a new version, in the form in which it is stored. */
export type IncomingSegment = {
  readonly key: string;
  /** False if the key is derived from the text, so that an edited text has another key. */
  readonly named: boolean;
  readonly source: string;
  readonly codes: readonly InlineCode[];
  /** All forms of a plural message's source; null for other segments. */
  readonly sourceForms: Forms | null;
  readonly pluralRule: PluralRule | null;
  readonly sourceHash: string;
  readonly contextHash: string;
  readonly wordCount: number;
  readonly charCount: number;
  readonly maxLength: number | null;
  readonly note: string | null;
  /** Labels from the file. */
  readonly labels: readonly string[];
  /** Check flags from the file. */
  readonly flags: readonly string[];
  /** False for numbers, addresses and similar values. */
  readonly translatable: boolean;
  /** True for such a value in a file of strings: stored for each language but never translated. */
  readonly nonLinguistic: boolean;
};

export type ReadDocument = {
  /** The segments in the document's order. */
  readonly segments: readonly IncomingSegment[];
  /** The translations that the document contains, by language and key. */
  readonly targets: ReadonlyMap<string, ReadonlyMap<string, EmbeddedTarget>>;
  /** All translations that the document contains, for the receipt. */
  readonly values: readonly ImportedValue[];
  readonly warnings: readonly Warning[];
};

/**
 * Reads a document for a project in a worker thread, within the thread's limits. Throws 413 for more than 50,000
 * segments, 415 and 422 for an unreadable document, and 422 for one without text.
 */
export async function readDocument(document: DocumentSource): Promise<ReadDocument> {
  const opened = await openDocument(document, document.languages[0]);
  const found = withinLimit(opened.segments);
  if (!found.some(({ nonLinguistic }) => !nonLinguistic))
    throw new AppError("no_translatable_text", "The document has no text to translate.", { reason: "no_text" });
  if (found.length > MAX_SEGMENTS) throw tooManySegments(MAX_SEGMENTS, found.length, "A document");
  const keys = segmentKeys(found);
  const unusable: string[] = [];
  const hashes = found.map(({ text, plural }) => sourceHash(text, plural?.forms));
  const read = await mapInTurns(found, (segment, i): IncomingSegment | null => {
    const keyed = keys[i];
    if (!keyed) return null;
    const flags = flagsInNote(segment.note && keepableText(segment.note));
    unusable.push(...flags.unusable);
    const previous = found[i - 1]?.text ?? null;
    const next = found[i + 1]?.text ?? null;
    return {
      ...keyed,
      source: segment.text,
      codes: segment.codes.map(keepable),
      sourceForms: segment.plural?.forms ?? null,
      pluralRule: segment.plural?.rule ?? null,
      sourceHash: hashes[i]!,
      contextHash: contextHash(previous, next, segment.key),
      ...countsOf(segment, document.sourceLanguage),
      maxLength: segment.maxLength ?? limitInNote(segment.note),
      note: segment.note ? keepableText(segment.note) : null,
      labels: labelsOf(segment),
      flags: flags.usable,
      translatable: !segment.nonLinguistic && hasWords(plainText(segment.text)),
      nonLinguistic: segment.nonLinguistic === true,
    };
  });
  const kept = read.filter((segment) => segment !== null);
  const held = await embeddedTargets(document, found, keys, (language) => openDocument(document, language));
  const lost = found.length - kept.length;
  return {
    segments: kept,
    targets: held.targets,
    values: held.values,
    warnings: [
      ...opened.warnings,
      ...languageWarning(opened.declaredLanguage, document.sourceLanguage),
      ...(await lookalikeWarning(
        kept.map(({ source }) => plainText(source)),
        document.sourceLanguage,
      )),
      ...held.warnings,
      ...leftWarning([...new Set(unusable)], "Flags of checks that cannot be used", unusable.length),
      ...(lost > 0 ? [{ code: "part_skipped", message: lostMessage(lost) }] : []),
    ],
  };
}

async function lookalikeWarning(texts: readonly string[], source: string): Promise<Warning[]> {
  const { lookalike } = await findForeign(texts, source, await detectableLanguages({ localOnly: true }));
  return lookalike ? [sourceLooksLike(lookalike)] : [];
}

function languageWarning(declared: string | undefined, source: string): Warning[] {
  const tag = declared && parseLanguage(declared);
  if (!tag || sameLanguage(tag, source)) return [];
  return [sourceDiffers(tag, source)];
}

/** Each form of a plural message counts as a text, because each is translated. */
function countsOf({ text, codes, plural, nonLinguistic }: DocumentSegment, language: string) {
  const texts = Object.values(plural?.forms ?? { text }).map((one) => plainText(one, codes));
  const sum = (count: (one: string) => number) => texts.reduce((total, one) => total + count(one), 0);
  return { wordCount: nonLinguistic ? 0 : sum((one) => countWords(one, language)), charCount: sum(codePoints) };
}

/** Omits non-linguistic values if the document has too many segments with them. */
function withinLimit(segments: readonly DocumentSegment[]): readonly DocumentSegment[] {
  return segments.length > MAX_SEGMENTS ? segments.filter(({ nonLinguistic }) => !nonLinguistic) : segments;
}

function labelsOf({ labels = [], note }: DocumentSegment): readonly string[] {
  const stated = [...labels.map(keepableText), ...labelsInNote(note && keepableText(note))];
  return [...new Set(stated)].slice(0, MAX_LABELS);
}

function keepable(code: InlineCode): InlineCode {
  return code.equiv === undefined ? code : { ...code, equiv: keepableText(code.equiv) };
}

/** Removes characters that PostgreSQL cannot store. */
function keepableText(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Maximum segments per project. */
const MAX_PROJECT_SEGMENTS = 200_000;

/** Throws 413 if this many segments exceed the project's limit. */
export async function requireRoom(
  tx: Transaction,
  { accountId, id }: Pick<ProjectRow, "accountId" | "id">,
  documentId: string | null,
  count: number,
): Promise<void> {
  const [others] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(segments)
    .where(
      and(
        eq(segments.accountId, accountId),
        eq(segments.projectId, id),
        documentId ? ne(segments.documentId, documentId) : undefined,
        isNull(segments.removedIn),
      ),
    );
  const total = count + (others?.count ?? 0);
  if (total > MAX_PROJECT_SEGMENTS) throw tooManySegments(MAX_PROJECT_SEGMENTS, total, "A project");
}

function tooManySegments(limit: number, actual: number, what: "A document" | "A project"): AppError {
  const count = (n: number) => n.toLocaleString("en");
  return new AppError(
    "too_large",
    `${what} can have at most ${count(limit)} segments; this has ${count(actual)}. Split it.`,
    { limit, actual, unit: "items", field: "segments" },
  );
}

function lostMessage(count: number): string {
  const segments = count === 1 ? "One segment has" : `${count} segments hold`;
  return `${segments} characters that cannot be stored (NUL or lone surrogates) and will stay in the source language.`;
}
