/** Consecutive failures after which the breaker opens. */
const FAILURES_TO_OPEN = 3;
/** Milliseconds for which the breaker stays open; then a single request probes the engine. */
const OPEN_MS = 30_000;

/** Skips a failing engine for some time, so that the next best one translates without waiting for a failure. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get isOpen(): boolean {
    return this.now() < this.#openUntil;
  }

  /**
   * Records a request. If the breaker was open, this request is the probe; other requests skip the engine until it
   * completes.
   */
  asked(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.now() + OPEN_MS;
  }

  /** Undoes {@link asked} for a request that ended without an outcome because its caller disconnected. */
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
