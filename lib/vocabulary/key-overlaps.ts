/** How long an API key stays valid after its rotation. */
export const KEY_OVERLAPS = ["0", "1h", "24h", "7d"] as const;
export type KeyOverlap = (typeof KEY_OVERLAPS)[number];
