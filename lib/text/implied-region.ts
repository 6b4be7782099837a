/**
 * The tag without a region that its language implies: `es-ES` is `es`, `en-US` is `en`, `es-MX` stays. Memories and
 * glossaries keep languages so, that what was imported as `es-ES` serves a project into `es`. Takes a tag in canonical
 * form. `pt` and `pt-BR` stay apart: whom a plain `pt` is for differs from program to program.
 */
export function dropImpliedRegion(tag: string): string {
  if (!tag.includes("-")) return tag;
  const { language, region } = new Intl.Locale(tag);
  if (!region || language === "pt") return tag;
  const plain = tag.replace(`-${region}`, "");
  return new Intl.Locale(plain).maximize().region === region ? plain : tag;
}

/** True for one tag, and for two of which one only names the region that the other implies, as `en` and `en-US`. */
export function equalsWithImpliedRegion(a: string, b: string): boolean {
  // Asked for every pair of languages: nearly all differ in their first part.
  return a.split("-", 1)[0] === b.split("-", 1)[0] && dropImpliedRegion(a) === dropImpliedRegion(b);
}
