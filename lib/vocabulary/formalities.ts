/** Formality of a translation; the `prefer_` values apply only if the engine supports it. */
export const FORMALITIES = ["default", "more", "less", "prefer_more", "prefer_less"] as const;
export type Formality = (typeof FORMALITIES)[number];
