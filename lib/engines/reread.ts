/**
 * A value read from disk and cached for some milliseconds, so that new installations are noticed without a restart.
 * Concurrent callers share one read.
 */
export class RefreshedValue<T> {
  #known: T | undefined;
  #reading: Promise<T> | undefined;
  #readAfter = 0;

  /** `read` gets the previous value and may return the same object if nothing has changed. */
  constructor(
    private readonly ttlMs: number,
    private readonly read: (before: T | undefined) => Promise<T>,
  ) {}

  /** The last read value; undefined before the first read. */
  get known(): T | undefined {
    return this.#known;
  }

  /** The current value. Rejects if reading fails. */
  get(): Promise<T> | T {
    if (this.#known !== undefined && performance.now() < this.#readAfter) return this.#known;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Makes the next call read the value again. */
  expire(): void {
    this.#readAfter = 0;
  }

  async #readNow(): Promise<T> {
    this.#known = await this.read(this.#known);
    this.#readAfter = performance.now() + this.ttlMs;
    return this.#known;
  }
}
