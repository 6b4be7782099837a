import { decodeText, encodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { DocumentSegment, Format, FormatWarning, OpenDocument } from "@/lib/formats/format";
import { type JsonNode, JsonSource } from "@/lib/formats/l10n/json-source";
import { type Edit, splice } from "@/lib/formats/splice";
import { uniqueKeys } from "@/lib/formats/unique-keys";
import { md } from "./markdown";

/** Jupyter notebooks (nbformat 4). Markdown cells use the Markdown format. */
export const ipynb: Format = {
  id: "ipynb",
  name: "Jupyter notebook",
  extensions: ["ipynb"],
  mediaTypes: ["application/x-ipynb+json"],
  translates: "Markdown cells, like Markdown files.",
  leaves: "Code, outputs, raw cells, attachments and metadata.",
  bilingual: ["stacked", "side"],
  matches: (bytes, extension) =>
    (extension === "ipynb" || extension === "") && looksLikeText(bytes) && STARTS.test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const source = new JsonSource(decoded.text);
    const cells: Cell[] = [];
    for (const [index, node] of (source.member(source.root, "cells")?.children ?? []).entries()) {
      const text = source.member(node, "source");
      if (source.member(node, "cell_type")?.value !== "markdown" || !text) continue;
      const content = textOf(text);
      if (content === undefined || content.trim() === "") continue;
      const document = await md.open(Buffer.from(content), options);
      cells.push({ node: text, content, document, number: index + 1 });
    }
    const segments = cells.flatMap(({ document, number }) =>
      document.segments.map((segment): DocumentSegment => ({ ...segment, key: `cell ${number}` })),
    );
    return {
      segments: uniqueKeys(segments),
      warnings: cells.flatMap(({ document }) => document.warnings),
      async write(translated, target, { bilingual } = {}) {
        const edits: Edit[] = [];
        const warnings: FormatWarning[] = [];
        let from = 0;
        for (const { node, content, document } of cells) {
          const own = translated.slice(from, from + document.segments.length);
          from += document.segments.length;
          const written = await document.write(own, target, bilingual ? { bilingual } : {});
          const text = Buffer.from(written.bytes).toString();
          warnings.push(...written.warnings);
          if (text !== content) edits.push(source.set(node, spell(source, node, text)));
        }
        const encoded = encodeText(splice(decoded.text, edits), decoded.encoding);
        return {
          bytes: encoded.bytes,
          mediaType: ipynb.mediaTypes[0]!,
          extension: "ipynb",
          warnings: [...warnings, ...encoded.warnings],
        };
      },
    };
  },
};

/** Members that nbformat requires; other kinds of files may also have cells. */
const STARTS = /^\s{0,1000}\{[\s\S]*"(?:cells|nbformat|nbformat_minor|cell_type)"\s*:/;

type Cell = {
  readonly node: JsonNode;
  readonly content: string;
  readonly document: OpenDocument;
  readonly number: number;
};

/** A cell's text is a string or a list of lines. */
function textOf(node: JsonNode): string | undefined {
  if (node.type === "string") return String(node.value);
  if (node.type !== "array") return;
  const lines = node.children ?? [];
  return lines.every(({ type }) => type === "string") ? lines.map(({ value }) => String(value)).join("") : undefined;
}

/** The text in the form of the cell: one string, or one per line, with the same spacing. */
function spell(source: JsonSource, node: JsonNode, text: string): string {
  if (node.type === "string") return source.quote(text, node);
  const [first] = node.children ?? [];
  const raw = source.raw(node);
  const lead = first ? raw.slice(1, first.offset - node.offset) : "";
  const last = node.children?.at(-1);
  const tail = last ? raw.slice(last.offset + last.length - node.offset, -1) : "";
  const separator = lead === "" ? " " : lead;
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return `[${lead}${lines.map((line) => source.quote(line, first)).join(`,${separator}`)}${tail}]`;
}
