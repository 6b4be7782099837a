/**
 * Kinds of inline codes:
 * - `pair`: must come back exactly once and well nested (a link, a tracked insertion);
 * - `format`: paired, may be split or widened, but not crossed (bold, italic);
 * - `single`: a point in the text, exactly once (a line break, a footnote mark, an image);
 * - `placeholder`: a single code that represents a word or name in the sentence (`{name}`, `%s`, a URL).
 */
export const INLINE_CODE_KINDS = ["pair", "format", "single", "placeholder"] as const;
export type InlineCodeKind = (typeof INLINE_CODE_KINDS)[number];
