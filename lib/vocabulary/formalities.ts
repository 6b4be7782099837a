/** How a translation addresses people; the `prefer_` ones ask for it only where the engine can. */
export const FORMALITIES = ["default", "more", "less", "prefer_more", "prefer_less"] as const;
export type Formality = (typeof FORMALITIES)[number];
