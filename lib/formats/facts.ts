import { decodeText, looksLikeText } from "./encoding";
import { UnreadableFile } from "./format";
import { lineNumber, lineStarts } from "./lines";
import { loadPdfLib, pdfLib } from "./pdf/pdf-lib";
import { ZipArchive } from "./zip";

/** A value of a file and its position: a line, or a part of an archive. */
export type Fact = { readonly value: string; readonly place: string };

/** Values that a translation must not change, read from a file without its format's parser. */
export type Facts = {
  /** Targets of links and media outside of the page. */
  readonly links: readonly Fact[];
  /** Explicit anchors, to which links within the page lead. */
  readonly anchors: readonly Fact[];
  /** Pages of a PDF; null for other files. */
  readonly pages: number | null;
  /** Template languages, by name. */
  readonly templateLanguages: readonly string[];
};

/** Maximum bytes of text searched in a file, and maximum number of facts per kind. */
const MAX_SEARCHED = 32 << 20;
const MAX_FACTS = 20_000;

/** Finds the facts in a file: in its text, in the texts of its archive, or its number of pages. */
export async function readFacts(bytes: Uint8Array): Promise<Facts> {
  const links: Fact[] = [];
  const anchors: Fact[] = [];
  const templates = new Set<string>();
  const pages = isPdf(bytes) ? await countPages(bytes) : null;
  for (const { name, text } of pages === null ? textsOf(bytes) : []) {
    const lines = lineStarts(text);
    const place = (at: number) => (name === "" ? `line ${lineNumber(lines, at)}` : name);
    const isArchived = name !== "";
    collect(text, isArchived ? ARCHIVED_LINKS : LINKS, (value, at) => {
      if (!value.startsWith("#") && links.length < MAX_FACTS) links.push({ value, place: place(at) });
    });
    const inText = WIKI.test(text) ? ANCHORS : [...ANCHORS, BRACKETED];
    collect(text, isArchived ? ARCHIVED_ANCHORS : inText, (value, at) => {
      if (anchors.length < MAX_FACTS) anchors.push({ value, place: place(at) });
    });
    for (const [language, pattern] of TEMPLATES) if (pattern.test(text)) templates.add(language);
  }
  return { links, anchors, pages, templateLanguages: [...templates].sort() };
}

/** The value is the first group that matches. */
const LINKS: readonly RegExp[] = [
  /\s(?:href|src|poster|xlink:href)\s{0,3}=\s{0,3}(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/gi,
  /\]\((?:<([^<>\n]{1,2000})>|([^\s()<>]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?))(?:\s+["'(][^\n]{0,500})?\)/g, // Markdown
  /^ {0,3}\[[^\]\n^][^\]\n]{0,200}\]:[ \t]*(?:\r?\n[ \t]*)?<?([^\s<>]{1,2000})/gm, // Markdown reference
  /^\.\. _[^:\n]{1,200}:[ \t]+(\S{1,2000})/gm, // reStructuredText
  /\\(?:href|url|includegraphics(?:\[[^\]\n]{0,200}\])?)\{([^{}\n]{1,2000})\}/g, // LaTeX
  /(?:link|image|xref|include):{1,2}([^\s[\]]{1,2000})\[/g, // AsciiDoc
  /(?<![^\s("])(\{[\w-]{1,100}\}[/.#?][^\s[\]]{1,2000})\[/g,
];
const ANCHORS: readonly RegExp[] = [
  /<[a-z][^<>]{0,500}?\s(?:id|name)\s{0,3}=\s{0,3}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/gi,
  /\{#([\w.:-]{1,200})\}/g,
  /\\label\{([^{}\n]{1,200})\}/g,
];
/** In AsciiDoc; in a wiki, brackets at the start of a line are a link. */
const BRACKETED = /^\[\[([\p{L}_:][\p{L}\p{N}_.:-]{0,200})(?=\]\]|,)|^\[#([\w.:-]{1,200})/gmu;
const WIKI = /\[\[[^\][|\n]{1,200}\|[^\]\n]{1,500}\]\]|^={2,6}[^=\n]{1,200}={2,6}[ \t]*$|'''\S/m;
const ARCHIVED_LINKS: readonly RegExp[] = [
  /<Relationship\s(?=[^<>]{0,3000}TargetMode="External")[^<>]{0,3000}?\sTarget="([^"]{1,3000})"/g, // OOXML
  /\s(?:href|src|xlink:href)="([^"]{1,2000})"/g, // EPUB, OpenDocument
];
const ARCHIVED_ANCHORS: readonly RegExp[] = [
  /<w:bookmarkStart\s[^<>]{0,500}?w:name="([^"]{1,200})"/g,
  /<w:hyperlink\s[^<>]{0,500}?w:anchor="([^"]{1,200})"/g,
  /<text:bookmark(?:-start)?\s[^<>]{0,500}?text:name="([^"]{1,200})"/g,
];

const TEMPLATES: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["asp", /<%@\s?(?:Page|Language|Control)\b/i],
  ["docxtemplater", /(?<!\{)\{[#/^][\w.]{1,60}\}(?!\})/],
  ["erb", /<%=?-?\s[^%]{1,200}-?%>/],
  ["handlebars", /\{\{[#/>^][^{}\n]{1,200}\}\}/],
  ["hugo", /\{\{[<%]\s[^{}\n]{1,200}[>%]\}\}/],
  ["jinja", /\{%-?\s?(?:block|extends|if|for|macro|include|set|trans)\b[^%\n]{0,200}%\}/],
  ["mailchimp", /\*\|[A-Za-z][^|*\n]{0,100}\|\*/],
  ["mustache", /\{\{[^{}\n<%#/>^][^{}\n]{0,200}\}\}/],
  ["php", /<\?(?:php\b|=)/],
  ["razor", /(?<![\w.])@(?:Model|Html|ViewBag|ViewData|Url)\.\w/],
  ["shortcodes", /\[[a-z][\w-]{1,40}(?:\s[\w-]{1,40}="[^"\]]{0,400}"){1,20}\s?\/?\]/],
  ["template literals", /\$\{[A-Za-z_][^{}\n]{0,120}\}/],
];

function collect(text: string, patterns: readonly RegExp[], add: (value: string, at: number) => void): void {
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const value = match.slice(1).find((group) => group !== undefined);
      if (value) add(value.replaceAll("&amp;", "&"), match.index);
    }
  }
}

function* textsOf(bytes: Uint8Array): Generator<{ readonly name: string; readonly text: string }> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isZip) {
    if (bytes.length <= MAX_SEARCHED && looksLikeText(bytes)) yield { name: "", text: decodeText(bytes).text };
    return;
  }
  const archive = ZipArchive.open(bytes);
  let searched = 0;
  for (const entry of archive.entries) {
    if (!/\.(?:xml|rels|x?html?|opf|ncx)$/i.test(entry.name)) continue;
    searched += entry.size;
    if (searched > MAX_SEARCHED) return;
    yield { name: entry.name, text: archive.read(entry).toString("utf8") };
  }
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(1024, bytes.length)).includes("%PDF-");
}

async function countPages(bytes: Uint8Array): Promise<number | null> {
  await loadPdfLib();
  const document = await pdfLib()
    .PDFDocument.load(bytes, { ignoreEncryption: true, updateMetadata: false })
    .catch(() => null);
  if (!document) throw new UnreadableFile("corrupt", "The translated PDF cannot be opened.");
  return document.getPageCount();
}
