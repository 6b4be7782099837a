/** Dimensions of a usage breakdown. */
export const USAGE_GROUPS = ["key", "endpoint", "engine", "pair", "project"] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];
