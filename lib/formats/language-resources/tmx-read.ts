import { decodeText } from "@/lib/formats/encoding";
import { UnreadableFile } from "@/lib/formats/format";
import { declaredXmlEncoding } from "@/lib/formats/l10n/xml-source";
import { childOf, elementsOf, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { baseLanguage } from "@/lib/text/languages";
import { plainText } from "@/lib/text/segment";
import { languageReader } from "./language-reader";
import type { Skipped } from "./skipped";
import { encodeSegs, type UnitCode } from "./tmx-codes";

/** A source with one translation. Texts are encoded, see lib/text/segment.ts. */
export type TmxUnit = {
  /** Number of the unit in the file, starting with 1. */
  readonly number: number;
  readonly tuid: string | null;
  /** BCP 47 in canonical form. */
  readonly language: string;
  readonly source: string;
  readonly target: string;
  /** The codes of its texts as the file writes them, if their content is known. */
  readonly codes?: readonly UnitCode[] | undefined;
  /** As exported by this service; "" for files of other programs. */
  readonly contextHash: string;
  readonly reviewed: boolean;
  /** RFC 3339. */
  readonly createdAt: string | null;
  readonly changedAt: string | null;
};

export type TmxContent = { readonly units: readonly TmxUnit[]; readonly skipped: readonly Skipped[] };

/** Maximum characters of the encoded text. Units with longer texts are skipped, because they rarely match. */
const MAX_TEXT_LENGTH = 10_000;
/** Limit of the XML of a text, which includes the code content of other programs. */
const MAX_SEG_LENGTH = 100_000;

export const TMX_NAMESPACES = new Map([
  ["http://www.lisa.org/tmx14", ""],
  ["http://www.lisa.org/tmx", ""],
]);

/**
 * Reads a TMX file (1.1 to 1.4b) as pairs of `sourceLanguage` and every other language of a unit; the memory's source
 * language takes precedence over the file's. Unusable units are listed in `skipped`.
 * @throws {UnreadableFile} if it is not a TMX file.
 */
export function readTmx(bytes: Uint8Array, sourceLanguage: string): TmxContent {
  const document = parseXml(decodeText(bytes, { declared: declaredXmlEncoding }).text, { namespaces: TMX_NAMESPACES });
  const body = document.root.name === "tmx" ? childOf(document.root, "body") : undefined;
  if (!body) throw new UnreadableFile("corrupt", "This is not a TMX file: it has no body of translation units.");
  const content: Content = { units: [], skipped: [] };
  const languageOf = languageReader();
  for (const [index, tu] of elementsOf(body, "tu").entries())
    readUnit({ document, tu, number: index + 1, sourceLanguage, languageOf }, content);
  return content;
}

type Content = { readonly units: TmxUnit[]; readonly skipped: Skipped[] };
type Position = {
  readonly document: XmlDocument;
  readonly tu: XmlElement;
  readonly number: number;
  readonly sourceLanguage: string;
  readonly languageOf: (tag: string | undefined) => string | null;
};

function readUnit({ document, tu, number, sourceLanguage, languageOf }: Position, { units, skipped }: Content): void {
  const skip = (code: Skipped["code"], language?: string) =>
    skipped.push({ number, code, ...(language ? { language } : {}) });
  const variants = elementsOf(tu, "tuv").map((tuv) => ({
    tuv,
    tag: languageOf(document.value(tuv, "xml:lang") ?? document.value(tuv, "lang")),
    seg: childOf(tuv, "seg"),
  }));
  const source =
    variants.find(({ tag }) => tag === sourceLanguage) ??
    variants.find(({ tag }) => tag !== null && baseLanguage(tag) === baseLanguage(sourceLanguage));
  if (!source?.seg) return void skip("no_source");
  const targets = variants.filter((variant) => variant !== source);
  if (targets.length === 0) return void skip("no_target");

  const tuid = document.value(tu, "tuid")?.slice(0, 255).toWellFormed() || null;
  const properties = propertiesOf(document, tu);
  for (const { tuv, tag, seg } of targets) {
    if (!tag) skip("unknown_language");
    else if (!seg) skip("empty", tag);
    else if (Math.max(lengthOf(source.seg), lengthOf(seg)) > MAX_SEG_LENGTH) skip("too_long", tag);
    else {
      const texts = encodeSegs(document, source.seg, seg);
      if (isBlank(texts.source) || isBlank(texts.target)) skip("empty", tag);
      else if (texts.source.length > MAX_TEXT_LENGTH || texts.target.length > MAX_TEXT_LENGTH) skip("too_long", tag);
      else
        units.push({
          number,
          tuid,
          language: tag,
          ...texts,
          contextHash: /^[0-9a-f]{32}$/.exec(properties.get("x-context-hash") ?? "")?.[0] ?? "",
          reviewed: properties.get("x-reviewed") !== "no",
          createdAt: timeOf(document.value(tuv, "creationdate") ?? document.value(tu, "creationdate")),
          changedAt: timeOf(document.value(tuv, "changedate") ?? document.value(tu, "changedate")),
        });
    }
  }
}

function propertiesOf(document: XmlDocument, tu: XmlElement): Map<string, string> {
  return new Map(
    elementsOf(tu, "prop").map((prop) => [document.value(prop, "type") ?? "", document.text(prop).trim()]),
  );
}

function lengthOf(element: XmlElement): number {
  return element.end - element.start;
}

/** A text that consists only of codes is blank. */
function isBlank(encoded: string): boolean {
  return plainText(encoded).trim() === "";
}

/** TMX writes times as `20260131T120000Z`. */
function timeOf(value: string | undefined): string | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value ?? "");
  if (!match) return null;
  const [, year, month, day, hour, minute, second] = match;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
