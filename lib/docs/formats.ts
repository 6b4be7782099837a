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
    "| format | extensions | translated | left as it is |",
    "|---|---|---|---|",
    ...FORMATS.map(row),
    "",
    ...outputs(),
  ].join("\n")}\n`;
}

function row({ name, extensions, translates, leaves }: Format): string {
  return `| ${[name, extensions.map((extension) => `.${extension}`).join(" "), translates, leaves].join(" | ")} |`;
}

function outputs(): string[] {
  const bilingual = FORMATS.filter((format) => format.bilingual).map((format) => format.name);
  return [
    "## Other outputs",
    "",
    `- \`bilingual=true\` puts the source next to the translation: ${bilingual.join(", ")}.`,
    "- `output=xliff` writes XLIFF 2.1 for any format. Send the edited file to `POST /v1/files/{id}/import` to get the document.",
    "- A PDF comes back as a Word document, a web page or plain text (`output=docx`, `html` or `txt`), without its layout.",
  ];
}
