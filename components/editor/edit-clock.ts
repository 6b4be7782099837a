/** Longer pauses do not count as work. */
const IDLE_MS = 30_000;

/** Measures the time of active work. */
export class EditClock {
  private active = 0;
  private last = 0;

  tick(): void {
    const now = Date.now();
    if (this.last > 0) this.active += Math.min(now - this.last, IDLE_MS);
    this.last = now;
  }

  /** Milliseconds since the last call. */
  take(): number {
    const taken = this.active;
    this.active = 0;
    return taken;
  }
}
