/**
 * The language under which a memory keeps and finds units: a region that the language implies is left out, so that units
 * imported as `es-ES` serve projects into `es`. Takes a tag in canonical form. `pt` and `pt-BR` stay apart: whom a
 * plain `pt` is for differs from program to program.
 */
export function memoryLanguage(tag: string): string {
  if (!tag.includes("-")) return tag;
  const { language, region } = new Intl.Locale(tag);
  if (!region || language === "pt") return tag;
  const plain = tag.replace(`-${region}`, "");
  return new Intl.Locale(plain).maximize().region === region ? plain : tag;
}
