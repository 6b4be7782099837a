import type { Format } from "@/lib/formats/format";
import { FORMATS } from "@/lib/formats/registry";

/** docs/formats.md: what each document format translates and keeps, generated from the formats. */
export function formatsPage(): string {
  return `${[
    "# Document formats",
    "",
    "<!-- Generated from lib/formats/registry.ts by `npm run docs`. Do not edit by hand. -->",
    "",
    `Dragoman reads ${FORMATS.length} formats. A document comes back as the same kind of document; every byte that is not`,
    "translated stays as it was. `GET /v1/formats` returns this list with the parts that each format can include or exclude.",
    "",
    "| format | extensions | translated | left as it is | can be chosen |",
    "|---|---|---|---|---|",
    ...FORMATS.map(row),
    "",
    ...outputs(),
    "",
    ...comments(),
  ].join("\n")}\n`;
}

function row(format: Format): string {
  const { name, extensions, translates, leaves } = format;
  const names = extensions.map((extension) => `.${extension}`).join(" ");
  return `| ${[name, names, translates, leaves, choices(format)].join(" | ")} |`;
}

/** The options of a format, besides those that every format has. */
function choices({ parts, onRequest = [], options, bilingual, holdsTargets, outputs }: Format): string {
  const code = (text: string) => `\`${text}\``;
  return [
    ...(onRequest.length > 0 ? [`${code("include")}: ${onRequest.map(code).join(", ")}`] : []),
    ...(parts ? [`${code("exclude")}: ${parts.map(code).join(", ")}`] : []),
    ...(options ? [options.map(code).join(", ")] : []),
    ...(bilingual ? [`${code("bilingual")}: ${bilingual.map(code).join(", ")}`] : []),
    ...(holdsTargets ? [code("overwrite")] : []),
    ...(outputs ? [`${code("output")}: ${outputs.map(code).join(", ")}`] : []),
  ].join("; ");
}

function comments(): string[] {
  return [
    "## Comments for translators",
    "",
    "Projects show a string's comment next to it as its `note`: comments of PO, Android, `.strings`, `.properties`, Fluent, YAML, TOML, INI, PHP, JavaScript and",
    "xcstrings files, descriptions of ARB, `comment` elements of .NET and Qt files, notes of XLIFF. Two things that comments state are used:",
    "",
    '- `max-length: 40` limits the translation to 40 characters; also `maxLength=40`, a flag `max-length:40` of PO, `maxwidth` with `size-unit="char"` of XLIFF 1.2 and `slr:sizeRestriction` of XLIFF 2.',
    "- A line `labels: checkout, button` labels the string; also `label:`, `tags:` and `tag:`. Labels have no spaces, so that “Label: the text of a button” remains a sentence. Groups of XLIFF label their units with their `resname` (1.2) or `name` (2).",
    "",
    "A new version of the file changes the labels that it states and keeps those that managers added or removed.",
  ];
}

function outputs(): string[] {
  return [
    "## Other outputs",
    "",
    "- `bilingual=side` puts the source next to the translation, `stacked` above it, `true` as the table says first.",
    "- Word documents: `side` puts paragraphs of the body into two columns; in headers, footers, notes, cells, text boxes and contents",
    "  the source is above. Page numbers and marks of notes are in both; list numbers and pictures only in the translation.",
    "- `output=xliff` writes XLIFF 2.1 for any format, and with `segmentation=sentence` one segment per sentence. Send the edited file to `POST /v1/files/{id}/import` to get the document.",
    "- Documents of Office 97–2003 come back in the present format. LibreOffice converts them where it is installed on the server",
    "  (`apt install libreoffice-writer libreoffice-calc libreoffice-impress`), in a private folder, without macros and network, with limits",
    "  of time and memory. Without it they answer 422 `unreadable_file` with the reason `missing_program`.",
    "- Pictures (PNG, JPEG, TIFF) and scanned PDFs are read by Tesseract where it is installed on the server (`apt install tesseract-ocr",
    "  poppler-utils`, and `tesseract-ocr-spa` and so on for each language of documents), in a private folder, without network, with limits",
    "  of time, memory, pixels and 100 pages. `source` says which language to expect; else up to three installed ones are tried. Pages",
    "  that lie askew, sideways or upside down are turned upright. Small pictures, such as those of screens, are enlarged first. Without",
    "  it they answer 422 `unreadable_file` with the reason `missing_recognition`. `output=pdf` covers the recognised text in the picture with",
    "  white and sets the translation there. Pages of a PDF become pictures; a PDF with text on some of its pages is not recognised.",
    "- The translator reads a picture in the same way: chosen, pasted, dropped, or taken with a phone's camera. It may have 25 million",
    "  pixels and take 45 seconds. Its text is put into the input to be corrected and translated; the picture isn't kept.",
    "- A PDF comes back as a Word document, a web page or plain text (`output=docx`, `html` or `txt`), without its layout but with tables,",
    "  bold and italic words; or as a PDF (`output=pdf`) with the same pages, pictures and drawings. There the text is set in the boxes",
    "  of the original, in its size, colour, weight and slant, in Arimo, Tinos or Cousine, or in the Noto Sans of the script, which are",
    "  embedded with the letters used. Text that is longer runs into free space around, then gets smaller; `text_reduced` names the",
    "  pages where it became much smaller. A paragraph over columns or pages is one. Underlines and highlights stay where they were.",
    "  Fonts for Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese (in the forms of the mainland and of Taiwan), Japanese, Korean, Devanagari,",
    "  Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Sinhala, Thai, Lao, Khmer, Burmese, Georgian, Armenian and Ethiopic",
    "  come with the packages. Letters of other scripts come from Noto Sans or Droid Sans fonts on the server (Debian: `fonts-noto-core`,",
    "  `fonts-droid-fallback`); without one the answer is 422 `unreadable_file` with the reason `missing_font`. Letters are joined, moved and",
    "  stacked as their script demands; Arabic and Hebrew run from right to left.",
  ];
}
