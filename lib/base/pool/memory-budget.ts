/**
 * Something that uses memory while it is ready to work, such as a pipeline of processes or a worker with its models.
 */
export interface MemoryHolder {
  /** Current megabytes. */
  readonly memoryMb: number;
  /** `Date.now()` at the end of the last work; null while working. */
  readonly idleSince: number | null;
  /** Asks the holder to finish running work, accept no new work, and then {@link MemoryBudget.release} its memory. */
  giveWay(): void;
}

type Waiter = { readonly holder: MemoryHolder; readonly needMb: number; readonly granted: () => void };

/** Minimum milliseconds for which a busy holder keeps its memory while others wait. */
const SLICE_MS = 2_000;

/**
 * Shares the engines' memory (`ENGINE_MEMORY_MB`) within a process. Requests are granted in order. To free memory, idle
 * holders are asked first, the least recently used one before others; if all are busy, the one that has had its memory
 * longest. A holder larger than the budget runs alone.
 */
export class MemoryBudget {
  readonly #held = new Map<MemoryHolder, { since: number; needMb: number; asked: boolean }>();
  readonly #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly limitMb: number) {}

  /** Megabytes in use: of each holder the measured or the requested number, whichever is greater. */
  get usedMb(): number {
    let sum = 0;
    for (const [holder, { needMb }] of this.#held) sum += Math.max(holder.memoryMb, needMb);
    return sum;
  }

  /** True if this many megabytes are free or held by idle holders. */
  hasRoom(needMb: number): boolean {
    let workingMb = 0;
    for (const [holder, held] of this.#held) {
      if (holder.idleSince === null) workingMb += Math.max(holder.memoryMb, held.needMb);
    }
    return workingMb + needMb <= this.limitMb;
  }

  /** Resolves when the holder may use `needMb` megabytes. */
  acquire(holder: MemoryHolder, needMb: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ holder, needMb, granted: resolve });
      this.#settle();
    });
  }

  /** Releases memory, or withdraws a request for it. */
  release(holder: MemoryHolder): void {
    this.#held.delete(holder);
    const at = this.#waiters.findIndex((waiter) => waiter.holder === holder);
    if (at >= 0) this.#waiters.splice(at, 1);
    this.#settle();
  }

  /** Must be called when a holder has grown or become idle. */
  changed(holder: MemoryHolder): void {
    const entry = this.#held.get(holder);
    if (entry && holder.memoryMb > 0) entry.needMb = 0;
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#timer);
    for (let next = this.#waiters[0]; next; next = this.#waiters[0]) {
      if (this.#held.size > 0 && this.usedMb + next.needMb > this.limitMb) break;
      this.#waiters.shift();
      this.#held.set(next.holder, { since: Date.now(), needMb: next.needMb, asked: false });
      next.granted();
    }
    this.#reclaim();
  }

  /** Asks enough holders to release memory for the next waiting one, or until the budget is no longer exceeded. */
  #reclaim(): void {
    const next = this.#waiters[0];
    if (!next && this.#held.size === 1) return;
    let excess = this.usedMb + (next?.needMb ?? 0) - this.limitMb;
    const candidates = [...this.#held].sort(([a, heldA], [b, heldB]) => {
      const idleA = a.idleSince ?? Number.POSITIVE_INFINITY;
      const idleB = b.idleSince ?? Number.POSITIVE_INFINITY;
      return idleA === idleB ? heldA.since - heldB.since : idleA - idleB;
    });
    for (const [holder, held] of candidates) {
      if (excess <= 0) return;
      if (!held.asked) {
        const sliceLeft = held.since + SLICE_MS - Date.now();
        if (holder.idleSince === null) {
          if (!next) return;
          if (sliceLeft > 0) {
            this.#timer = setTimeout(() => this.#settle(), sliceLeft);
            this.#timer.unref();
            return;
          }
        }
        held.asked = true;
        queueMicrotask(() => holder.giveWay());
      }
      excess -= Math.max(holder.memoryMb, held.needMb);
    }
  }
}
