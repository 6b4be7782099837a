/** Markup of a text to translate. */
export const TEXT_FORMATS = ["text", "html", "markdown"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
