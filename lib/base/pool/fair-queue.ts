import { leastServed } from "./account-cpu";

/** Interactive work goes before bulk work. */
export type Priority = "interactive" | "bulk";

/** The items of one caller, which are withdrawn together. */
export class Batch<T> {
  #next = 0;
  constructor(
    readonly priority: Priority,
    private readonly items: readonly T[],
    readonly account?: string | undefined,
  ) {}
  get waiting(): number {
    return this.items.length - this.#next;
  }
  take(): T | undefined {
    return this.items[this.#next++];
  }
}

/**
 * A bounded queue of batches: interactive before bulk, then of the account with the least recent processor time, and
 * round-robin between its batches, so that a sentence never waits for another caller's book. Each priority has its own
 * limit, so that bulk work cannot displace interactive work. A batch over the limit is accepted if the queue is empty.
 */
export class FairQueue<T> {
  readonly #lanes: Record<Priority, { batches: Batch<T>[]; waiting: number }> = {
    interactive: { batches: [], waiting: 0 },
    bulk: { batches: [], waiting: 0 },
  };

  constructor(private readonly limit: number) {}

  /** Queued items. */
  get size(): number {
    return this.#lanes.interactive.waiting + this.#lanes.bulk.waiting;
  }

  /** Priority of the next item; undefined if empty. */
  get next(): Priority | undefined {
    return this.#lanes.interactive.waiting > 0 ? "interactive" : this.#lanes.bulk.waiting > 0 ? "bulk" : undefined;
  }

  /** Adds a batch. False if the queue is full: then no item is added. */
  add(batch: Batch<T>): boolean {
    const lane = this.#lanes[batch.priority];
    if (lane.waiting > 0 && lane.waiting + batch.waiting > this.limit) return false;
    if (batch.waiting === 0) return true;
    lane.batches.push(batch);
    lane.waiting += batch.waiting;
    return true;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  take(): T | undefined {
    for (const lane of [this.#lanes.interactive, this.#lanes.bulk]) {
      const batch = leastServed(lane.batches);
      if (!batch) continue;
      lane.batches.splice(lane.batches.indexOf(batch), 1);
      const item = batch.take();
      lane.waiting -= 1;
      if (batch.waiting > 0) lane.batches.push(batch);
      return item;
    }
    return undefined;
  }

  /** Drops the queued items of a batch. */
  withdraw(batch: Batch<T>): void {
    const lane = this.#lanes[batch.priority];
    const at = lane.batches.indexOf(batch);
    if (at < 0) return;
    lane.batches.splice(at, 1);
    lane.waiting -= batch.waiting;
  }
}
