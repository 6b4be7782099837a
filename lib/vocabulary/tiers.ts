/** What an account pays for, from the least to the most. The limits of each are in `lib/limits/tiers.ts`. */
export const TIERS = ["free", "pro", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];
