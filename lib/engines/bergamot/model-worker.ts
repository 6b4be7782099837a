import type { MemoryBudget, MemoryHolder } from "@/lib/base/pool/memory-budget";
import { ThreadEnded } from "@/lib/base/pool/task-thread";
import type { InstalledModel } from "./models/installed";
import { type Done, ModelThread, type Task } from "./thread";

/** One thread of a direction: waits for memory, loads its model, then translates batches. */
export class ModelWorker implements MemoryHolder {
  readonly #thread: Promise<ModelThread>;
  #running: ModelThread | undefined;
  #busy = true;
  #idleSince: number | null = null;
  #leaving = false;
  #worked = false;
  #ended = false;

  /** Calls `freed` after it has released its memory. */
  constructor(
    model: InstalledModel,
    private readonly budget: MemoryBudget,
    private readonly freed: (worker: ModelWorker) => void,
  ) {
    this.memoryMb = memoryFor(model);
    this.#thread = this.#start(model);
    this.#thread.catch(() => {});
  }

  readonly memoryMb: number;

  get idleSince(): number | null {
    return this.#idleSince;
  }

  /** True if it can translate a batch now. A worker asked to end while loading still translates one batch. */
  get isFree(): boolean {
    return !this.#busy && !this.#ended && !(this.#leaving && this.#worked);
  }

  /** Resolves when its model is loaded. Rejects with {@link ThreadEnded} or {@link UnusableModel}. */
  async ready(): Promise<void> {
    await this.#thread;
    this.#busy = false;
  }

  /** Returns one answer per task. Rejects with {@link ThreadEnded}, after which the worker is unusable. */
  async translate(tasks: readonly Task[], timeoutMs: number): Promise<readonly Done[]> {
    this.#busy = true;
    this.#worked = true;
    this.#idleSince = null;
    try {
      return await this.#running!.translate(tasks, timeoutMs);
    } catch (error) {
      this.end();
      throw error;
    } finally {
      this.#busy = false;
    }
  }

  /** Marks the worker as idle, so that others may get its memory. */
  rest(): void {
    if (this.#busy || this.#ended || this.#idleSince !== null) return;
    if (this.#leaving) {
      this.#leave();
      return;
    }
    this.#idleSince = Date.now();
    this.budget.changed(this);
  }

  giveWay(): void {
    this.#leaving = true;
    if (this.#idleSince !== null) this.#leave();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#running?.end();
    this.budget.release(this);
  }

  async #start(model: InstalledModel): Promise<ModelThread> {
    await this.budget.acquire(this, this.memoryMb);
    if (this.#ended) {
      this.budget.release(this);
      throw new ThreadEnded("closed");
    }
    const thread = new ModelThread();
    this.#running = thread;
    try {
      await thread.load(model.folder, model.set);
    } catch (error) {
      this.end();
      throw error;
    }
    return thread;
  }

  #leave(): void {
    this.end();
    this.freed(this);
  }
}

/**
 * Megabytes of a thread with a model: 92 for a toy model, 367 for a tiny one of 17 MB, 490 for base-memory with 32 MB,
 * plus a margin, because WebAssembly memory grows with the longest batch and never shrinks.
 */
export function memoryFor({ set }: Pick<InstalledModel, "set">): number {
  return Math.round(100 + (16 * set.model.size) / 1e6);
}
