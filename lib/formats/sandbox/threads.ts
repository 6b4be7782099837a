import { Worker } from "node:worker_threads";
import type {
  DocumentSegment,
  FormatOptions,
  FormatWarning,
  OutputOptions,
  TranslatedText,
  UnreadableReason,
  Written,
} from "@/lib/formats/format";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import type { GlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import type { MemoryFile } from "@/lib/formats/language-resources/memory-file";
import type { PackedList } from "./packed-list";

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

export type Extracted = {
  /** Id of the format that the file was recognised as. */
  readonly format: string;
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly FormatWarning[];
  readonly declaredLanguage?: string;
};

/** What kind of file it is: a format's id and its media type. */
export type Inspected = { readonly format: string; readonly mediaType: string };

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

export type ThreadOptions = {
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
export class DocumentThreads {
  readonly #options: ThreadOptions;
  readonly #threads = new Set<Thread>();
  /** An upload waits for these, and they take milliseconds: one thread more is theirs when all are busy with documents. */
  readonly #quick: Job[] = [];
  readonly #waiting: Job[] = [];

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Whatever the document is to blame for is an answer; rejects when the thread is. */
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
      thread.job?.resolve(unreadable("timeout", "The document took too long to process. Split it and try again."));
      this.#end(thread);
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
    worker.on("error", (error: Error & { code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY")
        thread.job?.resolve(unreadable("memory", "The document needs too much memory. Split it and try again."));
      this.#end(thread, error);
    });
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
    job.resolve(answer);
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

function unreadable(reason: UnreadableReason, message: string): Answer {
  return { kind: "failed", failure: { type: "unreadable", reason, message } };
}
