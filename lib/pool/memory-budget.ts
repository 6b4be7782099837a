/** Something that keeps memory while it is ready to work, such as a pipeline of processes or a worker with its models. */
export interface MemoryHolder {
  /** Megabytes now. */
  readonly memoryMb: number;
  /** `Date.now()` of the last work; null while it works. */
  readonly idleSince: number | null;
  /** Asks it to finish what runs, take nothing new and then {@link MemoryBudget.release} its memory. */
  giveWay(): void;
}

type Waiter = { readonly holder: MemoryHolder; readonly needMb: number; readonly granted: () => void };

/** A holder that works may keep its memory at least this long before another one that waits gets it. */
const SLICE_MS = 2_000;

/**
 * Shares the engines' memory (`ENGINE_MEMORY_MB`) within a process. Whoever wants memory waits for it in order of asking;
 * idle holders give way first, the least recently used before others, and when all are at work the one that has held
 * its memory longest. A holder larger than the whole budget gets it when it is alone.
 */
export class MemoryBudget {
  readonly #held = new Map<MemoryHolder, { since: number; needMb: number; asked: boolean }>();
  readonly #waiters: Waiter[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(readonly limitMb: number) {}

  /** Megabytes in use: what was measured, or what was asked for as long as that is more. */
  get usedMb(): number {
    let sum = 0;
    for (const [holder, { needMb }] of this.#held) sum += Math.max(holder.memoryMb, needMb);
    return sum;
  }

  /** True when so many megabytes are free or held by those that are idle. */
  hasRoom(needMb: number): boolean {
    let workingMb = 0;
    for (const [holder, held] of this.#held) {
      if (holder.idleSince === null) workingMb += Math.max(holder.memoryMb, held.needMb);
    }
    return workingMb + needMb <= this.limitMb;
  }

  /** Resolves when the holder may take `needMb` megabytes. */
  acquire(holder: MemoryHolder, needMb: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ holder, needMb, granted: resolve });
      this.#settle();
    });
  }

  /** Gives memory back, or takes back a request for it. */
  release(holder: MemoryHolder): void {
    this.#held.delete(holder);
    const at = this.#waiters.findIndex((waiter) => waiter.holder === holder);
    if (at >= 0) this.#waiters.splice(at, 1);
    this.#settle();
  }

  /** To be called when a holder has grown or become idle. */
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

  /** Asks as many holders to give way as the next waiter needs, or as the budget is overdrawn by. */
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
