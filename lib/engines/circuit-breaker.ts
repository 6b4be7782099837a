/** Consecutive failures after which an engine is set aside. */
const FAILURES_TO_OPEN = 3;
/** Milliseconds for which it is set aside; the first failure after them sets it aside again. */
const OPEN_MS = 30_000;

/** Sets a failing engine aside for a while, so that the next best one serves without waiting for it to fail again. */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;

  constructor(private readonly now: () => number = Date.now) {}

  get isOpen(): boolean {
    return this.now() < this.#openUntil;
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
