import type { Tier } from "@/lib/vocabulary/tiers";

/** Cost of a job up to which it takes about a second: bytes of a document, or as much work. */
export const SHORT_COST = 20_000;
/** Cost of jobs whose size is not known when they are queued and that may take minutes. */
export const LONG_COST = 1_000_000;

/** How much of the runners an account of a tier gets while others wait, and the most long jobs that it may have running. */
export const TIER_SHARES: Readonly<Record<Tier, { readonly weight: number; readonly maxLongJobs: number }>> = {
  free: { weight: 1, maxLongJobs: 2 },
  pro: { weight: 2, maxLongJobs: 8 },
  enterprise: { weight: 4, maxLongJobs: 32 },
};

/** From this interruption on a job goes behind all that wait: it may be what kills its runners. */
export const BACK_AFTER_INTERRUPTIONS = 2;
/** From this one on it runs alone in its process, so that it takes no other job with it. */
export const ALONE_AFTER_INTERRUPTIONS = 3;
/** A job that is interrupted so often while it runs alone is to blame. */
export const MAX_INTERRUPTIONS = ALONE_AFTER_INTERRUPTIONS + 2;
