import { parentPort } from "node:worker_threads";
import { UnreadableFile, UnsupportedFormat } from "@/lib/formats/format";
import { readExchange } from "@/lib/formats/l10n/xliff-exchange";
import { chooseFormat, formatById } from "@/lib/formats/registry";
import type { Answer, Failure, Task } from "@/lib/formats/sandbox";

/** The thread in which documents are read and written; lib/formats/sandbox.ts is its other side. */
parentPort!.on("message", async (task: Task) => {
  try {
    const answer = await perform(task);
    const moved = answer.kind === "written" ? [answer.written.bytes.buffer as ArrayBuffer] : [];
    parentPort!.postMessage(answer, moved);
  } catch (error) {
    parentPort!.postMessage({ kind: "failed", failure: describe(error) } satisfies Answer);
  }
});

async function perform(task: Task): Promise<Answer> {
  if (task.kind === "exchange") return { kind: "exchanged", exchanged: readExchange(task.bytes, task.count) };
  if (task.kind === "inspect") {
    const { id, mediaTypes } = chooseFormat(task.bytes, task.fileName, task.format);
    return { kind: "inspected", inspected: { format: id, mediaType: mediaTypes[0]! } };
  }
  if (task.kind === "extract") {
    const format = chooseFormat(task.bytes, task.fileName, task.format);
    const { segments, warnings, declaredLanguage } = await format.open(task.bytes, task.options);
    const language = declaredLanguage === undefined ? {} : { declaredLanguage };
    return { kind: "extracted", extracted: { format: format.id, segments, warnings, ...language } };
  }
  const format = formatById(task.format);
  if (!format) throw new Error(`There is no format ${task.format}`);
  const document = await format.open(task.bytes, task.options);
  const { bytes, ...written } = await document.write(task.translated, task.target, task.output);
  // A buffer of Node's pool is shared with others and cannot be moved to another thread.
  return { kind: "written", written: { ...written, bytes: new Uint8Array(bytes) } };
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
