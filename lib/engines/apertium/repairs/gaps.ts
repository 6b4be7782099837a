import { type Edit, editsOf } from "./edits";

/**
 * Mark in an answer where two words of the source touched (see JOIN in ../tagger/tagger.ts). A private-use character,
 * which texts don't contain.
 */
export const JOINT = "\ue000";
const JOINTS = new RegExp(`${JOINT}+`, "g");

/**
 * Inserts a blank between words that touched in the source and were moved: `20-year-old` became `personade20años`.
 * Words that are joined in the source (`39C`, `10km`) and symbols stay joined.
 */
export function openJoints(whole: string, source: string): Edit[] {
  const words = source.toLowerCase();
  return editsOf(whole, JOINTS, ({ index, 0: joint }) => {
    // The cheaper test comes first: most marks are before the full stop.
    const after = /^[\p{L}\p{M}\p{N}]+/u.exec(whole.slice(index + joint.length, index + joint.length + 60))?.[0];
    if (!after) return "";
    const before = /[\p{L}\p{M}\p{N}]+$/u.exec(whole.slice(Math.max(0, index - 60), index))?.[0];
    return before && !words.includes((before + after).toLowerCase()) ? " " : "";
  });
}

/** Removes blanks around a hyphen if the source has none: a word next to it was dropped or moved. */
export function closeHyphens(whole: string, source: string): Edit[] {
  if (!whole.includes("-")) return [];
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

/** Removes the second of two commas, which the dictionary adds to some phrases: `en otras palabras,`. */
export function dropDoubleCommas(whole: string, source: string): Edit[] {
  return /,\s*,/.test(source) ? [] : editsOf(whole, /,(?:\s*,)+/g, () => ",");
}

/** French needs a space before these marks; in other languages an existing space is intended. */
const SETS_STOPS_APART = new Set(["fr", "br", "frp"]);
const BLANK_BEFORE_STOP = / +(?=(?:[.,;:!?…]+["'”’»›)\]]*(?:\s|$)|[)\]]))/gu;
const HAS_BLANK_BEFORE_STOP = new RegExp(BLANK_BEFORE_STOP.source, "u");

/**
 * Removes blanks, left by a dropped word or by French spacing, before a full stop, a closing bracket or a full stop
 * within quotes.
 */
export function closeStops(whole: string, source: string, from: string, to: string): Edit[] {
  if (SETS_STOPS_APART.has(to)) return [];
  if (!SETS_STOPS_APART.has(from) && HAS_BLANK_BEFORE_STOP.test(source)) return [];
  return editsOf(whole, BLANK_BEFORE_STOP, () => "");
}
