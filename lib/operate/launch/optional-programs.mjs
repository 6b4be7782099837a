import fs from "node:fs";
import path from "node:path";

/** Programs needed only for reading some documents, so npm start does not install them. */
const OPTIONAL = [
  {
    reads: "pictures and scanned PDFs",
    programs: { tesseract: "tesseract-ocr", pdftoppm: "poppler-utils" },
    hint: ", and tesseract-ocr-spa and so on for each language",
  },
  {
    reads: "Word, Excel and PowerPoint 97–2003",
    programs: { soffice: "libreoffice-writer libreoffice-calc libreoffice-impress" },
    hint: "",
  },
];

/**
 * One sentence per kind of document that this machine cannot read, with the Debian packages that are missing.
 * @param {string} searchPath folders of programs, as in PATH
 * @returns {string[]}
 */
export function missingReaders(searchPath) {
  const folders = searchPath.split(path.delimiter).filter(Boolean);
  const isInstalled = (program) => folders.some((folder) => fs.existsSync(path.join(folder, program)));
  return OPTIONAL.flatMap(({ reads, programs, hint }) => {
    const packages = Object.entries(programs).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
    return packages.length === 0 ? [] : [`To read ${reads}: apt install ${packages.join(" ")}${hint}`];
  });
}
