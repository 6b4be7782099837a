import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Folders in which Debian and Ubuntu install TrueType fonts of other scripts. */
const SYSTEM_FOLDERS = ["/usr/share/fonts/truetype/noto", "/usr/share/fonts/truetype/droid"];
const MAX_SYSTEM_FONTS = 200;

let system: readonly string[] | undefined;

/** Regular and bold Noto Sans and Droid fonts of the system. */
export function systemFonts(): readonly string[] {
  system ??= SYSTEM_FOLDERS.flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^(NotoSans[A-Za-z]*-(Regular|Bold)|DroidSansFallback(Full)?)\.ttf$/.test(name))
          .sort()
          .map((name) => path.join(folder, name))
      : [],
  ).slice(0, MAX_SYSTEM_FONTS);
  return system;
}
