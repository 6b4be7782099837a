import { mapInTurns } from "@/lib/base/pool/in-turns";
import { decodeText, peekText } from "@/lib/formats/encoding";
import { type DocumentSegment, UnreadableFile } from "@/lib/formats/format";
import {
  childOf,
  descendants,
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
  type XmlNode,
} from "@/lib/formats/xml";
import { parseLanguage } from "@/lib/text/languages";
import { codesIn } from "@/lib/text/message/codes";
import { nestCodes } from "@/lib/text/message/nest-codes";
import { type Forms, formFor, formsOf } from "@/lib/text/plurals/plural-forms";
import { escapeText, type InlineCode, type Segment, serialize, tokenize } from "@/lib/text/segment";
import { splitSegment } from "@/lib/text/sentences";
import { sameLanguage } from "./locale-names";
import { XLIFF_NAMESPACES } from "./xliff";
import { declaredXmlEncoding } from "./xml-source";

export type ExchangeOptions = {
  /** Name and format id of the document. */
  readonly fileName: string;
  readonly format: string;
  /** BCP 47. */
  readonly source: string;
  readonly target: string;
  readonly segments: readonly (Segment & Pick<DocumentSegment, "plural">)[];
  /** Encoded texts, one per segment; null for an untranslated one. */
  readonly translated?: readonly (string | null)[];
  /** The translation's forms of plural messages. */
  readonly forms?: readonly (Forms | null)[];
  /** State of each; if absent, all are translated. */
  readonly states?: readonly ExchangeState[];
  /** Why a translation was rejected; null if it was not. */
  readonly remarks?: readonly (string | null)[];
  /** `sentence`: one segment per sentence whose translation is also one sentence. Omitted: one per unit. */
  readonly segmentation?: "paragraph" | "sentence" | undefined;
};

/** The states of XLIFF 2 in ascending order. */
const EXCHANGE_STATES = ["initial", "translated", "reviewed", "final"] as const;

export type ExchangeState = (typeof EXCHANGE_STATES)[number];

/** A returned segment: its encoded translation or null, and its source; "" for a missing one. */
export type Exchanged = {
  readonly source: string;
  readonly text: string | null;
  /** The translated forms of a plural message. */
  readonly forms?: Forms;
  readonly state: ExchangeState;
  /** Faults of the file: duplicate units with this id, sentences without a target, codes that no export contains. */
  readonly faults?: readonly ExchangeFault[];
};

export type ExchangeFault = "doubled_unit" | "incomplete" | "unknown_code";

/**
 * Writes the segments of any document as XLIFF 2.1, one unit each, for a CAT tool. Codes become `pc` and `ph` with
 * their numbers as ids. {@link readExchange} reads the returned file.
 */
export async function writeExchange(options: ExchangeOptions): Promise<Uint8Array> {
  const isSegmented = options.segmentation === "sentence";
  const languages = isSegmented ? options : undefined;
  const units = await mapInTurns(options.segments, (segment, index) => {
    const worked: Worked = {
      translated: options.translated?.[index] ?? null,
      reached: options.states?.[index] ?? "translated",
      remark: options.remarks?.[index] ?? null,
    };
    const forms = options.forms?.[index] ?? {};
    return segment.plural
      ? pluralGroup(segment, segment.plural, index, forms, worked, options)
      : unit(segment, index, worked, { languages });
  });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.1" srcLang="${escapeXmlAttribute(options.source)}" trgLang="${escapeXmlAttribute(options.target)}">`,
    `  <file id="f1" original="${escapeXmlAttribute(options.fileName)}" canResegment="${isSegmented ? "yes" : "no"}" xml:space="preserve">`,
    ...(options.segments.some(({ maxLength }) => maxLength)
      ? ['    <slr:profiles generalProfile="xliff:codepoints"/>']
      : []),
    `    <notes><note category="format">${escapeXmlText(options.format)}</note></notes>`,
    // A file must contain at least one unit or group.
    ...(units.length > 0 ? units : ['    <group id="g1"/>']),
    "  </file>",
    "</xliff>",
    "",
  ];
  return Buffer.from(lines.join("\n"), "utf-8");
}

/**
 * Reads a file that {@link writeExchange} wrote and that was edited elsewhere: one entry per segment of the document,
 * in order. Joins split segments and drops unknown codes.
 * @param target BCP 47. The language of the translations.
 * @throws {UnreadableFile} for any other file, one with fewer segments than the document, or another target language.
 */
export function readExchange(bytes: Uint8Array, count: number, target: string): Exchanged[] {
  const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
  const document = parseXml(decoded.text, { namespaces: XLIFF_NAMESPACES });
  const result: Exchanged[] = Array.from({ length: count }, () => ({ source: "", text: null, state: "initial" }));
  const seen = new Set<string>();
  for (const element of descendants(document.root, ({ name }) => name !== "unit")) {
    const [, id, form] = (element.name === "unit" && UNIT_ID.exec(document.value(element, "id") ?? "")) || [];
    if (!id) continue;
    if (Number(id) > count) throw notOurs(`it has a unit ${id}, but the document has ${count} segments`);
    const read = readUnit(document, element);
    const before = result[Number(id) - 1]!;
    const again = seen.has(`${id} ${form ?? ""}`) ? (["doubled_unit"] as const) : [];
    seen.add(`${id} ${form ?? ""}`);
    const faults = [...(before.faults ?? []), ...(read.faults ?? []), ...again];
    const one = form ? withForm(before, form.replace(/^eq/, "="), read) : read;
    result[Number(id) - 1] = faults.length > 0 ? { ...one, faults: [...new Set(faults)] } : one;
  }
  if (document.root.name !== "xliff" || seen.size === 0) throw notOurs("it contains none of the exported units");
  const language = document.value(document.root, "trgLang");
  if (language !== undefined && !sameLanguage(language, target))
    throw new UnreadableFile(
      "wrong_language",
      `This XLIFF file contains translations into ${language.slice(0, 40)}, not into ${target}.`,
    );
  return result;
}

/** The source language that the file declares, as a BCP 47 tag. */
export function exchangeSource(bytes: Uint8Array): string | undefined {
  const tag = /<(?:[\w.-]{1,50}:)?xliff\b[^>]{0,4000}?\ssrcLang\s*=\s*["']([^"'<>]{1,40})["']/.exec(
    peekText(bytes, 16_384),
  );
  return (tag && parseLanguage(tag[1]!)) ?? undefined;
}

/** Whether plural messages have one unit per form. */
export function hasFormUnits(bytes: Uint8Array): boolean {
  return /<unit\s[^>]{0,200}\bid\s*=\s*["']u\d{1,9}-/.test(Buffer.from(bytes).toString("utf8"));
}

/** Id of a segment, or of one form of a plural message. */
const UNIT_ID = /^u([1-9]\d{0,8})(?:-(zero|one|two|few|many|other|\d|eq\d{1,9}))?$/;

/** Adds a form to those read before. The source is that of the last form, which is the main one. */
function withForm(before: Exchanged, form: string, { source, text, state }: Exchanged): Exchanged {
  const forms: Forms = { ...before.forms, ...(text ? { [form]: text } : {}) };
  const isFirst = before.forms === undefined || Object.keys(before.forms).length === 0;
  const least = EXCHANGE_STATES.indexOf(state) < EXCHANGE_STATES.indexOf(before.state) ? state : before.state;
  return { source, text: text ?? before.text, forms, state: !text ? before.state : isFirst ? state : least };
}

/** Whether a file looks like one of {@link writeExchange}, whichever program has saved it. Fast. */
export function isExchange(bytes: Uint8Array): boolean {
  const head = peekText(bytes, 16_384);
  return head.includes("urn:oasis:names:tc:xliff:document:2.0") && /\bcategory\s{0,9}=\s{0,9}["']format["']/.test(head);
}

function notOurs(what: string): UnreadableFile {
  return new UnreadableFile("other_document", `This XLIFF file does not belong to the document: ${what}.`);
}

/** A plural message: a group with one unit per form of the language or the translation. */
function pluralGroup(
  segment: Segment,
  { rule, forms: sources }: NonNullable<DocumentSegment["plural"]>,
  index: number,
  forms: Forms,
  worked: Worked,
  { source: sourceLanguage, target }: ExchangeOptions,
): string {
  const needed = formsOf(rule, target, sources);
  const names = needed.map(({ name }) => name);
  const others = Object.keys(forms).filter((name) => !names.includes(name));
  const units = [...others.map((name) => ({ name, samples: [] })), ...needed].map(({ name, samples }) => {
    const from = formFor(samples[0] ?? 5, { rule, language: sourceLanguage, forms: sources });
    const text = (from === null ? undefined : sources[from]) ?? segment.text;
    const one = { ...segment, text, codes: codesIn(text, segment.codes), key: `${segment.key ?? ""} [${name}]` };
    const translated = forms[name] ?? null;
    const form: ExchangeForm = { id: name.replace("=", "eq"), samples, codes: segment.codes };
    return unit(one, index, { ...worked, translated }, { form });
  });
  const name = segment.key ? ` name="${escapeXmlAttribute(segment.key)}"` : "";
  return [`    <group id="g${index + 1}"${name}>`, ...units, "    </group>"].join("\n");
}

type ExchangeForm = {
  readonly id: string;
  readonly samples: readonly number[];
  /** Codes of all forms together. */
  readonly codes: readonly InlineCode[];
};

type Worked = { readonly translated: string | null; readonly reached: ExchangeState; readonly remark: string | null };

type UnitOptions = {
  readonly form?: ExchangeForm;
  /** For a unit that is split into sentences. */
  readonly languages?: Pick<ExchangeOptions, "source" | "target"> | undefined;
};

function unit(
  segment: Segment,
  index: number,
  { translated, reached, remark }: Worked,
  { form, languages }: UnitOptions,
): string {
  const name = segment.key ? ` name="${escapeXmlAttribute(segment.key)}"` : "";
  const limit = segment.maxLength ? ` slr:sizeRestriction="${segment.maxLength}"` : "";
  const notes = [
    ...(form && form.samples.length > 0 ? [`<note category="plural">n = ${form.samples.join(", ")}, …</note>`] : []),
    ...(segment.note ? [`<note>${escapeXmlText(segment.note)}</note>`] : []),
    ...(remark ? [`<note category="review">${escapeXmlText(remark)}</note>`] : []),
  ];
  const codes = new Map(segment.codes.map((code) => [code.id, code]));
  const state = translated === null ? "initial" : reached;
  const own =
    form && translated !== null ? new Map(codesIn(translated, form.codes).map((code) => [code.id, code])) : codes;
  const sentences = languages && sentencesOf(segment, translated, languages);
  const pieces = sentences ?? [{ source: segment.text, target: translated, isGap: false }];
  return [
    `    <unit id="u${index + 1}${form ? `-${form.id}` : ""}"${name}${limit}>`,
    ...(notes.length > 0 ? [`      <notes>${notes.join("")}</notes>`] : []),
    ...pieces.flatMap(({ source, target, isGap }) => [
      isGap ? "      <ignorable>" : `      <segment state="${state}">`,
      `        <source>${content(source, sentences ? present(source, codes) : codes)}</source>`,
      ...(target === null
        ? []
        : [`        <target>${content(target, sentences ? present(target, own) : own)}</target>`]),
      isGap ? "      </ignorable>" : "      </segment>",
    ]),
    "    </unit>",
  ].join("\n");
}

/** The codes that occur in one sentence of a unit. */
function present(encoded: string, codes: ReadonlyMap<number, InlineCode>): ReadonlyMap<number, InlineCode> {
  return new Map(codesIn(encoded, [...codes.values()]).map((code) => [code.id, code]));
}

type SentencePiece = { readonly source: string; readonly target: string | null; readonly isGap: boolean };

/**
 * The sentences of a unit with those of its translation, and the text between them. Undefined if there is only one, the
 * numbers differ, or a pair of codes runs over an end, which a segment could not hold whole.
 */
function sentencesOf(
  segment: Segment,
  translated: string | null,
  languages: Pick<ExchangeOptions, "source" | "target">,
): SentencePiece[] | undefined {
  const { parts } = splitSegment(segment, languages.source);
  if (parts.length < 2 || !areWhole(parts)) return;
  const others =
    translated === null
      ? undefined
      : splitSegment({ text: translated, codes: codesIn(translated, segment.codes) }, languages.target).parts;
  if (others && (others.length !== parts.length || !areWhole(others))) return;
  const gap = (source: string, target: string | undefined): SentencePiece[] =>
    source === "" && !target
      ? []
      : [{ source: escapeText(source), target: target === undefined ? null : escapeText(target), isGap: true }];
  return parts.flatMap((part, i) => {
    const other = others?.[i];
    return [
      ...gap(part.before, other?.before),
      { source: part.segment.text, target: other?.segment.text ?? null, isGap: false },
      ...gap(part.after, other?.after),
    ];
  });
}

function areWhole(parts: readonly { readonly segment: Segment }[]): boolean {
  const ids = parts.flatMap(({ segment: { codes } }) => codes.map(({ id }) => id));
  return new Set(ids).size === ids.length;
}

/** A repeated pair, which must be formatting, is a copy with its own id. */
function content(encoded: string, codes: ReadonlyMap<number, InlineCode>): string {
  const times = new Map<number, number>();
  return nestCodes(tokenize(encoded), [...codes.values()])
    .map((token) => {
      if (token.type === "text") return text(token.text);
      if (token.type === "close") return "</pc>";
      const code = codes.get(token.id)!;
      const time = (times.get(token.id) ?? 0) + 1;
      times.set(token.id, time);
      const id = time === 1 ? `id="${token.id}"` : `id="${token.id}-${time}" copyOf="${token.id}"`;
      const freedom = `canCopy="${code.kind === "format" ? "yes" : "no"}" canDelete="${code.deletable ? "yes" : "no"}"`;
      if (token.type === "open") return `<pc ${id} ${freedom}${code.kind === "format" ? ' type="fmt"' : ""}>`;
      return `<ph ${id} ${freedom}${code.equiv ? ` equiv="${escapeXmlAttribute(code.equiv)}"` : ""}/>`;
    })
    .join("");
}

/** Characters that XML forbids are written as `cp`. */
function text(plain: string): string {
  return plain
    .split(/([\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff])/)
    .map((piece, index) =>
      index % 2 === 1
        ? `<cp hex="${piece.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}"/>`
        : escapeXmlText(piece),
    )
    .join("");
}

function readUnit(document: XmlDocument, unit: XmlElement): Exchanged {
  const pieces = elementsOf(unit).filter(({ name }) => name === "segment" || name === "ignorable");
  const segments = pieces.filter(({ name }) => name === "segment");
  const contentOf = (element: XmlElement | undefined) => (element ? readContent(document, element) : "");
  const source = pieces.map((piece) => contentOf(childOf(piece, "source"))).join("");
  const done = segments.filter((segment) =>
    isDone(contentOf(childOf(segment, "source")), contentOf(childOf(segment, "target"))),
  );
  if (done.length === 0) return { source, text: null, state: "initial" };
  const texts = pieces.map((piece) => {
    const own = contentOf(childOf(piece, "source"));
    const target = childOf(piece, "target");
    return target && (piece.name === "ignorable" || isDone(own, contentOf(target))) ? contentOf(target) : own;
  });
  const faults: ExchangeFault[] = [
    ...(done.length < segments.length ? (["incomplete"] as const) : []),
    ...(pieces.some((piece) => hasStrayCode(document, childOf(piece, "target"))) ? (["unknown_code"] as const) : []),
  ];
  const states = segments.map((segment) => EXCHANGE_STATES.indexOf(stateOf(document.value(segment, "state"))));
  const state = done.length < segments.length ? "initial" : EXCHANGE_STATES[Math.min(...states)]!;
  return { source, text: texts.join(""), state, ...(faults.length > 0 ? { faults } : {}) };
}

/** Programs write an empty target if there is no translation. */
function isDone(source: string, target: string): boolean {
  return target.trim() !== "" || source.trim() === "";
}

/** Whether a target contains a code with an id that no export has. */
function hasStrayCode(document: XmlDocument, target: XmlElement | undefined): boolean {
  const codes = target ? [...descendants(target)].filter(({ name }) => /^(?:pc|ph|sc|ec)$/.test(name)) : [];
  return codes.some((code) =>
    ["copyOf", "startRef", "id"].every((name) => !CODE_ID.test(document.value(code, name) ?? "")),
  );
}

const CODE_ID = /^[1-9]\d{0,5}$/;

/** The standard says that a target without a state is `initial`; here someone has written it. */
function stateOf(value: string | undefined): ExchangeState {
  return EXCHANGE_STATES.find((state) => state === value) ?? "translated";
}

/** `pc`, or `sc`/`ec` if a program has split it, become pairs again; ignores marks. */
function readContent(document: XmlDocument, parent: XmlElement): string {
  let encoded = "";
  const stack: (XmlNode | { readonly close: string })[] = [...parent.children].reverse();
  const number = (element: XmlElement, name: string) => CODE_ID.exec(document.value(element, name) ?? "")?.[0];
  const id = (element: XmlElement) => number(element, "copyOf") ?? number(element, "id");
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ("close" in node) {
      encoded += node.close;
    } else if (node.type !== "element") {
      encoded += escapeText(document.text(node));
    } else if (node.name === "pc" || node.name === "mrk") {
      const pair = node.name === "pc" ? id(node) : undefined;
      if (pair) encoded += `<g${pair}>`;
      stack.push({ close: pair ? `</g${pair}>` : "" }, ...[...node.children].reverse());
    } else if (node.name === "ph") {
      encoded += id(node) ? `<x${id(node)}/>` : "";
    } else if (node.name === "sc") {
      encoded += id(node) ? `<g${id(node)}>` : "";
    } else if (node.name === "ec") {
      const started = number(node, "startRef") ?? id(node);
      encoded += started ? `</g${started}>` : "";
    } else if (node.name === "cp") {
      const hex = /^[0-9A-Fa-f]{1,6}$/.exec(document.value(node, "hex") ?? "")?.[0];
      const code = Number.parseInt(hex ?? "fffd", 16);
      encoded += serialize([{ type: "text", text: String.fromCodePoint(Math.min(code, 0x10ffff)) }]);
    }
  }
  return encoded;
}
