import type {
  BilingualLayout,
  DocumentPart,
  Format,
  FormatOptions,
  FormatWarning,
  OpenDocument,
  OutputOptions,
} from "@/lib/formats/format";
import { applyPatches, type Patch } from "@/lib/formats/splice";
import { escapeXmlAttribute, escapeXmlText, type XmlAttribute, type XmlElement } from "@/lib/formats/xml";
import { looksLikeZip, type ZipArchive, zipNames } from "@/lib/formats/zip";
import { languageDirection } from "@/lib/text/languages";
import { escapeText, plainSegment, plainText, type Segment } from "@/lib/text/segment";
import type { Part, TextPart } from "./part";

/** A language as office formats describe it. */
export type OfficeLanguage = {
  /** With the likely region, which office programs require: `es` → `es-ES`. */
  readonly locale: string;
  /** Selects one of a run's three fonts and languages for its text. */
  readonly script: "latin" | "east-asian" | "complex";
};

/** The target language. */
export type Target = OfficeLanguage & {
  /** The requested BCP 47 tag. */
  readonly language: string;
  readonly rtl: boolean;
  readonly bilingual: BilingualLayout | false;
};

/** One position of a segment. */
export type Unit = {
  readonly part: TextPart;
  readonly segment: Segment;
  patch(text: string, target: Target): readonly Patch[];
};

/** A segment with all its positions, because some formats store a text twice. */
export type Slot = { readonly segment: Segment; readonly units: Unit[] };

/** Patches of a part in addition to its segments. */
export type PartPatches = { readonly part: TextPart; readonly patches: readonly Patch[] };

export type OfficeDocumentParts = {
  /** Index of the document's extension and media type in the format's lists; templates have a different one. */
  readonly variant?: number;
  /** Writes the document with new contents of its parts. */
  readonly archive: Pick<ZipArchive, "with">;
  readonly slots: readonly Slot[];
  readonly declaredLanguage?: string | undefined;
  readonly signed?: boolean;
  readonly warnings?: readonly FormatWarning[];
  /** Adjusts translations in place before they are written. */
  readonly adjust?: (texts: (string | null)[], target: Target) => void;
  /** Language attributes and direction; called only if some text has changed. */
  readonly marks: (target: Target, changed: ReadonlySet<TextPart>) => readonly PartPatches[];
};

/** An opened document whose format is an archive of XML parts: segments are patched, everything else is unchanged. */
export function officeDocument(format: Format, parts: OfficeDocumentParts): OpenDocument {
  const { archive, slots } = parts;
  return {
    segments: slots.map(({ segment }) => segment),
    warnings: parts.warnings ?? [],
    ...(parts.declaredLanguage ? { declaredLanguage: parts.declaredLanguage } : {}),
    async write(translated, language, output: OutputOptions = {}) {
      const target: Target = {
        ...officeLanguage(language),
        language,
        rtl: languageDirection(language) === "rtl",
        bilingual: output.bilingual === true ? (format.bilingual?.[0] ?? false) : (output.bilingual ?? false),
      };
      const patches = new Map<TextPart, Patch[]>();
      const add = (part: TextPart, more: readonly Patch[]) => {
        if (more.length === 0) return;
        const list = patches.get(part);
        if (list) for (const patch of more) list.push(patch);
        else patches.set(part, [...more]);
      };
      const texts = slots.map(({ segment }, index) => {
        const text = translated[index]?.text ?? null;
        return text === segment.text ? null : text;
      });
      parts.adjust?.(texts, target);
      slots.forEach((slot, index) => {
        const text = texts[index] ?? null;
        if (text === null) return;
        for (const unit of slot.units) add(unit.part, unit.patch(text, target));
      });
      const changed = patches.size > 0;
      if (changed) for (const { part, patches: more } of parts.marks(target, new Set(patches.keys()))) add(part, more);
      const changes = new Map(
        [...patches].map(([part, list]) => [part.name, part.encode(applyPatches(part.source, list))]),
      );
      const warnings: FormatWarning[] = [];
      if (changed && parts.signed) {
        warnings.push({
          code: "signature_invalid",
          message: "The document was digitally signed. The signature is not valid for the translation.",
        });
      }
      return {
        bytes: archive.with(changes),
        mediaType: format.mediaTypes[parts.variant ?? 0]!,
        extension: format.extensions[parts.variant ?? 0]!,
        warnings,
      };
    },
  };
}

/**
 * Whether the bytes are an Office package of this kind, by the folder of its parts; by the extension if there is no
 * such folder or the archive cannot be read.
 */
export function matchesPackage(format: Format, bytes: Uint8Array, extension: string, folder: string): boolean {
  if (!looksLikeZip(bytes)) return false;
  const names = zipNames(bytes);
  const named = format.extensions.includes(extension);
  if (!names) return named;
  if (names.some((name) => name.startsWith(folder))) return names.includes("[Content_Types].xml");
  return named && names.includes("[Content_Types].xml") && !names.some((name) => /^(word|xl|ppt)\//.test(name));
}

/** The parts to translate: the defaults of the format plus `include`, minus `exclude`. */
export function chosenParts(options: FormatOptions, defaults: readonly DocumentPart[]): ReadonlySet<DocumentPart> {
  const chosen = new Set([...defaults, ...(options.include ?? [])]);
  for (const part of options.exclude ?? []) chosen.delete(part);
  return chosen;
}

export function slotOf(unit: Unit): Slot {
  return { segment: unit.segment, units: [unit] };
}

/** Merges slots with equal text, unless the options request every occurrence. */
export function mergeRepeated(slots: readonly Slot[], { repeated }: FormatOptions): readonly Slot[] {
  return repeated ? slots : mergeEqual(slots);
}

/** Merges slots with equal text. */
export function mergeEqual(slots: readonly Slot[]): Slot[] {
  const known = new Map<string, Slot>();
  return slots.filter((slot) => {
    const first = known.get(slot.segment.text);
    if (first) for (const unit of slot.units) first.units.push(unit);
    else known.set(slot.segment.text, slot);
    return !first;
  });
}

/**
 * Attaches copies of texts to the next of `slots` with the same text and codes, or with the same words if the copy
 * needs no codes. Returns new slots for the other copies.
 */
export function attachCopies(copies: readonly Unit[], slots: readonly Slot[]): Slot[] {
  const same = new Map<string, Slot[]>();
  const wait = (key: string, slot: Slot) => {
    const list = same.get(key);
    if (list) list.push(slot);
    else same.set(key, [slot]);
  };
  for (const slot of slots) {
    wait(slot.segment.text, slot);
    wait(`plain:${plainText(slot.segment.text)}`, slot);
  }
  const next = (key: string) => {
    const list = same.get(key);
    return list && list.length > 1 ? list.shift() : list?.[0];
  };
  return copies.flatMap((copy) => {
    const exact = next(copy.segment.text);
    if (exact) {
      exact.units.push(copy);
      return [];
    }
    const formatted = copy.segment.codes.every(({ kind }) => kind === "format");
    const words = formatted ? next(`plain:${plainText(copy.segment.text)}`) : undefined;
    if (!words) return [slotOf(copy)];
    words.units.push({ ...copy, patch: (text, target) => copy.patch(escapeText(plainText(text)), target) });
    return [];
  });
}

/** Plain text that is an element's whole content. `null` without letters. */
export function elementUnit(part: Part, element: XmlElement, key?: string): Unit | null {
  if (element.children.some(({ type }) => type === "element")) return null;
  const text = part.document.text(element);
  return plainUnit(part, text, key, (written) => ({
    start: element.openEnd,
    end: element.closeStart,
    raw: [escapeXmlText(written)],
  }));
}

/** Plain text in an attribute. `null` without letters. */
export function attributeUnit(part: Part, attribute: XmlAttribute | undefined, key?: string): Unit | null {
  if (!attribute) return null;
  return plainUnit(part, attribute.value, key, (written) => replaceValue(attribute, written));
}

function plainUnit(part: Part, text: string, key: string | undefined, patch: (text: string) => Patch): Unit | null {
  const core = text.trim();
  if (!/\p{L}/u.test(core)) return null;
  const start = text.indexOf(core);
  return {
    part,
    segment: { ...plainSegment(core), ...(key ? { key } : {}) },
    patch: (translated) => [patch(text.slice(0, start) + plainText(translated) + text.slice(start + core.length))],
  };
}

/** Replaces an attribute's value. */
export function replaceValue(attribute: XmlAttribute, value: string): Patch {
  return { start: attribute.start, end: attribute.end, raw: [escapeXmlAttribute(value, attribute.quote)] };
}

/** Sets an attribute; a new one gets the prefix of its element. */
export function setAttribute(part: Part, element: XmlElement, name: string, value: string): Patch {
  const present = part.document.attribute(element, name);
  if (present) return replaceValue(present, value);
  const tag = part.document.tag(element);
  const at = element.start + 1 + tag.length;
  const local = name.slice(name.indexOf(":") + 1);
  const prefix = name === local ? "" : tag.slice(0, tag.indexOf(":") + 1);
  return { start: at, end: at, raw: [` ${prefix}${local}="${escapeXmlAttribute(value)}"`] };
}

/** Inserts XML into an element before the first child with one of the names, or as its last child. */
export function insertChild(part: Part, parent: XmlElement, xml: string, before: ReadonlySet<string>): Patch {
  if (parent.openEnd === parent.end) {
    const tag = part.document.tag(parent);
    return { start: parent.openEnd - 2, end: parent.openEnd, raw: [`>${xml}</${tag}>`] };
  }
  const next = parent.children.find((child) => child.type === "element" && before.has(child.name));
  const at = next?.start ?? parent.closeStart;
  return { start: at, end: at, raw: [xml] };
}

const EAST_ASIAN = new Set(["Hans", "Hant", "Jpan", "Kore", "Hani", "Hira", "Kana", "Hang", "Bopo", "Yiii"]);
const COMPLEX = new Set(
  "Arab Aran Hebr Syrc Thaa Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Khmr".split(" "),
);

/** A language with the region and script that office formats need. */
export function officeLanguage(language: string): OfficeLanguage {
  const likely = new Intl.Locale(language).maximize();
  const script = likely.script ?? "Latn";
  const written = new Intl.Locale(language).script;
  return {
    locale: [likely.language, likely.language === "zh" ? undefined : written, likely.region].filter(Boolean).join("-"),
    script: EAST_ASIAN.has(script) ? "east-asian" : COMPLEX.has(script) ? "complex" : "latin",
  };
}
