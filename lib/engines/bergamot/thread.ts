import path from "node:path";
import { Worker } from "node:worker_threads";
import type { ModelSet } from "./models/manifest";

/** What the model is to translate: plain text, or with `html` balanced, escaped markup. */
export type Task = { readonly text: string; readonly html: boolean; readonly wantsQuality: boolean };

/** `quality` is there where it was wanted: how sure the model is of its words, 0–100. */
export type Done = { readonly text: string; readonly quality?: number };

/** What the thread is asked; one question at a time, `load` first. */
export type Question =
  | { readonly kind: "load"; readonly folder: string; readonly set: ModelSet }
  | { readonly kind: "translate"; readonly tasks: readonly Task[] };

export type Answer =
  | { readonly kind: "loaded" }
  | { readonly kind: "translated"; readonly done: readonly Done[] }
  | { readonly kind: "failed" };

/**
 * - `bad file`: a model file is missing, not what its hash says, no model, or one that does not translate;
 * - `timeout`: no answer in time;
 * - `died`: the WebAssembly aborted or the thread ended;
 * - `closed`: {@link ModelThread.end} was called.
 */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
  constructor(readonly reason: "bad file" | "timeout" | "died" | "closed") {
    super(`The thread with the model ended: ${reason}.`);
  }
}

/** Longest time to read, check and load a model, and to translate a sentence with it. */
const LOAD_TIMEOUT_MS = 30_000;

/** A text that any model turns into something of about its size. */
const TRIAL = "Hello world.";

/**
 * A thread with one set of models. It ends at the first failure: a WebAssembly instance that has aborted
 * may give wrong answers, and only the end of its thread gives its memory back.
 */
export class ModelThread {
  readonly #worker: Worker;
  #pending: { resolve: (answer: Answer) => void; reject: (error: ThreadEnded) => void } | undefined;
  #ended: ThreadEnded | undefined;

  /** `script` is the bundle of worker.ts. */
  constructor(script = path.join(/* turbopackIgnore: true */ process.cwd(), ".build", "bergamot-worker.mjs")) {
    this.#worker = new Worker(script, { env: {}, stdin: false, stdout: true, stderr: true });
    this.#worker.on("message", (answer: Answer) => {
      const pending = this.#pending;
      this.#pending = undefined;
      this.#worker.unref();
      pending?.resolve(answer);
    });
    this.#worker.on("error", () => this.#fail("died"));
    this.#worker.on("exit", () => this.#fail("died"));
    this.#worker.unref();
  }

  /** Loads models from a folder and tries them. Rejects with {@link ThreadEnded}. */
  async load(folder: string, set: ModelSet): Promise<void> {
    await this.#ask({ kind: "load", folder, set }, LOAD_TIMEOUT_MS);
    const [answer] = await this.translate([{ text: TRIAL, html: false, wantsQuality: false }], LOAD_TIMEOUT_MS);
    if (!isPlausible(answer?.text ?? "")) throw this.#fail("bad file");
  }

  /** One answer per task. Rejects with {@link ThreadEnded}. */
  async translate(tasks: readonly Task[], timeoutMs: number): Promise<readonly Done[]> {
    const answer = await this.#ask({ kind: "translate", tasks }, timeoutMs);
    return answer.kind === "translated" ? answer.done : [];
  }

  end(): void {
    this.#fail("closed");
  }

  async #ask(question: Question, timeoutMs: number): Promise<Answer> {
    if (this.#ended) throw this.#ended;
    const timer = setTimeout(() => this.#fail("timeout"), timeoutMs);
    const answered = new Promise<Answer>((resolve, reject) => {
      this.#pending = { resolve, reject };
    });
    this.#worker.ref();
    this.#worker.postMessage(question);
    const answer = await answered.finally(() => clearTimeout(timer));
    if (answer.kind === "failed") throw this.#fail(question.kind === "load" ? "bad file" : "died");
    return answer;
  }

  #fail(reason: ThreadEnded["reason"]): ThreadEnded {
    if (this.#ended) return this.#ended;
    this.#ended = new ThreadEnded(reason);
    this.#pending?.reject(this.#ended);
    this.#pending = undefined;
    this.#worker.terminate().catch(() => {});
    return this.#ended;
  }
}

/** A model with wrong numbers says nothing, or the same again and again. */
function isPlausible(answer: string): boolean {
  return /[\p{L}\p{N}]/u.test(answer) && answer.length <= 100 && !/(.+?)\1{5}/u.test(answer.slice(0, 100));
}
