/** Interactive work goes before bulk work. */
export type Priority = "interactive" | "bulk";

/** The items that one caller wants done. Its caller may withdraw it as a whole. */
export class Batch<T> {
  #next = 0;
  constructor(
    readonly priority: Priority,
    private readonly items: readonly T[],
  ) {}
  get waiting(): number {
    return this.items.length - this.#next;
  }
  take(): T | undefined {
    return this.items[this.#next++];
  }
}

/**
 * A bounded queue of batches: interactive before bulk, and within a priority one item of each batch in turn, so that a
 * sentence never waits behind somebody's book. Each priority has its own limit: bulk work cannot crowd out people. A batch
 * that alone is larger than the limit is accepted when nothing else waits.
 */
export class FairQueue<T> {
  readonly #lanes: Record<Priority, { batches: Batch<T>[]; waiting: number }> = {
    interactive: { batches: [], waiting: 0 },
    bulk: { batches: [], waiting: 0 },
  };

  constructor(private readonly limit: number) {}

  /** Items that wait. */
  get size(): number {
    return this.#lanes.interactive.waiting + this.#lanes.bulk.waiting;
  }

  /** Priority of the next item, undefined when nothing waits. */
  get next(): Priority | undefined {
    return this.#lanes.interactive.waiting > 0 ? "interactive" : this.#lanes.bulk.waiting > 0 ? "bulk" : undefined;
  }

  /** False when the queue is full: nothing of the batch is taken then. */
  add(batch: Batch<T>): boolean {
    const lane = this.#lanes[batch.priority];
    if (lane.waiting > 0 && lane.waiting + batch.waiting > this.limit) return false;
    if (batch.waiting === 0) return true;
    lane.batches.push(batch);
    lane.waiting += batch.waiting;
    return true;
  }

  /** The next item, or undefined when nothing waits. */
  take(): T | undefined {
    for (const lane of [this.#lanes.interactive, this.#lanes.bulk]) {
      const batch = lane.batches.shift();
      if (!batch) continue;
      const item = batch.take();
      lane.waiting -= 1;
      if (batch.waiting > 0) lane.batches.push(batch);
      return item;
    }
    return undefined;
  }

  /** Drops what still waits of a batch. */
  withdraw(batch: Batch<T>): void {
    const lane = this.#lanes[batch.priority];
    const at = lane.batches.indexOf(batch);
    if (at < 0) return;
    lane.batches.splice(at, 1);
    lane.waiting -= batch.waiting;
  }
}
