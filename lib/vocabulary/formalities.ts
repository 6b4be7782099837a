/** Formality of a translation; the `prefer_` values apply only if the engine supports it. */
export const FORMALITIES = ["default", "more", "less", "prefer_more", "prefer_less"] as const;
export type Formality = (typeof FORMALITIES)[number];

/** Formality of a project, which engines follow if they can. */
export const PROJECT_FORMALITIES = ["default", "more", "less"] as const satisfies readonly Formality[];
export type ProjectFormality = (typeof PROJECT_FORMALITIES)[number];
