/**
 * Removes a region that the language implies: `es-ES` becomes `es`, `en-US` becomes `en`, `es-MX` stays. Memories and
 * glossaries store languages this way, so that an import for `es-ES` serves a project into `es`. Takes a canonical tag.
 * `pt` and `pt-BR` stay distinct: programs disagree on which region a plain `pt` means.
 */
export function dropImpliedRegion(tag: string): string {
  if (!tag.includes("-")) return tag;
  const { language, region } = new Intl.Locale(tag);
  if (!region || language === "pt") return tag;
  const plain = tag.replace(`-${region}`, "");
  return new Intl.Locale(plain).maximize().region === region ? plain : tag;
}

/** True for equal tags, and if one only adds the region that the other implies, such as `en` and `en-US`. */
export function equalsWithImpliedRegion(a: string, b: string): boolean {
  // Called for every pair of languages, most of which differ in the first part.
  return a.split("-", 1)[0] === b.split("-", 1)[0] && dropImpliedRegion(a) === dropImpliedRegion(b);
}
