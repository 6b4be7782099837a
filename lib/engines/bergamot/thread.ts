import path from "node:path";
import { TaskThread, ThreadEnded } from "@/lib/base/pool/task-thread";
import type { ModelSet } from "./models/manifest";

/** Input of the model: plain text or, with `html`, balanced, escaped markup. */
export type Task = { readonly text: string; readonly html: boolean; readonly wantsQuality: boolean };

/** `quality`, if requested: the model's confidence in its words, 0–100. */
export type Done = { readonly text: string; readonly quality?: number };

/** Requests to the thread, sent one at a time, starting with `load`. */
export type Question =
  | { readonly kind: "load"; readonly folder: string; readonly set: ModelSet }
  | { readonly kind: "translate"; readonly tasks: readonly Task[] };

export type Answer =
  | { readonly kind: "loaded" }
  | { readonly kind: "translated"; readonly done: readonly Done[] }
  | { readonly kind: "failed" };

/** A model file is missing, has the wrong hash, is not a model, or does not translate. */
export class UnusableModel extends Error {
  override readonly name = "UnusableModel";
}

/** Timeout in milliseconds of reading, verifying and loading a model and translating one sentence. */
const LOAD_TIMEOUT_MS = 30_000;

/** Test sentence that any model translates to a text of about the same length. */
const TRIAL = "Hello world.";

/**
 * A thread with one model. It ends at the first failure: an aborted WebAssembly instance may give wrong answers, and
 * only ending its thread frees its memory.
 */
export class ModelThread {
  readonly #thread: TaskThread<Question, Answer>;

  /** `script` is the bundle of worker.ts. */
  constructor(script = path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "bergamot-worker.mjs")) {
    this.#thread = new TaskThread(script, { stdout: true, stderr: true });
  }

  /** Loads models from a folder and tests them. Rejects with {@link UnusableModel} or {@link ThreadEnded}. */
  async load(folder: string, set: ModelSet): Promise<void> {
    const loaded = await this.#thread.ask({ kind: "load", folder, set }, LOAD_TIMEOUT_MS);
    if (loaded.kind === "failed") return this.#refuse();
    const [answer] = await this.translate([{ text: TRIAL, html: false, wantsQuality: false }], LOAD_TIMEOUT_MS);
    if (!isPlausible(answer?.text ?? "")) this.#refuse();
  }

  /** Returns one answer per task. Rejects with {@link ThreadEnded}. */
  async translate(tasks: readonly Task[], timeoutMs: number): Promise<readonly Done[]> {
    const answer = await this.#thread.ask({ kind: "translate", tasks }, timeoutMs);
    if (answer.kind === "translated") return answer.done;
    this.end();
    throw new ThreadEnded("died");
  }

  end(): void {
    void this.#thread.end();
  }

  #refuse(): never {
    this.end();
    throw new UnusableModel("The model cannot be used.");
  }
}

/** A broken model returns nothing, or endless repetitions. */
function isPlausible(answer: string): boolean {
  return /[\p{L}\p{N}]/u.test(answer) && answer.length <= 100 && !/(.+?)\1{5}/u.test(answer.slice(0, 100));
}
