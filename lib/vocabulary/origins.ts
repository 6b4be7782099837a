/** Origin of a translation's text: machine, memory, a person, an imported file, another occurrence. */
export const ORIGINS = ["mt", "tm", "human", "import", "repetition"] as const;
export type OriginType = (typeof ORIGINS)[number];
