import { availableParallelism } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { env } from "@/lib/env";
import {
  type DocumentSegment,
  type FormatOptions,
  type FormatWarning,
  type OutputOptions,
  type TranslatedText,
  UnreadableFile,
  type UnreadableReason,
  UnsupportedFormat,
  type Written,
} from "@/lib/formats/format";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import type { GlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import type { MemoryFile } from "@/lib/formats/language-resources/memory-file";
import { type PackedList, packInTurns, unpackInTurns } from "@/lib/formats/packed-list";

/** Options for reading; `format` is the id of a format that the caller insists on. */
export type ExtractOptions = FormatOptions & { readonly format?: string };

export type Extracted = {
  /** Id of the format that the file was recognised as. */
  readonly format: string;
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly FormatWarning[];
  readonly declaredLanguage?: string;
};

/** What kind of file it is: a format's id and its media type. */
export type Inspected = { readonly format: string; readonly mediaType: string };

/** What the thread is asked; one question at a time. */
export type Task =
  | { readonly kind: "memory"; readonly bytes: Uint8Array; readonly sourceLanguage: string }
  | {
      readonly kind: "glossary";
      readonly bytes: Uint8Array;
      readonly sourceLanguage: string;
      readonly targetLanguage?: string | undefined;
    }
  | { readonly kind: "exchange"; readonly bytes: Uint8Array; readonly count: number }
  | {
      readonly kind: "inspect";
      readonly bytes: Uint8Array;
      readonly fileName: string;
      readonly format?: string | undefined;
    }
  | {
      readonly kind: "extract";
      readonly bytes: Uint8Array;
      readonly fileName: string;
      readonly format?: string | undefined;
      readonly options: FormatOptions;
    }
  | {
      readonly kind: "write";
      readonly bytes: Uint8Array;
      readonly format: string;
      readonly options: FormatOptions;
      readonly translated: PackedList<TranslatedText>;
      readonly target: string;
      readonly output: OutputOptions;
    };

export type Answer =
  | { readonly kind: "memory"; readonly memory: MemoryFile }
  | { readonly kind: "glossary"; readonly glossary: GlossaryFile }
  | { readonly kind: "exchanged"; readonly exchanged: PackedList<Exchanged> }
  | { readonly kind: "inspected"; readonly inspected: Inspected }
  | {
      readonly kind: "extracted";
      readonly extracted: Omit<Extracted, "segments">;
      readonly segments: PackedList<DocumentSegment>;
    }
  | { readonly kind: "written"; readonly written: Written }
  | { readonly kind: "failed"; readonly failure: Failure };

export type Failure =
  | { readonly type: "unreadable"; readonly reason: UnreadableReason; readonly message: string }
  | {
      readonly type: "unsupported";
      readonly received: string;
      readonly supported: readonly string[];
      readonly message: string;
    }
  | { readonly type: "fault"; readonly message: string };

/** Says what kind of file it is, by name and content. Rejects with {@link UnreadableFile} or {@link UnsupportedFormat}. */
export async function inspectFile(bytes: Uint8Array, fileName: string, format?: string): Promise<Inspected> {
  const answer = await sandbox().run({ kind: "inspect", bytes, fileName, format });
  if (answer.kind === "inspected") return answer.inspected;
  throw new Error(`The format thread answered ${answer.kind} to inspect`);
}

/**
 * Reads an untrusted document in a thread of its own, within limits of memory and time. Rejects with
 * {@link UnreadableFile} or {@link UnsupportedFormat}.
 */
export async function extractDocument(
  bytes: Uint8Array,
  fileName: string,
  { format, ...options }: ExtractOptions = {},
): Promise<Extracted> {
  const answer = await sandbox().run({ kind: "extract", bytes, fileName, format, options });
  if (answer.kind === "extracted") return { ...answer.extracted, segments: await unpackInTurns(answer.segments) };
  throw new Error(`The format thread answered ${answer.kind} to extract`);
}

/**
 * Writes a document that was read by {@link extractDocument} with the same bytes and options: the thread keeps nothing
 * between calls and opens it again. One translation per segment, in order. Rejects as reading does.
 */
export async function writeDocument(
  bytes: Uint8Array,
  formatId: string,
  options: FormatOptions,
  translated: readonly TranslatedText[],
  target: string,
  output: OutputOptions = {},
): Promise<Written> {
  const answer = await sandbox().run({
    kind: "write",
    bytes,
    format: formatId,
    options,
    translated: await packInTurns(translated),
    target,
    output,
  });
  if (answer.kind === "written") return answer.written;
  throw new Error(`The format thread answered ${answer.kind} to write`);
}

/**
 * Reads an XLIFF file that was given out for a document with `count` segments and has come back: one entry per segment, in
 * order. Rejects with {@link UnreadableFile}.
 */
export async function readExchanged(bytes: Uint8Array, count: number): Promise<readonly Exchanged[]> {
  const answer = await sandbox().run({ kind: "exchange", bytes, count });
  if (answer.kind === "exchanged") return unpackInTurns(answer.exchanged);
  throw new Error(`The format thread answered ${answer.kind} to exchange`);
}

/** Reads a translation memory (TMX) for a memory of that source language. Rejects with {@link UnreadableFile}. */
export async function readMemoryFile(bytes: Uint8Array, sourceLanguage: string): Promise<MemoryFile> {
  const answer = await sandbox().run({ kind: "memory", bytes, sourceLanguage });
  if (answer.kind === "memory") return answer.memory;
  throw new Error(`The format thread answered ${answer.kind} to memory`);
}

/**
 * Reads a glossary (a table or TBX) for a glossary of that source language; `targetLanguage` for a table that names none.
 * Rejects with {@link UnreadableFile}.
 */
export async function readGlossaryFile(
  bytes: Uint8Array,
  sourceLanguage: string,
  targetLanguage?: string,
): Promise<GlossaryFile> {
  const answer = await sandbox().run({ kind: "glossary", bytes, sourceLanguage, targetLanguage });
  if (answer.kind === "glossary") return answer.glossary;
  throw new Error(`The format thread answered ${answer.kind} to glossary`);
}

/** Ends the threads; work in hand is rejected. The next call starts new ones. */
export async function closeSandbox(): Promise<void> {
  await shared?.close();
  shared = undefined;
}

let shared: Sandbox | undefined;

function sandbox(): Sandbox {
  shared ??= new Sandbox({
    // Next must not try to bundle this path: it is a file that the start script has written.
    script: path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "format-worker.mjs"),
    threads: Math.max(2, Math.min(4, availableParallelism())),
    memoryMb: env().DOCUMENT_MEMORY_MB,
    timeoutMs: env().DOCUMENT_TIMEOUT_MS,
  });
  return shared;
}

export type SandboxOptions = {
  /** File that a thread runs. */
  readonly script: string;
  /** That read and write documents at once. */
  readonly threads: number;
  /** Heap of one thread; buffers are outside it, and limited by the size of uploads and of what archives unpack to. */
  readonly memoryMb: number;
  /** From the moment that a thread takes the task; then it is ended and replaced. */
  readonly timeoutMs: number;
};

/** A thread without work is ended after this time, for its memory; one stays, since starting takes up to a second. */
const IDLE_MS = 60_000;

type Job = {
  readonly task: Task;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
};

type Thread = { readonly worker: Worker; job?: Job | undefined; timer?: NodeJS.Timeout | undefined };

/** A small pool of threads, each with one document at a time. A thread that hangs or runs out of memory is replaced. */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #threads = new Set<Thread>();
  /** An upload waits for these, and they take milliseconds: one thread more is theirs when all are busy with documents. */
  readonly #quick: Job[] = [];
  readonly #waiting: Job[] = [];

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  run(task: Task): Promise<Answer> {
    return new Promise((resolve, reject) => {
      (task.kind === "inspect" ? this.#quick : this.#waiting).push({ task, resolve, reject });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    const closed = new Error("The threads for documents were closed");
    for (const job of [...this.#quick.splice(0), ...this.#waiting.splice(0)]) job.reject(closed);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, closed)));
  }

  #dispatch(): void {
    const { threads } = this.#options;
    this.#serve(this.#quick, threads + 1);
    this.#serve(this.#waiting, threads);
  }

  #serve(queue: Job[], threads: number): void {
    while (queue.length > 0) {
      const all = [...this.#threads];
      if (all.filter((thread) => thread.job).length >= threads) return;
      this.#give(all.find((thread) => !thread.job) ?? this.#start(), queue.shift()!);
    }
  }

  #give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(() => {
      this.#end(
        thread,
        new UnreadableFile("timeout", "The document took too long to process. Split it and try again."),
      );
    }, this.#options.timeoutMs);
    // A copy moves into the thread: the caller keeps its bytes.
    const bytes = new Uint8Array(job.task.bytes);
    const pieces = job.task.kind === "write" ? job.task.translated.pieces : [];
    thread.worker.postMessage({ ...job.task, bytes }, [bytes.buffer, ...pieces.map(({ buffer }) => buffer)]);
  }

  #start(): Thread {
    const { script, memoryMb } = this.#options;
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
      env: {},
      stdin: false,
    });
    const thread: Thread = { worker };
    this.#threads.add(thread);
    worker.on("message", (answer: Answer) => this.#finish(thread, answer));
    worker.on("error", (error) => this.#end(thread, faultOf(error)));
    worker.on("exit", () => this.#end(thread, new Error("The thread for documents ended unexpectedly")));
    return thread;
  }

  #finish(thread: Thread, answer: Answer): void {
    const { job } = thread;
    if (!job) return;
    clearTimeout(thread.timer);
    thread.job = undefined;
    thread.timer = setTimeout(() => this.#threads.size > 1 && this.#end(thread), IDLE_MS).unref();
    thread.worker.unref();
    if (answer.kind === "failed") job.reject(errorOf(answer.failure));
    else job.resolve(answer);
    this.#dispatch();
  }

  /** Takes a thread out of the pool; whatever it was doing is rejected with `error`. */
  async #end(thread: Thread, error?: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.job?.reject(error ?? new Error("The thread for documents was ended"));
    thread.job = undefined;
    this.#dispatch();
    await thread.worker.terminate();
  }
}

function faultOf(error: Error & { code?: string }): Error {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new UnreadableFile("memory", "The document needs too much memory. Split it and try again.", { cause: error });
}

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
