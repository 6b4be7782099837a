import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

export const SENTENCE = "The committee will publish the final report about water quality next month";

/** Number of words in a sentence of {@link numbered}. */
export const WORDS = SENTENCE.split(" ").length + 1;

export const numbered = (i) => `${SENTENCE} ${i}.`;

const root = path.resolve(import.meta.dirname, "../..");

/** The formats from a bundle, as in the server's threads, without the overhead of a development loader. */
export const { docx, docxOf, chooseFormat, p } = await bundled();

async function bundled() {
  const file = path.join(root, ".build", "bench-documents.mjs");
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents:
        'export { docx } from "@/lib/formats/office/docx"; export { chooseFormat } from "@/lib/formats/registry"; export { docxOf, p } from "@/e2e/doubles/office-files";',
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    logLevel: "error",
  });
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, outputFiles[0].contents);
  return import(pathToFileURL(file).href);
}

/** A Word document with this many words, in paragraphs of four sentences, of which every second is partly bold. */
export function longDocument(words) {
  const paragraphs = [];
  for (let i = 0; i * WORDS < words; i += 4) {
    const text = [0, 1, 2, 3].map((n) => numbered(i + n)).join(" ");
    paragraphs.push(i % 8 === 0 ? p(text) : p([text.slice(0, 14), "<w:b/>"], text.slice(14)));
  }
  return docxOf(paragraphs.join(""));
}

const address = (i) => `https://example.org/reports/${i}`;

const html = (paragraphs) => Buffer.from(`<!doctype html><html><body>\n${paragraphs.join("\n")}\n</body></html>`);

/** Formats whose paragraphs may be links, and for each how to write a paragraph and a file. */
export const LINKING = [
  {
    name: "linked.md",
    link: (i) => `[${numbered(i)}](${address(i)})\n`,
    prose: (text) => `${text}\n`,
    file: (paragraphs) => Buffer.from(paragraphs.join("\n")),
  },
  {
    name: "linked.html",
    link: (i) => `<p><a href="${address(i)}">${numbered(i)}</a></p>`,
    prose: (text) => `<p>${text}</p>`,
    file: html,
  },
  {
    name: "linked.docx",
    link: (i) => `<w:p><w:hyperlink w:anchor="report-${i}"><w:r><w:t>${numbered(i)}</w:t></w:r></w:hyperlink></w:p>`,
    prose: (text) => p(text),
    file: (paragraphs) => docxOf(paragraphs.join("")),
  },
];

/** Paragraphs that each consist of a link, and paragraphs of one sentence with the same total size. */
export function linksAndProse({ link, prose, file }, count, from) {
  const links = Array.from({ length: count }, (_, i) => link(from + i));
  const size = links.reduce((sum, one) => sum + one.length, 0);
  const plain = [];
  for (let i = 0, length = 0; length < size; i++) {
    plain.push(prose(numbered(from + i)));
    length += plain.at(-1).length;
  }
  return { links: file(links), prose: file(plain) };
}

/** A table with this many rows of a number and a sentence. */
export function csvOf(rows, from = 0) {
  const lines = Array.from({ length: rows }, (_, i) => `${from + i},${numbered(from + i)}`);
  return Buffer.from(["id,text", ...lines, ""].join("\n"));
}
