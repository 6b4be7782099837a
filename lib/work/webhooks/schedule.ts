/**
 * Delays before each attempt: none before the first, then as Standard Webhooks recommends. The last attempt is about
 * three days after the first.
 */
const DELAYS_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

/** A webhook whose deliveries fail this long without a success is disabled. */
export const DISABLE_AFTER_SECONDS = 3 * 86_400;
/** The owners are warned after deliveries have failed this long. */
export const WARN_AFTER_SECONDS = 6 * 3_600;

const MAX_WAIT_SECONDS = 86_400;

/**
 * Seconds until the next attempt; null after the last. Randomised, so that deliveries that failed together are not
 * retried together.
 * @param attempt 1 for the first
 * @param retryAfterSeconds as the receiver requested, respected up to a day
 */
export function secondsToNextAttempt(
  attempt: number,
  retryAfterSeconds: number | null,
  random: () => number = Math.random,
): number | null {
  const delay = DELAYS_SECONDS[attempt];
  if (delay === undefined) return null;
  return Math.max(delay * (0.9 + 0.2 * random()), Math.min(retryAfterSeconds ?? 0, MAX_WAIT_SECONDS));
}

/** Seconds of a `Retry-After` (RFC 9110 §10.2.3: a number or a date); null if absent. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header && /^\d{1,9}$/.test(header)) return Number(header);
  const at = header && /^[A-Z]/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max((at - now.getTime()) / 1000, 0);
}
