/** How a translation of a glossary term may be used. */
export const TERM_USAGES = ["preferred", "admitted", "forbidden"] as const;
export type TermUsage = (typeof TERM_USAGES)[number];
