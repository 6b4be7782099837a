/** How a text to translate is marked up. */
export const TEXT_FORMATS = ["text", "html", "markdown"] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];
