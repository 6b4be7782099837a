import type { files } from "@/db/schema";
import { AppError } from "@/lib/base/errors";
import { mapInTurns } from "@/lib/base/pool/in-turns";
import type { Fact, Facts } from "@/lib/formats/facts";
import { formatById } from "@/lib/formats/registry";
import { type ExtractOptions, extractDocument, factsOf, inspectFile } from "@/lib/formats/sandbox/sandbox";
import type { Extracted } from "@/lib/formats/sandbox/threads";
import { codesIn } from "@/lib/text/message/codes";
import { parseMessage } from "@/lib/text/message/parse";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { numbers } from "@/lib/text/qa/numbers";
import { Subject } from "@/lib/text/qa/subject";
import { escapeText, plainText, tokenize } from "@/lib/text/segment";
import { type DocumentRequest, partsOf } from "@/lib/translation/documents";
import { choicesIn } from "@/lib/translation/inner-choices";
import { PROOF_KINDS, type Proof, type ProofDifference, type ProofKind } from "@/lib/vocabulary/texts";
import { outputName } from "./output-name";

type FileRow = typeof files.$inferSelect;

type Written = {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly extension: string;
  readonly source?: string;
};

/** The columns of a file's proof. A finished file that cannot be opened again counts as wholly different. */
export async function proofOf(
  row: FileRow,
  original: Uint8Array,
  written: Written,
): Promise<Pick<FileRow, "proof" | "templateLanguages">> {
  const options = row.options as DocumentRequest["options"];
  const { into: target, ...parts } = partsOf({ source: row.source, target: row.target, options });
  const translated = written.bytes;
  const name = outputName(row.fileName, row.target, row.format, written.extension);
  const own = formatById(row.format)?.mediaTypes.includes(written.mediaType) ? row.format : undefined;
  try {
    const { proof, templateLanguages } = await proveFile({
      original,
      translated,
      fileName: row.fileName,
      outputName: name,
      format: row.format,
      outputFormat: (await inspectFile(translated, name, own)).format,
      source: written.source ?? row.source ?? "und",
      target: row.target,
      isBilingual: options.bilingual !== undefined,
      options: { ...parts, target },
    });
    return { proof, templateLanguages: [...templateLanguages] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const book = new Book();
    book.add("segments", "document", null, error.message);
    return { proof: book.close(), templateLanguages: [] };
  }
}

/** A file as it was sent and as it was finished. */
type Finished = {
  readonly original: Uint8Array;
  readonly translated: Uint8Array;
  readonly fileName: string;
  readonly outputName: string;
  readonly format: string;
  /** Format of the finished file. */
  readonly outputFormat: string;
  readonly source: string;
  readonly target: string;
  /** True if the finished file contains both languages. */
  readonly isBilingual: boolean;
  /** Options with which the original was read. */
  readonly options: ExtractOptions;
};

/** Maximum differences that are stored; all are counted. */
const MAX_ITEMS = 1_000;
/** Maximum length of a value in a difference, in UTF-16 units. */
const MAX_VALUE = 300;

/**
 * Opens a finished file in its own format, independently of the code that wrote it, and compares it with its source:
 * the facts of each segment if the segments can be paired, else of the whole text; and the links, anchors and pages in
 * the bytes. Throws 422 if the finished file cannot be read.
 */
async function proveFile(file: Finished): Promise<{ proof: Proof; templateLanguages: readonly string[] }> {
  const book = new Book();
  const before = await factsOf(file.original);
  if (file.format === file.outputFormat)
    compareFacts(before, await factsOf(file.translated), book, holdsTargets(file.format));
  const asked = { ...file.options, repeated: true, awaited: true } as const;
  const original = await extractDocument(file.original, file.fileName, { ...asked, format: file.format });
  const language = holdsTargets(file.outputFormat) ? {} : { source: file.target };
  const options = { ...asked, ...language, format: file.outputFormat };
  const translated = await extractDocument(file.translated, file.outputName, options);
  await compareTexts(original, translated, file, book);
  return { proof: book.close(), templateLanguages: before.templateLanguages };
}

/** Counts the compared facts and stores the differences. */
class Book {
  readonly #compared = Object.fromEntries(PROOF_KINDS.map((kind) => [kind, 0])) as Record<ProofKind, number>;
  readonly #items: ProofDifference[] = [];
  #differences = 0;

  count(kind: ProofKind, times = 1): void {
    this.#compared[kind] += times;
  }

  add(kind: ProofKind, place: string, source: string | null, target: string | null): void {
    this.#differences += 1;
    const cut = (value: string | null) => value?.slice(0, MAX_VALUE) ?? null;
    if (this.#items.length < MAX_ITEMS) this.#items.push({ kind, place, source: cut(source), target: cut(target) });
  }

  close(): Proof {
    return { compared: this.#compared, differences: this.#differences, items: this.#items };
  }
}

/** `hasBoth`: the file contains both languages, so its translations repeat the links of their sources. */
function compareFacts(before: Facts, after: Facts, book: Book, hasBoth: boolean): void {
  for (const kind of ["links", "anchors"] as const) {
    book.count(kind, before[kind].length);
    const known = new Set(hasBoth ? before[kind].map(({ value }) => value) : []);
    const missing = without(before[kind], after[kind]);
    const added = without(after[kind], before[kind]).filter(({ value }) => !known.has(value));
    // A missing and an added target count as one changed target.
    for (let i = 0; i < Math.max(missing.length, added.length); i++)
      book.add(kind, (missing[i] ?? added[i])!.place, missing[i]?.value ?? null, added[i]?.value ?? null);
  }
  if (before.pages === null || after.pages === null) return;
  book.count("pages", before.pages);
  if (before.pages !== after.pages) book.add("pages", "document", String(before.pages), String(after.pages));
}

/** The facts of `all` that `others` lacks, each as often as it is missing there. */
function without<T extends { readonly value: string }>(all: readonly T[], others: readonly Fact[]): T[] {
  const left = new Map<string, number>();
  for (const { value } of others) left.set(value, (left.get(value) ?? 0) + 1);
  return all.filter(({ value }) => {
    const times = left.get(value) ?? 0;
    if (times > 0) left.set(value, times - 1);
    return times === 0;
  });
}

async function compareTexts(original: Extracted, translated: Extracted, file: Finished, book: Book): Promise<void> {
  const before: Text[] = original.segments.map(({ text, codes, key }) => ({ text, codes, key }));
  const after = textsOf(translated);
  const hasTargets = holdsTargets(translated.format);
  const isGuessed = READ_FROM_LAYOUT.has(original.format) && !hasTargets;
  const isAligned = !file.isBilingual && !isGuessed && areSame(before, after);
  book.count("segments", before.length);
  if (!isAligned) {
    // In plain text, paragraphs are guessed from line lengths, so only blocks between blank lines are counted.
    const isPlain = file.format === "txt";
    const counts = isPlain ? [blocksOf(file.original), blocksOf(file.translated)] : [before.length, after.length];
    const isCounted = !file.isBilingual && !isGuessed && file.format !== "eml" && file.format === file.outputFormat;
    if (isCounted && counts[0] !== counts[1]) book.add("segments", "document", String(counts[0]), String(counts[1]));
    const whole = (texts: typeof before) => texts.map(({ text, codes }) => plainText(text, codes)).join("\n");
    compareTokens(whole(before), whole(after), "document", book, isGuessed ? ADDRESSES : TOKENS);
    return;
  }
  await mapInTurns(before, (source, i) => {
    const target = after[i]!;
    if (target.text === "") return;
    const place = source.key ?? `segment ${i + 1}`;
    const own = original.segments[i]!.plural;
    if (own) {
      book.count("pluralForms", Object.keys(own.forms).length);
      const written = translated.segments[i]![hasTargets ? "target" : "plural"];
      if (!written && !hasTargets) book.add("pluralForms", place, own.rule, null);
      const exact = Object.keys(own.forms).filter((name) => /^(?:=|zero$)/.test(name));
      for (const name of exact) if (written && !written.forms?.[name]) book.add("pluralForms", place, name, null);
    }
    compareTokens(plainText(source.text, source.codes), plainText(target.text, target.codes), place, book, TOKENS);
    if (hasTargets) for (const code of lostCodes(source, target)) book.add("placeholders", place, code, null);
    compareNumbers(source, target.text, file, place, book);
  });
}

function compareNumbers(
  source: Text,
  translated: string,
  { source: from, target }: Finished,
  place: string,
  book: Book,
): void {
  book.count("numbers", plainText(source.text).match(/\p{Nd}+(?:[.,:]\p{Nd}+)*/gu)?.length ?? 0);
  const subject = new Subject({ text: source.text, codes: source.codes }, translated, { source: from, target });
  for (const { check, params } of numbers(subject)) {
    const number = String(params?.number ?? "");
    const isMissing = check === "number.missing";
    book.add("numbers", place, isMissing ? number : null, isMissing ? null : number);
  }
}

const ADDRESSES: readonly ProofKind[] = ["urls", "emails"];
const TOKENS: readonly ProofKind[] = ["urls", "emails", "placeholders", "codes"];

/** Compares how often tokens that a translation must not change occur in two plain texts. */
function compareTokens(source: string, target: string, place: string, book: Book, kinds: readonly ProofKind[]): void {
  const wanted = tokensOf(source).filter(({ kind }) => kinds.includes(kind));
  for (const { kind } of wanted) book.count(kind);
  const written = tokensOf(target);
  const missing = without(wanted, written).filter(({ value }) => !target.includes(value));
  for (const { kind, value } of missing) book.add(kind, place, value, null);
  const added = without(written, wanted).filter(({ kind, value }) => kind !== "codes" && !source.includes(value));
  for (const { kind, value } of added) if (kinds.includes(kind)) book.add(kind, place, null, value);
}

function tokensOf(plain: string): { readonly kind: ProofKind; readonly value: string; readonly place: string }[] {
  const of = (kind: ProofKind, value: string) => ({ kind, value, place: "" });
  return parseMessage(plain, { code: true }).flatMap(({ text, kind, is }) => {
    if (is === "code") return kind === "value" && text.length > 3 ? of("codes", text) : [];
    if (hasIcuChoice(text)) return skeletonOf(text).map((value) => of("placeholders", value));
    return /^&|^@\w|^:\w/.test(text) ? [] : of(kindOf(text), text);
  });
}

/** What a translation of a plural or select keeps: its arguments, and the keys of a select. */
function skeletonOf(choice: string): string[] {
  const open: number[] = [];
  const shown: string[] = [];
  for (const character of choice.slice(1, -1)) {
    const start = character === "}" ? open.pop() : undefined;
    if (character === "{") open.push(shown.length);
    shown.splice(start ?? shown.length, shown.length, start === undefined ? character : "=");
  }
  const flat = shown.join("");
  const keys = /^[^,]*,\s*select\s*,/.test(flat) ? flat.match(/[\w-]+(?=\s*=)/g)! : [];
  const codes = choicesIn(escapeText(choice)).flatMap(({ message }) =>
    message.parts.flatMap(({ inline, plural }) => (plural?.joint ?? inline.segment).codes),
  );
  const inner = codes.flatMap(({ kind, equiv = "#" }) => (kind === "placeholder" && equiv !== "#" ? equiv : []));
  return [...new Set([`{${flat.split(",")[0]!.trim()}`, ...keys, ...inner])];
}

/** The inline codes of a unit that its translation lost; those of appearance may be joined. */
function lostCodes(source: Text, target: Text): string[] {
  const kept = new Set(tokenize(target.text).map((token) => (token.type === "text" ? 0 : token.id)));
  return codesIn(source.text, source.codes).flatMap(({ id, kind, deletable, equiv }) =>
    kept.has(id) || deletable || equiv || kind === "format" ? [] : kind === "pair" ? `<g${id}>` : `<x${id}/>`,
  );
}

function kindOf(placeholder: string): ProofKind {
  if (/^[^\s{}<>%]+@[^\s@]+$/.test(placeholder)) return "emails";
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:|www\.|[\w-]+(?:\.[\w-]+)+(?:[/:?#]|$))/i.test(placeholder)
    ? "urls"
    : "placeholders";
}

function blocksOf(plain: Uint8Array): number {
  return Buffer.from(plain)
    .toString("latin1")
    .split(/\n\s*\n/).length;
}

/** Whether files of a format contain both languages. */
export function holdsTargets(format: string): boolean {
  return formatById(format)?.holdsTargets === true;
}

/** The texts of a finished document. Of a bilingual document, its translations; empty for missing ones. */
export function textsOf({ format, segments }: Pick<Extracted, "format" | "segments">): Text[] {
  const hasTargets = holdsTargets(format);
  return segments.map(({ text, codes, key, target }) => ({
    text: target?.text ?? (hasTargets ? "" : text),
    codes,
    key,
  }));
}

/** Formats whose paragraphs are guessed from positions, so that equal counts prove nothing. */
export const READ_FROM_LAYOUT: ReadonlySet<string> = new Set(["pdf", "image"]);

export type Text = Pick<Extracted["segments"][number], "text" | "codes" | "key">;

/** Whether two lists of segments are of the same document: as many, and with the same keys if both have keys. */
export function areSame(before: readonly Text[], after: readonly Text[]): boolean {
  if (before.length !== after.length) return false;
  return before.every(({ key }, i) => key === undefined || after[i]!.key === undefined || key === after[i]!.key);
}
