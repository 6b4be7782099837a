import type { Tier } from "@/lib/vocabulary/accounts";

/** Cost of a job of about a second: bytes of a document, or equivalent work. */
export const SHORT_COST = 20_000;
/** Cost of jobs of unknown size that may take minutes. */
export const LONG_COST = 1_000_000;

/** An account's share of the runners by tier when others wait, and its maximum of running long jobs. */
export const TIER_SHARES: Readonly<Record<Tier, { readonly weight: number; readonly maxLongJobs: number }>> = {
  free: { weight: 1, maxLongJobs: 2 },
  pro: { weight: 2, maxLongJobs: 8 },
  enterprise: { weight: 4, maxLongJobs: 32 },
};

/** After this many interruptions a job goes to the back of the queue: it may be killing its runners. */
export const BACK_AFTER_INTERRUPTIONS = 2;
/** After this many it runs alone in its process, so that it takes no other job with it, each time after a longer pause. */
export const ALONE_AFTER_INTERRUPTIONS = 3;
/** Seconds before it first runs alone, doubled each time, up to the maximum. */
export const ALONE_PAUSE_SECONDS = 5;
export const MAX_ALONE_PAUSE_SECONDS = 300;
/**
 * A job interrupted more often than this is given up. A process that is killed every half a minute by something else
 * must not use up the tries of a job of seconds.
 */
export const MAX_INTERRUPTIONS = ALONE_AFTER_INTERRUPTIONS + 7;
