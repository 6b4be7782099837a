/** Much less than the 15 minutes from which S3 refuses a signature, and much more than the duration of a request. */
const MAX_SKEW_MS = 300_000;

/**
 * The storage's time, needed for signatures if this machine's clock is wrong. Like the AWS SDKs, sets it by the Date
 * header of the response to a refused request, and stores the difference.
 */
export class ServerClock {
  #offsetMs = 0;

  /** @param localNow this machine's clock, in milliseconds since 1970 */
  constructor(private readonly localNow: () => number) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.localNow() + this.#offsetMs;
  }

  /** Uses the Date header of a response. Returns true if the request, signed at `signedAt`, had a wrong time. */
  follow(date: string | null, signedAt: number): boolean {
    const serverNow = Date.parse(date ?? "");
    if (Number.isNaN(serverNow) || Math.abs(serverNow - signedAt) < MAX_SKEW_MS) return false;
    this.#offsetMs = serverNow - this.localNow();
    return true;
  }
}
