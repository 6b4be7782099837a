import { type Edit, editsOf } from "./edits";

/** Stands in an answer where two words of the source touched (see JOIN of ../tagger/tagger.ts). Texts have none: it is for private use. */
export const JOINT = "\ue000";

/**
 * Words that touched and were moved need a blank between them: `20-year-old` came out as `personade20años`. What the source has
 * as one (`39C`, `10km`), and what is no word, stays together.
 */
export function openJoints(whole: string, source: string): Edit[] {
  const words = source.toLowerCase();
  return editsOf(whole, new RegExp(`${JOINT}+`, "g"), ({ index, 0: joint }) => {
    const before = /[\p{L}\p{M}\p{N}]+$/u.exec(whole.slice(Math.max(0, index - 60), index))?.[0];
    const after = /^[\p{L}\p{M}\p{N}]+/u.exec(whole.slice(index + joint.length, index + joint.length + 60))?.[0];
    return before && after && !words.includes((before + after).toLowerCase()) ? " " : "";
  });
}

/** Blanks around a hyphen that joins two words, where the source has none so: a word next to it was dropped or moved. */
export function closeHyphens(whole: string, source: string): Edit[] {
  const spaced = (pattern: RegExp) => pattern.test(source);
  return [
    ...(spaced(/[\p{L}\p{N}] +-[\p{L}\p{N}]/u)
      ? []
      : editsOf(whole, /(?<=[\p{L}\p{N}]) +-(?=[\p{L}\p{N}])/gu, () => "-")),
    ...(spaced(/[\p{L}\p{N}]- +[\p{L}\p{N}]/u)
      ? []
      : editsOf(whole, /(?<=[\p{L}\p{N}])- +(?=[\p{L}\p{N}])/gu, () => "-")),
  ].sort((a, b) => a.start - b.start);
}

/** French sets these apart, other languages do not; what the source sets apart otherwise is meant so. */
const SETS_STOPS_APART = new Set(["fr", "br", "frp"]);
const BLANK_BEFORE_STOP = / +(?=(?:[.,;:!?…]+["'”’»›)\]]*(?:\s|$)|[)\]]))/gu;

/** Blanks that a dropped word, or French, leaves before a stop, a closing bracket or a stop within quotes. */
export function closeStops(whole: string, source: string, from: string, to: string): Edit[] {
  if (SETS_STOPS_APART.has(to)) return [];
  if (!SETS_STOPS_APART.has(from) && new RegExp(BLANK_BEFORE_STOP.source, "u").test(source)) return [];
  return editsOf(whole, BLANK_BEFORE_STOP, () => "");
}
