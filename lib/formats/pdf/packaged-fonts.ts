import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** East Asian Noto Sans families by target language, because they draw the same Chinese characters differently. */
const HAN = [
  { family: "sc", languages: /^zh(?!-(Hant|TW|HK|MO))/i },
  { family: "tc", languages: /^(zh|yue)/i },
  { family: "jp", languages: /^ja/i },
  { family: "kr", languages: /^ko/i },
] as const;

/** The Noto Sans families for other scripts. */
const SCRIPTS = [
  ...["devanagari", "bengali", "gurmukhi", "gujarati", "tamil", "telugu", "kannada", "malayalam", "sinhala"],
  ...["thai", "lao", "khmer", "myanmar", "georgian", "armenian", "ethiopic"],
] as const;

/** A variable font (axis `wght`) with some letters of a family. */
export type FontSlice = { readonly name: string; readonly file: string };

/**
 * The packaged fonts for a character, in order of preference for a target language (BCP 47). Each family is split into
 * slices, because a document needs few of them.
 */
export function slicesFor(character: string, target: string): FontSlice[] {
  const code = character.codePointAt(0)!;
  const first = HAN.find(({ languages }) => languages.test(target))?.family;
  const families = [...new Set([...(first ? [first] : []), ...HAN.map(({ family }) => family), ...SCRIPTS])];
  return families.flatMap((family) => {
    const slice = familyOf(family).sliceOf.get(code);
    if (slice === undefined) return [];
    const file = path.join(familyOf(family).folder, "files", `noto-sans-${family}-${slice}-wght-normal.woff2`);
    return [{ name: `NotoSans${family[0]!.toUpperCase()}${family.slice(1)}`, file }];
  });
}

/** TrueType data of a slice. Throws an error if the file is missing or damaged. */
export async function readSlice(file: string): Promise<Uint8Array> {
  const { default: decompress } = await import("wawoff2/decompress.js");
  // The result is a view of memory that the next call overwrites.
  return new Uint8Array(await decompress(readFileSync(file)));
}

type Family = { readonly folder: string; readonly sliceOf: ReadonlyMap<number, string> };

const families = new Map<string, Family>();

function familyOf(family: string): Family {
  const known = families.get(family);
  if (known) return known;
  const manifest = createRequire(import.meta.url).resolve(`@fontsource-variable/noto-sans-${family}/package.json`);
  const folder = path.dirname(manifest);
  const ranges: Record<string, string> = JSON.parse(readFileSync(path.join(folder, "unicode.json"), "utf8"));
  const sliceOf = new Map<number, string>();
  for (const [slice, list] of Object.entries(ranges))
    for (const [, from, to] of list.matchAll(/U\+([0-9a-f]+)(?:-([0-9a-f]+))?/gi)) {
      const last = Number.parseInt(to ?? from!, 16);
      for (let code = Number.parseInt(from!, 16); code <= last; code++) sliceOf.set(code, slice.replace(/[[\]]/g, ""));
    }
  const read = { folder, sliceOf };
  families.set(family, read);
  return read;
}
