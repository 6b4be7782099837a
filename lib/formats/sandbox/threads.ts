import type {
  DocumentSegment,
  FormatOptions,
  FormatWarning,
  OutputOptions,
  TargetState,
  TranslatedText,
  UnreadableReason,
  Written,
} from "@/lib/formats/format";
import type { TemplateOptions } from "@/lib/formats/l10n/translated-strings";
import type { Exchanged } from "@/lib/formats/l10n/xliff-exchange";
import type { GlossaryFile } from "@/lib/formats/language-resources/glossary-file";
import type { MemoryFile } from "@/lib/formats/language-resources/memory-file";
import { ThreadEnded } from "@/lib/pool/task-thread";
import { ThreadPool } from "@/lib/pool/thread-pool";
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
      /** A translated file of the document: its texts are changed, not those of `bytes`. */
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

/** A translated file of a document, and what to know for changing it. */
export type Template = TemplateOptions & { readonly bytes: Uint8Array };

/** `text` is null where there is no translation. */
export type PairedText = { readonly text: string | null; readonly state?: TargetState };

/** What a translated file says of the segments of its document, in their order. */
export type Paired = {
  readonly adopted: readonly PairedText[];
  /** Translations that belong to no segment. */
  readonly notFound: number;
  /** The language that the file says it is in. */
  readonly declaredLanguage?: string | undefined;
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
  /** Null where the template is none of the document. */
  | { readonly kind: "written"; readonly written: Written | null }
  /** Null where the file is no translation of the document whose strings have names. */
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
  /** File that a thread runs. */
  readonly script: string;
  /** That read and write documents at once. */
  readonly threads: number;
  /** Heap of one thread; buffers are outside it, and limited by the size of uploads and of what archives unpack to. */
  readonly memoryMb: number;
  /** From the moment that a thread takes the task; then it is ended and replaced. */
  readonly timeoutMs: number;
};

/** A document of this size is read within moments. */
const SMALL_BYTES = 20_000;

/** Threads that read and write documents. A document that is too much for its thread is answered as unreadable. */
export class DocumentThreads {
  readonly #pool: ThreadPool<Task, Answer>;
  /** For small documents while all other threads are busy. */
  readonly #small: ThreadPool<Task, Answer>;

  constructor({ script, threads, memoryMb, timeoutMs }: ThreadOptions) {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
    const shared = { script, timeoutMs, resourceLimits, pack: moveInto };
    this.threads = threads;
    this.#pool = new ThreadPool({ ...shared, threads });
    this.#small = new ThreadPool({ ...shared, threads: 1 });
  }

  readonly threads: number;

  /** Documents that wait for a thread. */
  get queued(): number {
    return this.#pool.queued + this.#small.queued;
  }

  /** Threads at work. */
  get busy(): number {
    return this.#pool.busy + this.#small.busy;
  }

  /** Whatever the document is to blame for is an answer; rejects with {@link ThreadEnded} when the thread is. */
  async run(task: Task): Promise<Answer> {
    try {
      // An upload waits for the look at its kind, which takes milliseconds.
      if (task.kind === "inspect") return await this.#pool.run(task, { priority: "interactive" });
      const isSmall = task.bytes.length <= SMALL_BYTES && this.#pool.busy >= this.threads;
      return await (isSmall ? this.#small : this.#pool).run(task, { priority: "bulk" });
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
    await Promise.all([this.#pool.close(), this.#small.close()]);
  }
}

/** A copy of the bytes moves into the thread: the caller keeps its own. */
function moveInto(task: Task): { task: Task; transfer: ArrayBuffer[] } {
  const bytes = new Uint8Array(task.bytes);
  const pieces = task.kind === "write" ? task.translated.pieces : [];
  return { task: { ...task, bytes }, transfer: [bytes.buffer, ...pieces.map(({ buffer }) => buffer)] };
}

function unreadable(reason: UnreadableReason, message: string): Answer {
  return { kind: "failed", failure: { type: "unreadable", reason, message } };
}
