/** Consecutive failures after which an engine is set aside. */
const FAILURES_TO_OPEN = 3;
/** Milliseconds for which it is set aside; after them one request tries it. */
const OPEN_MS = 30_000;

/** Sets a failing engine aside for a while, so that the next best one serves without waiting for it to fail again. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get isOpen(): boolean {
    return this.now() < this.#openUntil;
  }

  /** Notes that it is asked. One that was set aside is tried by this request alone: others keep away until it has come out. */
  asked(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.now() + OPEN_MS;
  }

  /** Takes {@link asked} back: the caller has gone, and nothing came out. */
  dropped(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = 0;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openUntil = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.now() + OPEN_MS;
  }
}
