/** `max-length: 40`, `maxLength=40`, `MAX LENGTH: 40 characters`. A sentence about 40 characters states no limit. */
const LIMIT =
  /(?<![\p{L}\p{N}])max(?:imum)?[-_ .]?(?:len|length|chars|characters|width)\s?[:=]\s?(\d{1,5})(?![\d.,%])(?!\s?(?:px|pt|em|dp|sp)\b)/iu;

/** Maximum length of a translation that a file's note for translators states, in characters; null without one. */
export function limitInNote(note: string | undefined): number | null {
  const limit = Number(LIMIT.exec(note ?? "")?.[1] ?? 0);
  return limit > 0 ? limit : null;
}
