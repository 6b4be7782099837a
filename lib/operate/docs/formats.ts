import type { Format } from "@/lib/formats/format";
import { FORMATS } from "@/lib/formats/registry";

/** docs/formats.md: what each document format translates and keeps, generated from the formats. */
export function formatsPage(): string {
  return `${[
    "# Document formats",
    "",
    "<!-- Generated from lib/formats/registry.ts by `npm run docs`. Do not edit by hand. -->",
    "",
    `Dragoman reads ${FORMATS.length} formats. A document is returned in its own format, and every byte that is not translated stays`,
    "unchanged. `GET /v1/formats` returns this list with the parts that each format can include or exclude.",
    "",
    "| format | extensions | translated | unchanged | options |",
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
    "Projects show a string's comment as its `note`: comments of PO, Android, `.strings`, `.properties`, Fluent, YAML, TOML, INI, PHP, JavaScript and",
    "xcstrings files, descriptions of ARB, `comment` elements of .NET and Qt files, notes of XLIFF. Dragoman uses two kinds of statements in comments:",
    "",
    '- `max-length: 40` limits the translation to 40 characters; also `maxLength=40`, a flag `max-length:40` of PO, `maxwidth` with `size-unit="char"` of XLIFF 1.2 and `slr:sizeRestriction` of XLIFF 2.',
    "- A line `labels: checkout, button` labels the string; also `label:`, `tags:` and `tag:`. Labels have no spaces, so that “Label: the text of a button” remains a sentence. Groups of XLIFF label their units with their `resname` (1.2) or `name` (2).",
    "",
    "A new version of the file updates the labels that come from the file. Managers' own additions and removals of labels are kept.",
  ];
}

function outputs(): string[] {
  return [
    "## Other outputs",
    "",
    "- `bilingual=side` puts the source next to the translation, and `stacked` above it. `true` uses the first value that the table lists for the format.",
    "- Word documents: `side` puts paragraphs of the body into two columns. In headers, footers, notes, cells, text boxes and tables of contents, the source",
    "  is above the translation. Page numbers and note references are in both languages, and list numbers and pictures only in the translation.",
    "- `output=xliff` writes XLIFF 2.1 for any format, and with `segmentation=sentence` one segment per sentence. Send the edited file to `POST /v1/files/{id}/import` to get the translated document.",
    "- Documents of Office 97–2003 are returned in the current Office format. LibreOffice must be installed on the server to convert them",
    "  (`apt install libreoffice-writer libreoffice-calc libreoffice-impress`). It runs in a private folder, without macros and network, with limits",
    "  of time and memory. Without LibreOffice, these documents return 422 `unreadable_file` with the reason `missing_program`.",
    "- Tesseract reads pictures (PNG, JPEG, TIFF) and scanned PDFs if it is installed on the server (`apt install tesseract-ocr",
    "  poppler-utils`, and `tesseract-ocr-spa` etc. for each language of the documents). It runs in a private folder, without network, with limits",
    "  of time, memory, pixels and 100 pages. `source` names the expected language; without it, up to three of the installed languages are tried. Pages",
    "  that are skewed, sideways or upside down are rotated upright. Small pictures, such as screenshots, are enlarged first. Without Tesseract,",
    "  the request returns 422 `unreadable_file` with the reason `missing_recognition`. `output=pdf` covers the recognised text in the picture with",
    "  white and writes the translation there. Pages of a PDF become pictures. A PDF with text on some of its pages is not recognised as a scan.",
    "- The translator reads a picture in the same way if you choose, paste or drop it, or take it with a phone's camera. A picture may have at",
    "  most 25 million pixels, and reading it may take at most 45 seconds. Its text is inserted into the text field, where you can correct it; the picture isn't stored.",
    "- A PDF is returned as a Word document, a web page or plain text (`output=docx`, `html` or `txt`), without its layout but with tables,",
    "  bold and italic words; or as a PDF (`output=pdf`) with the same pages, pictures and drawings. In the PDF, the translation is written into the boxes",
    "  of the original text, in its size, colour, weight and slant, in Arimo, Tinos, Cousine, or the Noto Sans font of the script; the used",
    "  letters are embedded. Longer text first fills free space around it and then gets smaller; `text_reduced` names the",
    "  pages on which it became much smaller. A paragraph that continues in another column or page is one paragraph. Underlines and highlights keep their positions.",
    "  Fonts for Latin, Greek, Cyrillic, Hebrew, Arabic, Chinese (mainland and Taiwan forms), Japanese, Korean, Devanagari,",
    "  Bengali, Gurmukhi, Gujarati, Tamil, Telugu, Kannada, Malayalam, Sinhala, Thai, Lao, Khmer, Burmese, Georgian, Armenian and Ethiopic",
    "  are installed with the packages. Letters of other scripts use Noto Sans or Droid Sans fonts on the server (Debian: `fonts-noto-core`,",
    "  `fonts-droid-fallback`); without such a font, the request returns 422 `unreadable_file` with the reason `missing_font`. Letters are joined, moved and",
    "  stacked as their script requires; Arabic and Hebrew run from right to left.",
  ];
}
