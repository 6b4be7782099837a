/**
 * Something on the disk that engines are made of. It is read again once it is older than some milliseconds: what is
 * installed serves without a restart. Whoever asks meanwhile waits for the same reading.
 */
export class RefreshedValue<T> {
  #known: T | undefined;
  #reading: Promise<T> | undefined;
  #readAfter = 0;

  /** `read` is given what it gave before, to give the very same when nothing has changed. */
  constructor(
    private readonly ttlMs: number,
    private readonly read: (before: T | undefined) => Promise<T>,
  ) {}

  /** As it was read last; undefined when it never was. */
  get known(): T | undefined {
    return this.#known;
  }

  /** As it is now. Rejects as reading does. */
  get(): Promise<T> | T {
    if (this.#known !== undefined && Date.now() < this.#readAfter) return this.#known;
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Has it read again when it is next asked for. */
  expire(): void {
    this.#readAfter = 0;
  }

  async #readNow(): Promise<T> {
    this.#known = await this.read(this.#known);
    this.#readAfter = Date.now() + this.ttlMs;
    return this.#known;
  }
}
