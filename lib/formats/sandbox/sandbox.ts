import { availableParallelism } from "node:os";
import path from "node:path";
import { env } from "@/lib/base/env";
import { AppError } from "@/lib/base/errors";
import { perProcess } from "@/lib/base/singleton";
import { asAppError, faultsAsAppErrors } from "@/lib/formats/app-errors";
import type { Facts } from "@/lib/formats/facts";
import {
  type FormatOptions,
  type OutputOptions,
  type TranslatedText,
  UnreadableFile,
  UnsupportedFormat,
  type Written,
} from "@/lib/formats/format";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import type { GlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import type { MemoryFile } from "@/lib/formats/language-resources/memory-file";
import { isCompoundFile, LEGACY_FORMATS, type LegacyFormat } from "@/lib/formats/office/legacy";
import { picture } from "@/lib/formats/pdf/picture";
import { chooseFormat } from "@/lib/formats/registry";
import type { ZipLimits } from "@/lib/formats/zip";
import { modernise, requireLibreOffice } from "./libreoffice";
import { packInTurns, unpackInTurns } from "./packed-list";
import { type RecognitionOptions, recognise, requireRecognition } from "./recognition";
import {
  type Answer,
  DocumentThreads,
  type Extracted,
  type Failure,
  type Inspected,
  type PackedFile,
  type Paired,
  type Task,
  type Template,
} from "./threads";

/** Options for reading. `format` is the id of a format that the caller requires; `awaited` as in text recognition. */
export type ExtractOptions = FormatOptions & { readonly format?: string; readonly awaited?: boolean };

/** Detects the format by name and content. Throws 415 if it is not supported, 422 if unreadable. */
export async function inspectFile(bytes: Uint8Array, fileName: string, format?: string): Promise<Inspected> {
  const answer = await ask("inspected", { kind: "inspect", bytes, fileName, format });
  const legacy = legacyFormat(answer.inspected.format);
  if (legacy) await faultsAsAppErrors(async () => requireLibreOffice(legacy));
  if (answer.inspected.format === picture.id) await faultsAsAppErrors(async () => requireRecognition("picture"));
  return answer.inspected;
}

/**
 * Reads an untrusted document in a separate thread with limits of memory and time. Throws 415 if its format is not
 * supported, 422 if unreadable.
 */
export async function extractDocument(
  bytes: Uint8Array,
  fileName: string,
  { format, awaited, ...options }: ExtractOptions = {},
): Promise<Extracted> {
  return recognising(bytes, { source: options.source, awaited }, async (readable, isRecognised) => {
    const known = isRecognised ? chooseFormat(bytes, fileName, format).id : format;
    const task = { kind: "extract", bytes: readable, fileName, format: known, options } as const;
    const extracted = await extract(await inPresentFormat(task));
    return isRecognised ? { ...extracted, warnings: [RECOGNISED, ...extracted.warnings] } : extracted;
  });
}

/** {@link extractDocument} for a text in a markup language instead of a file: nothing is detected or converted. */
export function extractMarkup(bytes: Uint8Array, format: string): Promise<Extracted> {
  return extract({ kind: "extract", bytes, fileName: `text.${format}`, format, options: {} });
}

async function extract(task: Task): Promise<Extracted> {
  const answer = await ask("extracted", task);
  return { ...answer.extracted, segments: await unpackInTurns(answer.segments) };
}

/**
 * Writes a document that {@link extractDocument} read with the same bytes and options. Threads keep no state, so they
 * open it again. `translations` has one item per segment, in order. Throws the same errors as reading.
 */
export async function writeDocument(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  output: OutputOptions = {},
): Promise<Written> {
  return recognising(bytes, { source: options.source }, async (readable) => {
    const packed = await packInTurns(translated);
    const task = { bytes: readable, format: formatId, options, translated: packed, target, output };
    return (await ask("written", await inPresentFormat({ kind: "write", ...task }))).written!;
  });
}

/** Like {@link writeDocument}, for a text that {@link extractMarkup} read. */
export async function writeMarkup(
  bytes: Uint8Array,
  format: string,
  encoded: readonly string[],
  target: string,
): Promise<Uint8Array> {
  const translated = await packInTurns(encoded.map((text) => ({ text })));
  const answer = await ask("written", { kind: "write", bytes, format, options: {}, translated, target, output: {} });
  return answer.written!.bytes;
}

/**
 * Writes a translated file with the current texts of the document, one per segment, in order. Null if the strings of
 * the file have no names, or none is in the document. Throws the same errors as reading.
 */
export async function writeInTemplate(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  template: Template,
): Promise<Written | null> {
  const task = { bytes, format: formatId, options, translated: await packInTurns(translated), target, output: {} };
  return (await ask("written", await inPresentFormat({ kind: "write", ...task, template }))).written;
}

/**
 * The translations of a document's segments from a file of the same format, matched by the names of its strings. Null
 * if the strings have no names, or none is in the document. Throws the same errors as reading.
 */
export async function pairDocuments(
  bytes: Uint8Array,
  translated: Uint8Array,
  format: string,
  options: FormatOptions,
  target: string,
): Promise<Paired | null> {
  const task = { kind: "pair", bytes, translated, format, options, target } as const;
  const { paired, adopted } = await ask("paired", await inPresentFormat(task));
  return paired && { ...paired, adopted: await unpackInTurns(adopted) };
}

/**
 * Reads the returned XLIFF file of a document with `count` segments. One entry per segment, in order. Throws 422 if
 * unreadable.
 */
export async function readExchanged(bytes: Uint8Array, count: number, target: string): Promise<readonly Exchanged[]> {
  const answer = await ask("exchanged", { kind: "exchange", bytes, count, target });
  return unpackInTurns(answer.exchanged);
}

/** Reads the values of a file that a translation must not change. Throws 422 if unreadable. */
export async function factsOf(bytes: Uint8Array): Promise<Facts> {
  return (await ask("facts", { kind: "facts", bytes })).facts;
}

/** The files of a ZIP, without folders and hidden files. Throws 422 if damaged or over the limits. */
export async function unpackFiles(bytes: Uint8Array, limits: ZipLimits): Promise<readonly PackedFile[]> {
  return (await ask("unpacked", { kind: "unpack", bytes, limits })).files;
}

/** Reads a translation memory (TMX) with this source language. Throws 422 if unreadable. */
export async function readMemoryFile(bytes: Uint8Array, sourceLanguage: string): Promise<MemoryFile> {
  const answer = await ask("memory", { kind: "memory", bytes, sourceLanguage });
  return answer.memory;
}

/**
 * Reads a glossary (a table or TBX) with this source language. `targetLanguage` is for a table without one. Throws 422
 * if unreadable.
 */
export async function readGlossaryFile(
  bytes: Uint8Array,
  sourceLanguage: string,
  targetLanguage?: string,
): Promise<GlossaryFile> {
  const answer = await ask("glossary", { kind: "glossary", bytes, sourceLanguage, targetLanguage });
  return answer.glossary;
}

/** Ends the threads and rejects running work. The next call starts new threads. */
export async function closeSandbox(): Promise<void> {
  const threads = documentThreads.current;
  documentThreads.clear();
  await threads?.close();
}

async function ask<K extends Answer["kind"]>(kind: K, task: Task): Promise<Extract<Answer, { kind: K }>> {
  const answer = await documentThreads().run(task);
  if (answer.kind === "failed") throw asAppError(errorOf(answer.failure));
  if (answer.kind !== kind) throw new Error(`The format thread answered ${answer.kind} to ${task.kind}`);
  return answer as Extract<Answer, { kind: K }>;
}

/**
 * Processes a document, and again after text recognition if its text is only in pictures. `work` must create its task
 * each time, because tasks are moved to threads.
 */
async function recognising<T>(
  bytes: Uint8Array,
  options: RecognitionOptions,
  work: (bytes: Uint8Array, isRecognised: boolean) => Promise<T>,
): Promise<T> {
  try {
    return await work(bytes, false);
  } catch (error) {
    if (!hasNoText(error)) throw error;
  }
  const recognised = await faultsAsAppErrors(() => recognise(bytes, options, straightened));
  return work(recognised, true).catch((error) => {
    if (!hasNoText(error)) throw error;
    const none = new UnreadableFile("no_text_layer", "No text was recognised in its pictures.");
    return faultsAsAppErrors(() => Promise.reject(none));
  });
}

function hasNoText(error: unknown): boolean {
  return error instanceof AppError && error.details.reason === "no_text_layer";
}

async function straightened(pdf: Uint8Array): Promise<Uint8Array> {
  return (await ask("straightened", { kind: "straighten", bytes: pdf })).bytes;
}

/** Warns that recognised text may contain mistakes. */
const RECOGNISED = {
  code: "recognised",
  message: "The text was recognised in pictures and may contain mistakes. Compare it with the original.",
} as const;

/** Converts documents of old Office formats before a thread reads them. */
async function inPresentFormat(task: Extract<Task, { kind: "extract" | "write" | "pair" }>): Promise<Task> {
  if (!isCompoundFile(task.bytes)) return task;
  return faultsAsAppErrors(async () => {
    const { id } = task.kind === "extract" ? chooseFormat(task.bytes, task.fileName, task.format) : { id: task.format };
    const format = legacyFormat(id);
    return format ? { ...task, format: id, bytes: await modernise(task.bytes, format) } : task;
  });
}

function legacyFormat(id: string): LegacyFormat | undefined {
  return LEGACY_FORMATS.find((format) => format.id === id);
}

/** Number of busy and allowed document threads, and of documents that wait for one. */
export function documentLoad(): { busy: number; threads: number; queued: number } {
  const threads = documentThreads.current;
  return { busy: threads?.busy ?? 0, threads: threads?.threads ?? 0, queued: threads?.queued ?? 0 };
}

/** Jobs and requests share the threads, because the memory limit is for both. */
const documentThreads = perProcess("document-threads", () => {
  return new DocumentThreads({
    // The comment prevents Next from bundling this path, which the start script writes.
    script: path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "format-worker.mjs"),
    threads: Math.max(2, Math.min(4, availableParallelism())),
    memoryMb: env().DOCUMENT_MEMORY_MB,
    timeoutMs: env().DOCUMENT_TIMEOUT_MS,
  });
});

function errorOf(failure: Failure): Error {
  switch (failure.type) {
    case "unreadable":
      return new UnreadableFile(failure.reason, failure.message);
    case "unsupported":
      return new UnsupportedFormat(failure.received, failure.supported, failure.message);
    case "fault":
      return new Error(`A format failed: ${failure.message}`);
  }
}
