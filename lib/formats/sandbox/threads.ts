import { pathToFileURL } from "node:url";
import { currentAccount, leastServed } from "@/lib/base/pool/account-cpu";
import { ThreadEnded } from "@/lib/base/pool/task-thread";
import { ThreadPool } from "@/lib/base/pool/thread-pool";
import type { Facts } from "@/lib/formats/facts";
import {
  type DocumentSegment,
  type FormatOptions,
  type FormatWarning,
  type OutputOptions,
  SMALL_BYTES,
  type TargetState,
  type TranslatedText,
  type UnreadableReason,
  type Written,
} from "@/lib/formats/format";
import type { ReadValue, TemplateOptions } from "@/lib/formats/l10n/translated-strings";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import type { GlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import type { MemoryFile } from "@/lib/formats/language-resources/memory-file";
import type { ZipLimits } from "@/lib/formats/zip";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import type { PackedList } from "./packed-list";

/** Requests to the thread, which handles one at a time. */
export type Task =
  | { readonly kind: "straighten"; readonly bytes: Uint8Array }
  | { readonly kind: "facts"; readonly bytes: Uint8Array }
  | { readonly kind: "unpack"; readonly bytes: Uint8Array; readonly limits: ZipLimits }
  | { readonly kind: "memory"; readonly bytes: Uint8Array; readonly sourceLanguage: string }
  | {
      readonly kind: "glossary";
      readonly bytes: Uint8Array;
      readonly sourceLanguage: string;
      readonly targetLanguage?: string | undefined;
    }
  | { readonly kind: "exchange"; readonly bytes: Uint8Array; readonly count: number; readonly target: string }
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
      /** An existing translated file of the document: the translations are written into it instead of into `bytes`. */
      readonly template?: Template | undefined;
    }
  | {
      readonly kind: "pair";
      readonly bytes: Uint8Array;
      readonly translated: Uint8Array;
      readonly format: string;
      readonly options: FormatOptions;
      readonly target: string;
    };

/** A file of an archive, by its path in it. */
export type PackedFile = { readonly name: string; readonly bytes: Uint8Array };

/** A translated file of a document, and the options for changing it. */
export type Template = TemplateOptions & { readonly bytes: Uint8Array };

/** `text` is null without a translation. */
export type PairedText = {
  readonly text: string | null;
  readonly forms?: Forms;
  readonly state?: TargetState;
  /** True if it translates an earlier source. */
  readonly isOutdated?: boolean;
};

/** What a translated file contains for the segments of its source document. */
export type Paired = {
  readonly adopted: readonly PairedText[];
  /** All texts of the file. */
  readonly values: readonly ReadValue[];
  /** The language declared by the file. */
  readonly declaredLanguage?: string | undefined;
  /** The `Plural-Forms` of a gettext file. */
  readonly pluralHeader?: string | undefined;
};

export type Extracted = {
  /** Id of the detected format. */
  readonly format: string;
  readonly segments: readonly DocumentSegment[];
  readonly warnings: readonly FormatWarning[];
  /** Number of units with a finished translation, which are not segments. */
  readonly finished: number;
  readonly declaredLanguage?: string;
};

/** The detected format: its id and media type. */
export type Inspected = { readonly format: string; readonly mediaType: string };

export type Answer =
  | { readonly kind: "straightened"; readonly bytes: Uint8Array }
  | { readonly kind: "facts"; readonly facts: Facts }
  | { readonly kind: "unpacked"; readonly files: readonly PackedFile[] }
  | { readonly kind: "memory"; readonly memory: MemoryFile }
  | { readonly kind: "glossary"; readonly glossary: GlossaryFile }
  | { readonly kind: "exchanged"; readonly exchanged: PackedList<Exchanged> }
  | { readonly kind: "inspected"; readonly inspected: Inspected }
  | {
      readonly kind: "extracted";
      readonly extracted: Omit<Extracted, "segments">;
      readonly segments: PackedList<DocumentSegment>;
    }
  /** Null if the template is not of the document. */
  | { readonly kind: "written"; readonly written: Written | null }
  /** Null if the file is not a translation of the document with named strings. */
  | {
      readonly kind: "paired";
      readonly paired: Omit<Paired, "adopted"> | null;
      readonly adopted: PackedList<PairedText>;
    }
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
  /** Script of the threads. */
  readonly script: string;
  /** Number of concurrent documents. */
  readonly threads: number;
  /** Heap of one thread in megabytes. Buffers are additional; the sizes of uploads and unpacked archives limit them. */
  readonly memoryMb: number;
  /** Time limit of a task in milliseconds of CPU time. A thread that exceeds it is replaced. */
  readonly timeoutMs: number;
};

/** Small PDFs take a fraction of a second; one that takes long contains a loop. */
const PDF_TIMEOUT_MS = 15_000;
const PDF_TIMEOUT_MS_PER_KB = 40;

/** Requests take precedence over documents on few cores, and small documents over large ones. */
const NICENESS = 5;
const NICENESS_OF_LARGE = 15;

/** Threads that read and write documents. One that exceeds a thread's limits is reported as unreadable. */
export class DocumentThreads {
  readonly #pool: ThreadPool<Task, Answer>;
  /** Pool for small documents and the inspection of uploads, which starting a thread would delay by a second. */
  readonly #quick: ThreadPool<Task, Answer>;
  /** Account of each document in the pool. */
  readonly #reading: (string | undefined)[] = [];
  #waiting: { readonly account: string | undefined; readonly start: () => void }[] = [];

  readonly #timeoutMs: number;

  constructor({ script, threads, memoryMb, timeoutMs }: ThreadOptions) {
    this.#timeoutMs = timeoutMs;
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
    const shared = { timeoutMs, resourceLimits, pack: moveInto };
    this.threads = threads;
    this.#pool = new ThreadPool({ ...shared, script: nice(script, NICENESS_OF_LARGE), threads: threads + 1, kept: 0 });
    this.#quick = new ThreadPool({ ...shared, script: nice(script, NICENESS), threads: 1 });
  }

  readonly threads: number;

  /** Number of queued documents. */
  get queued(): number {
    return this.#waiting.length + this.#quick.queued;
  }

  /** Number of busy threads. */
  get busy(): number {
    return this.#pool.busy + this.#quick.busy;
  }

  /** Errors in the document are answers. Rejects with {@link ThreadEnded} for errors of the thread. */
  async run(task: Task): Promise<Answer> {
    try {
      // Detection has priority, because an upload waits for it and it takes milliseconds.
      if (task.kind === "inspect") return await this.#quick.run(task, { priority: "interactive" });
      const options = { priority: "bulk", timeoutMs: Math.min(this.#timeoutMs, timeoutFor(task.bytes)) } as const;
      if (task.bytes.length <= SMALL_BYTES) return await this.#quick.run(task, options);
      const account = currentAccount();
      await new Promise<void>((start) => {
        this.#waiting.push({ account, start });
        this.#admit();
      });
      return await this.#pool.run(task, options).finally(() => {
        this.#reading.splice(this.#reading.indexOf(account), 1);
        this.#admit();
      });
    } catch (error) {
      const reason = error instanceof ThreadEnded ? error.reason : undefined;
      if (reason === "timeout")
        return unreadable("timeout", "The document took too long to process. Split it and try again.");
      if (reason === "memory")
        return unreadable("memory", "The document needs too much memory. Split it and try again.");
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.close(), this.#quick.close()]);
  }

  /** Starts documents, first of the account that used least. No account occupies the last thread. */
  #admit(): void {
    const isAllowed = ({ account }: { readonly account: string | undefined }) =>
      this.#reading.length < this.threads ||
      (this.#reading.length === this.threads && !this.#reading.includes(account));
    for (let next = leastServed(this.#waiting.filter(isAllowed)); next; ) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#reading.push(next.account);
      next.start();
      next = leastServed(this.#waiting.filter(isAllowed));
    }
  }
}

/**
 * A script that sets its thread's niceness, see setpriority(2), before it loads another one, which takes a third of a
 * second of processor time. On Linux only: elsewhere the niceness would be the whole process's.
 */
function nice(script: string, niceness: number): string | URL {
  if (process.platform !== "linux") return script;
  // Some sandboxes forbid it; documents then run at normal priority.
  const code = `import os from "node:os";
    try { if (os.getPriority() < ${niceness}) os.setPriority(${niceness}); } catch {}
    await import(${JSON.stringify(pathToFileURL(script))});`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** Time limit of a document by its size, in milliseconds, below the general limit. */
function timeoutFor(bytes: Uint8Array): number {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes("%PDF-"))
    return Number.POSITIVE_INFINITY;
  return PDF_TIMEOUT_MS + (bytes.length / 1024) * PDF_TIMEOUT_MS_PER_KB;
}

/** Transfers a copy of the bytes, so that the caller keeps the original. */
function moveInto(task: Task): { task: Task; transfer: ArrayBuffer[] } {
  const bytes = new Uint8Array(task.bytes);
  const pieces = task.kind === "write" ? task.translated.pieces : [];
  return { task: { ...task, bytes }, transfer: [bytes.buffer, ...pieces.map(({ buffer }) => buffer)] };
}

function unreadable(reason: UnreadableReason, message: string): Answer {
  return { kind: "failed", failure: { type: "unreadable", reason, message } };
}
