import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { type DocumentSegment, UnreadableFile, UnsupportedFormat } from "@/lib/formats/format";
import { readExchange } from "@/lib/formats/l10n/xliff-exchange";
import { readGlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import { readMemoryFile } from "@/lib/formats/language-resources/memory-file";
import { chooseFormat, formatById } from "@/lib/formats/registry";
import { packList, unpackList } from "./packed-list";
import type { Answer, Failure, Task } from "./threads";

/**
 * Requests go before documents where cores are few. On Linux a priority is the calling thread's own (setpriority(2)); elsewhere
 * it would be that of the whole server.
 */
const NICENESS = 5;
if (process.platform === "linux") {
  try {
    setPriority(NICENESS);
  } catch {
    // Some sandboxes forbid it: documents are then read at the priority of requests.
  }
}

/** The thread in which documents are read and written; ./threads.ts is its other side. */
parentPort!.on("message", async (task: Task) => {
  try {
    const answer = await perform(task);
    parentPort!.postMessage(answer, buffersOf(answer));
  } catch (error) {
    parentPort!.postMessage({ kind: "failed", failure: describe(error) } satisfies Answer);
  }
});

async function perform(task: Task): Promise<Answer> {
  if (task.kind === "exchange") return { kind: "exchanged", exchanged: packList(readExchange(task.bytes, task.count)) };
  if (task.kind === "memory") return { kind: "memory", memory: readMemoryFile(task.bytes, task.sourceLanguage) };
  if (task.kind === "glossary")
    return { kind: "glossary", glossary: readGlossaryFile(task.bytes, task.sourceLanguage, task.targetLanguage) };
  if (task.kind === "inspect") {
    const { id, mediaTypes } = chooseFormat(task.bytes, task.fileName, task.format);
    return { kind: "inspected", inspected: { format: id, mediaType: mediaTypes[0]! } };
  }
  if (task.kind === "extract") {
    const format = chooseFormat(task.bytes, task.fileName, task.format);
    const { segments, warnings, declaredLanguage } = await format.open(task.bytes, task.options);
    const language = declaredLanguage === undefined ? {} : { declaredLanguage };
    refuseOversized(segments);
    return {
      kind: "extracted",
      extracted: { format: format.id, warnings, ...language },
      segments: packList(segments),
    };
  }
  const format = formatById(task.format);
  if (!format) throw new Error(`There is no format ${task.format}`);
  const document = await format.open(task.bytes, task.options);
  const { bytes, ...written } = await document.write(unpackList(task.translated), task.target, task.output);
  // A buffer of Node's pool is shared with others and cannot be moved to another thread.
  return { kind: "written", written: { ...written, bytes: new Uint8Array(bytes) } };
}

/** They move into the other thread: nothing is copied. */
function buffersOf(answer: Answer): ArrayBuffer[] {
  if (answer.kind === "written") return [answer.written.bytes.buffer as ArrayBuffer];
  const packed = answer.kind === "extracted" ? answer.segments : answer.kind === "exchanged" ? answer.exchanged : null;
  return packed?.pieces.map(({ buffer }) => buffer) ?? [];
}

/** What a segment may have: beyond it the server, which takes one segment at a time, would keep others waiting. */
const MOST_UNITS = 1_000_000;
const MOST_CODES = 10_000;

function refuseOversized(segments: readonly DocumentSegment[]): void {
  if (segments.every(({ text, codes }) => text.length <= MOST_UNITS && codes.length <= MOST_CODES)) return;
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
