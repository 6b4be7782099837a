/** Much less than the 15 minutes from which S3 refuses a signature, much more than a request takes. */
const MAX_SKEW_MS = 300_000;

/**
 * The storage's time, which signatures need where this machine's clock is wrong. As the AWS SDKs do, it follows the Date
 * of a refused request's answer, and remembers the difference.
 */
export class ServerClock {
  #offsetMs = 0;

  /** @param localNow this machine's clock, in milliseconds since 1970 */
  constructor(private readonly localNow: () => number) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.localNow() + this.#offsetMs;
  }

  /** Follows the Date of an answer. Returns true if the request, signed at `signedAt`, had a wrong time. */
  follow(date: string | null, signedAt: number): boolean {
    const serverNow = Date.parse(date ?? "");
    if (Number.isNaN(serverNow) || Math.abs(serverNow - signedAt) < MAX_SKEW_MS) return false;
    this.#offsetMs = serverNow - this.localNow();
    return true;
  }
}
