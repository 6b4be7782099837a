/** An account's plan, in ascending order. `lib/identity/quota/tiers.ts` has the limits. */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];
