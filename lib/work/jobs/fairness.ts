import type { Tier } from "@/lib/vocabulary/accounts";

/** Cost of a job that takes about a second, in bytes of a document or equivalent work. */
export const SHORT_COST = 20_000;
/** Cost of a job of unknown size that may take minutes. */
export const LONG_COST = 1_000_000;

/** An account's weight against other accounts when jobs wait, and its maximum of running long jobs, by tier. */
export const TIER_SHARES: Readonly<Record<Tier, { readonly weight: number; readonly maxLongJobs: number }>> = {
  free: { weight: 1, maxLongJobs: 2 },
  pro: { weight: 2, maxLongJobs: 8 },
  enterprise: { weight: 4, maxLongJobs: 32 },
};

/** After this many interruptions a job moves to the end of the queue, because it may be killing its runners. */
export const BACK_AFTER_INTERRUPTIONS = 2;
/** After this many a job runs alone in its process, each time after a longer pause, so that it interrupts no other. */
export const ALONE_AFTER_INTERRUPTIONS = 3;
/** Seconds before a job first runs alone. Doubled each time, up to the maximum. */
export const ALONE_PAUSE_SECONDS = 5;
export const MAX_ALONE_PAUSE_SECONDS = 300;
/**
 * A job that was interrupted more often than this fails. The limit allows for a process that something else kills every
 * 30 seconds.
 */
export const MAX_INTERRUPTIONS = ALONE_AFTER_INTERRUPTIONS + 7;
