import { parentPort, workerData } from "node:worker_threads";
import { reportThread } from "@/lib/base/pool/thread-clock";
import { isHidden } from "@/lib/formats/archive";
import { readFacts } from "@/lib/formats/facts";
import {
  type DocumentSegment,
  type Format,
  type FormatOptions,
  type OpenDocument,
  type TranslatedText,
  UnreadableFile,
  UnsupportedFormat,
  type Written,
} from "@/lib/formats/format";
import { sameLanguage, sameVariety } from "@/lib/formats/l10n/locale-names";
import { type StringsFile, stringsOf } from "@/lib/formats/l10n/strings-document";
import { type PairedStrings, pairStrings } from "@/lib/formats/l10n/translated-strings";
import { readExchange } from "@/lib/formats/l10n/xliff-exchange";
import { readGlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import { readMemoryFile } from "@/lib/formats/language-resources/memory-file";
import { straighten } from "@/lib/formats/pdf/straighten";
import { chooseFormat, formatById } from "@/lib/formats/registry";
import { ZipArchive } from "@/lib/formats/zip";
import { packList, unpackList } from "./packed-list";
import type { Answer, Failure, Paired, Task, Template } from "./threads";

reportThread(workerData);

/** The thread that reads and writes documents. The calling side is ./threads.ts. */
parentPort!.on("message", async (task: Task) => {
  try {
    const answer = await perform(task);
    parentPort!.postMessage(answer, buffersOf(answer));
  } catch (error) {
    parentPort!.postMessage({ kind: "failed", failure: describe(error) } satisfies Answer);
  }
});

async function perform(task: Task): Promise<Answer> {
  if (task.kind === "exchange")
    return { kind: "exchanged", exchanged: packList(readExchange(task.bytes, task.count, task.target)) };
  if (task.kind === "straighten") return { kind: "straightened", bytes: new Uint8Array(await straighten(task.bytes)) };
  if (task.kind === "facts") return { kind: "facts", facts: await readFacts(task.bytes) };
  if (task.kind === "unpack") {
    const archive = ZipArchive.open(task.bytes, task.limits);
    const files = archive.entries.filter(({ name }) => !name.endsWith("/") && !isHidden(name));
    return {
      kind: "unpacked",
      files: files.map((entry) => ({ name: entry.name, bytes: new Uint8Array(archive.read(entry)) })),
    };
  }
  if (task.kind === "memory") return { kind: "memory", memory: readMemoryFile(task.bytes, task.sourceLanguage) };
  if (task.kind === "glossary")
    return { kind: "glossary", glossary: readGlossaryFile(task.bytes, task.sourceLanguage, task.targetLanguage) };
  if (task.kind === "inspect") {
    const { id, mediaTypes } = chooseFormat(task.bytes, task.fileName, task.format);
    return { kind: "inspected", inspected: { format: id, mediaType: mediaTypes[0]! } };
  }
  if (task.kind === "extract") {
    const format = chooseFormat(task.bytes, task.fileName, task.format);
    const { segments, warnings, finished = 0, declaredLanguage } = await format.open(task.bytes, task.options);
    const language = declaredLanguage === undefined ? {} : { declaredLanguage };
    refuseOversized(segments);
    return {
      kind: "extracted",
      extracted: { format: format.id, warnings, finished, ...language },
      segments: packList(segments),
    };
  }
  const format = formatById(task.format);
  if (!format) throw new Error(`There is no format ${task.format}`);
  const document = await format.open(task.bytes, task.options);
  if (task.kind === "pair") {
    const found = await pairWith(format, document, task.translated, task.options, task.target, (file) =>
      refuseOtherTarget(file, task),
    );
    const { strings, declaredLanguage, pluralHeader } = found ?? {};
    return {
      kind: "paired",
      paired: strings ? { values: strings.values, declaredLanguage, pluralHeader } : null,
      adopted: packList(strings?.adopted.map((one) => one ?? { text: null }) ?? []),
    };
  }
  const translated = unpackList(task.translated);
  const written = task.template
    ? await writeIn(format, document, translated, task, task.template)
    : await document.write(translated, task.target, task.output);
  // A buffer from Node's pool is shared, so it cannot be transferred.
  return { kind: "written", written: written && { ...written, bytes: new Uint8Array(written.bytes) } };
}

async function writeIn(
  format: Format,
  document: OpenDocument,
  translated: readonly TranslatedText[],
  { options, target }: { readonly options: FormatOptions; readonly target: string },
  template: Template,
): Promise<Written | null> {
  const found = await pairWith(format, document, template.bytes, options, target);
  return found?.strings.write(translated, target, template) ?? null;
}

/** Pairs a translated file with its document: first as bilingual, then as monolingual. */
async function pairWith(
  format: Format,
  document: OpenDocument,
  bytes: Uint8Array,
  options: FormatOptions,
  target: string,
  check?: (file: StringsFile | undefined) => void,
): Promise<(Pick<Paired, "declaredLanguage" | "pluralHeader"> & { readonly strings: PairedStrings }) | undefined> {
  // The file's translations have the same sources as the document.
  const { side } = stringsOf(document) ?? {};
  if (format.holdsTargets && side !== "target") {
    const file = await format.open(bytes, { ...options, target, ...(side ? { side } : {}) });
    check?.(stringsOf(file));
    const strings = pairStrings(format, stringsOf(document), stringsOf(file), true);
    if (strings) return { strings, pluralHeader: stringsOf(file)?.pluralHeader };
  }
  const { target: _, ...others } = options;
  const file = await format.open(bytes, { ...others, source: target, ...(side === "target" ? { side } : {}) });
  const strings = pairStrings(format, stringsOf(document), stringsOf(file), false);
  return strings && { strings, declaredLanguage: file.declaredLanguage };
}

/** Refuses files in another language, whose texts would silently be lost; files in the source language may have any. */
function refuseOtherTarget(
  file: StringsFile | undefined,
  { target, options: { source } }: Extract<Task, { kind: "pair" }>,
): void {
  const declared = file?.declaredTarget;
  if (!declared || sameVariety(declared, target) || (source && sameLanguage(declared, source))) return;
  throw new UnreadableFile(
    "wrong_language",
    `This file says that its translations are in ${declared.slice(0, 40)}, not in ${target}.`,
  );
}

/** Buffers that are transferred instead of copied. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  if (answer.kind === "straightened") return [answer.bytes.buffer as ArrayBuffer];
  if (answer.kind === "written") return answer.written ? [answer.written.bytes.buffer as ArrayBuffer] : [];
  const packed =
    answer.kind === "extracted"
      ? answer.segments
      : answer.kind === "exchanged"
        ? answer.exchanged
        : answer.kind === "paired"
          ? answer.adopted
          : null;
  return packed?.pieces.map(({ buffer }) => buffer) ?? [];
}

/** Maximum size of a segment, because the server processes each segment as a whole. */
const MAX_SEGMENT_LENGTH = 1_000_000;
const MAX_SEGMENT_CODES = 10_000;

function refuseOversized(segments: readonly DocumentSegment[]): void {
  if (segments.every(({ text, codes }) => text.length <= MAX_SEGMENT_LENGTH && codes.length <= MAX_SEGMENT_CODES))
    return;
  throw new UnreadableFile(
    "too_complex",
    "One paragraph of the document is too long, or has too much markup in it. Break it into several and send it again.",
  );
}

function describe(error: unknown): Failure {
  if (error instanceof UnreadableFile) return { type: "unreadable", reason: error.reason, message: error.message };
  if (error instanceof UnsupportedFormat) {
    return { type: "unsupported", received: error.received, supported: error.supported, message: error.message };
  }
  if (error instanceof RangeError && /call stack/.test(error.message)) {
    return { type: "unreadable", reason: "too_complex", message: "The document is nested too deeply." };
  }
  return { type: "fault", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
