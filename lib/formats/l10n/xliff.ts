import { decodeText, peekText } from "@/lib/formats/encoding";
import {
  type DocumentSegment,
  type Format,
  type FormatOptions,
  type TargetState,
  UnreadableFile,
} from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import {
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
} from "@/lib/formats/xml";
import { gettextForms } from "@/lib/text/plurals/gettext-plurals";
import type { IcuOptions } from "./icu";
import { inlineString } from "./inline-string";
import { sameLanguage, sameVariety } from "./locale-names";
import { type Entry, type Message, messageSegments, messageTexts } from "./message";
import { adoptForms, pluralPart, pluralSegment } from "./plural-part";
import { hasNoTarget, stringsDocument } from "./strings-document";
import { type LayoutGroup, TreeLayout } from "./tree-layout";
import { alignedTexts, type ContentOptions, xliffMessage, xliffPieces } from "./xliff-content";
import { type Unit, units1, units2 } from "./xliff-units";
import { declaredXmlEncoding, leadOf, redeclareXml } from "./xml-source";

const TRANSLATES =
  "Units that have no translation, or whose state requires a translation or review. With overwrite, or into a language other than the file's: every unit. The text comes from the source elements, or from the targets if the sources are keys or if the requested source language is the file's target language.";
const LEAVES = 'Existing translations, units marked translate="no", alternatives, notes, and the inline codes.';

/** XLIFF 1.0 to 1.2. */
export const xliff1: Format = {
  id: "xliff1",
  name: "XLIFF 1.2",
  extensions: ["xlf", "xliff", "sdlxliff", "mxliff"],
  mediaTypes: ["application/x-xliff+xml", "application/xliff+xml"],
  translates: TRANSLATES,
  leaves: LEAVES,
  bilingual: ["side"],
  holdsTargets: true,
  marksDrafts: true,
  matches: (bytes, extension) => isXliff(bytes, extension, "1"),
  open: (bytes, options) => openXliff(xliff1, bytes, options),
};

/** XLIFF 2.0 to 2.2. */
export const xliff2: Format = {
  id: "xliff2",
  name: "XLIFF 2",
  extensions: ["xlf", "xliff"],
  mediaTypes: ["application/xliff+xml"],
  translates: TRANSLATES,
  leaves: LEAVES,
  bilingual: ["side"],
  holdsTargets: true,
  marksDrafts: true,
  matches: (bytes, extension) => isXliff(bytes, extension, "2"),
  open: (bytes, options) => openXliff(xliff2, bytes, options),
};

function isXliff(bytes: Uint8Array, extension: string, major: "1" | "2"): boolean {
  if (extension !== "" && !xliff1.extensions.includes(extension)) return false;
  const tag = /<(?:\w{1,20}:)?xliff\s[^>]{0,4000}/.exec(peekText(bytes, 16_384))?.[0];
  const version = /\sversion\s{0,9}=\s{0,9}["'](\d)\./.exec(tag ?? "")?.[1];
  return tag !== undefined && (version ?? "1") === major;
}

export const XLIFF_NAMESPACES = new Map([
  ["urn:oasis:names:tc:xliff:document:1.1", ""],
  ["urn:oasis:names:tc:xliff:document:1.2", ""],
  ["urn:oasis:names:tc:xliff:document:2.0", ""],
  ["urn:oasis:names:tc:xliff:document:2.2", ""],
  ["urn:oasis:names:tc:xliff:sizerestriction:2.0", "slr"],
]);

async function openXliff(format: Format, bytes: Uint8Array, options: FormatOptions) {
  const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
  const document = parseXml(decoded.text, { namespaces: XLIFF_NAMESPACES });
  const { root } = document;
  if (root.name !== "xliff") throw new UnreadableFile("corrupt", "This is not an XLIFF file.");
  const isOld = format === xliff1;
  const holders = isOld ? elementsOf(root, "file") : [root];
  const names = isOld ? (["source-language", "target-language"] as const) : (["srcLang", "trgLang"] as const);
  const [declaredLanguage, targetLanguage] = names.map((name) => holders[0] && document.value(holders[0], name));
  const units = isOld ? units1(document) : units2(document);
  const languages = { declaredLanguage, targetLanguage };
  const reverse = options.side ? options.side === "target" : isReversed(document, units, languages, options);
  const inAnother =
    options.into !== undefined && targetLanguage !== undefined && !sameLanguage(targetLanguage, options.into);
  const all = options.target !== undefined || inAnother || options.overwrite;
  const isTranslation = options.side === "target";
  const chosen = units.filter((unit) => (reverse ? isTranslation || textSide(document, unit) : all || unit.pending));
  const manner: Manner = {
    all: options.values === "all",
    ...(options.plurals ? { plurals: options.plurals } : {}),
    reverse,
    isTranslation,
    usesStates: units.some((unit) => unit.state !== undefined),
    holdsTarget:
      options.target !== undefined &&
      !reverse &&
      (targetLanguage === undefined || sameVariety(targetLanguage, options.target)),
  };
  const kept = units.filter((unit) => !unit.pending && !chosen.includes(unit)).length;
  const entries = messagesOf(chosen, manner).flatMap((message) =>
    message.length > 1
      ? gettextEntry(document, message, manner, options.source ?? declaredLanguage ?? "en")
      : message.flatMap((unit) => unitEntry(document, unit, manner).map((entry) => ({ ...entry, id: unit.id }))),
  );
  return stringsDocument(format, {
    decoded,
    finished: reverse ? 0 : kept,
    entries,
    side: reverse ? "target" : "source",
    isUntranslated: hasNoTarget(entries),
    layout: new TreeLayout(decoded.text, layoutOf(document, units, manner), decoded.newline),
    declaredLanguage: reverse ? (targetLanguage ?? declaredLanguage) : declaredLanguage,
    declaredTarget: reverse ? undefined : targetLanguage,
    marks: (target) => holders.map((holder) => setAttribute(document, holder, names[1], target, names[0])),
    warningsFor: (target) =>
      kept > 0 && targetLanguage && !sameLanguage(targetLanguage, target)
        ? [
            {
              code: "part_skipped" as const,
              count: kept,
              message: `${kept === 1 ? "One unit was" : `${kept} units were`} translated already (the file's target language is ${targetLanguage}) and stayed as written.`,
            },
          ]
        : [],
    redeclare: redeclareXml,
  });
}

/** Every unit with the white space before it; the segments of a unit stay together. */
function layoutOf(document: XmlDocument, units: readonly Unit[], manner: Manner): LayoutGroup {
  const nodes = units.map((unit) => {
    const { id, element } = joins(manner, unit) ? unit.plurals! : unit;
    return { name: id, id, start: element.start - leadOf(document, element).length, end: element.end };
  });
  const own = nodes.filter(({ start }, i) => start !== nodes[i - 1]?.start);
  return { style: "blocks", nodes: own, inside: document.source.length };
}

type Languages = { readonly declaredLanguage: string | undefined; readonly targetLanguage: string | undefined };

/** Whether the texts to translate are in the targets. */
function isReversed(
  document: XmlDocument,
  units: readonly Unit[],
  { declaredLanguage, targetLanguage }: Languages,
  { source, target, into }: FormatOptions,
): boolean {
  const isOwn = (language: string | undefined) =>
    targetLanguage !== undefined && sameLanguage(targetLanguage, language ?? "und");
  if (source !== undefined && isOwn(source) && !sameLanguage(declaredLanguage ?? "und", source)) return true;
  const filled = units.filter(({ target }) => target && document.text(target).trim() !== "");
  const differs = filled.filter(({ source, target }) => document.text(source) !== document.text(target!));
  if (filled.length * 10 < units.length * 9) return false;
  if (isOwn(declaredLanguage)) return differs.length * 2 > filled.length || haveKeys(document, filled);
  // Otherwise the targets may be translations into the requested language, of sources that happen to be short.
  if (targetLanguage !== undefined && (target !== undefined || isOwn(into))) return false;
  return haveKeys(document, filled);
}

/** `action.save`, `mit_license`: a name with separators. */
const KEY = /^(?=.*\w[._:-]\w)[\w.:/-]+$/;
/** `about`: a name, or a short text. */
const NAME = /^[a-z][\w.:/-]*$/;

/** Whether most sources are keys, as in Symfony. The others may be texts that are their own keys. */
function haveKeys(document: XmlDocument, units: readonly Unit[]): boolean {
  const sources = units.map(({ source }) => document.text(source).trim());
  const keys = sources.filter((source) => KEY.test(source)).length;
  const names = sources.filter((source) => !KEY.test(source) && NAME.test(source)).length;
  return keys > 0 && keys * 4 >= sources.length && (keys + names) * 2 > sources.length;
}

/** The text of a unit whose source may be a key: its target or, without one, a source that consists of words. */
function textSide(document: XmlDocument, { source, target }: Unit): XmlElement | undefined {
  if (target && document.text(target).trim() !== "") return target;
  const text = document.text(source).trim();
  return KEY.test(text) || NAME.test(text) ? undefined : source;
}

type Manner = IcuOptions & {
  /** True to include values without words. */
  readonly all: boolean;
  /** True to translate from the target. */
  readonly reverse: boolean;
  /** True for a translation of the document, with the same sources. */
  readonly isTranslation: boolean;
  readonly usesStates: boolean;
  /** True if the targets are existing translations for a project. */
  readonly holdsTarget: boolean;
};

function joins({ plurals, reverse }: Manner, unit: Unit): boolean {
  return plurals !== undefined && !reverse && unit.plurals !== undefined;
}

/** The units of each message. Those of a plural group are one message. */
function messagesOf(units: readonly Unit[], manner: Manner): readonly (readonly Unit[])[] {
  const messages: Unit[][] = [];
  for (const unit of units) {
    const last = messages.at(-1);
    if (last && joins(manner, unit) && last[0]!.plurals?.element === unit.plurals?.element) last.push(unit);
    else messages.push([unit]);
  }
  return messages;
}

/** Translation states, from the least to the most finished. */
const STATES = ["draft", "translated", "reviewed"] as const satisfies readonly TargetState[];

/** The units of a plural group as one text. Its forms are gettext's indices, in the order of the units. */
function gettextEntry(document: XmlDocument, units: readonly Unit[], manner: Manner, source: string): Entry[] {
  const [first, second] = units;
  const group = first?.plurals;
  if (!first || !second || !group) return [];
  const piecesOf = (element: XmlElement, unit: Unit) => xliffPieces(document, element, unit.preserve);
  const rule = gettextForms(source);
  const [one, other] = [rule.index(1), rule.index(5)];
  const pieces = new Map([
    [String(one), piecesOf(first.source, first)],
    [String(other), piecesOf(second.source, second)],
  ]);
  const part = pluralPart("gettext", pieces, String(other));
  const hasWords = [...part.pieces.values()].some((own) => inlineString(own) !== null);
  if (!hasWords && !manner.all) return [];
  const present = new Map(
    units.flatMap((unit, form) =>
      manner.holdsTarget && unit.target && unit.targetState
        ? [[String(form), piecesOf(unit.target, unit)] as const]
        : [],
    ),
  );
  const forms = adoptForms(part, present);
  const shown = Object.values(forms).at(-1);
  const state = STATES.find((name) => units.some(({ targetState }) => targetState === name)) ?? "translated";
  const { note, labels } = first;
  const target = shown === undefined ? undefined : { text: shown, forms, state };
  const segment: DocumentSegment = {
    ...pluralSegment(part, { key: group.id, note, target }),
    ...(labels.length > 0 ? { labels } : {}),
    ...(hasWords ? {} : { nonLinguistic: true }),
  };
  return [
    {
      id: group.id,
      segments: [segment],
      rewrite([text], language, written, given, earlier) {
        const texts = given?.[0] ?? (text === "" ? {} : null);
        if (!texts) return [];
        const bodies = new Map(
          Object.entries(texts).map(([name, one]) => [name, part.joint.spell(one, escapeXmlText)]),
        );
        const edits = (unit: Unit, body: string) => {
          const done = stateName(unit, written, earlier);
          const own = manner.usesStates || written === "draft" ? done : undefined;
          return [...targetEdits(document, unit, body, language, own), ...approvalEdits(document, unit, written)];
        };
        return [
          ...units.flatMap((unit, form) => edits(unit, bodies.get(String(form)) ?? "")),
          ...addedUnits(document, units, bodies, edits),
        ];
      },
    },
  ];
}

/** Units for forms that the group lacks, copied from its last one. */
function addedUnits(
  document: XmlDocument,
  units: readonly Unit[],
  bodies: ReadonlyMap<string, string>,
  edits: (unit: Unit, body: string) => readonly Edit[],
): Edit[] {
  const model = units.at(-1)!;
  const { start, end } = model.element;
  const id = document.attribute(model.element, "id");
  const added = [...bodies].filter(([name]) => Number(name) >= units.length);
  const text = added
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([name, body]) => {
      const named = id
        ? [{ start: id.start, end: id.end, text: document.source.slice(id.start, id.end).replace(/\d+(?=\D*$)/, name) }]
        : [];
      const own = [...edits(model, body), ...named].map((edit) => ({
        ...edit,
        start: edit.start - start,
        end: edit.end - start,
      }));
      return leadOf(document, model.element) + splice(document.source.slice(start, end), own);
    })
    .join("");
  return text === "" ? [] : [{ start: end, end, text }];
}

/** A segmented unit is translated per segment; everything between the segments is copied. */
function unitEntry(document: XmlDocument, unit: Unit, manner: Manner): Entry[] {
  const from = manner.reverse ? (textSide(document, unit) ?? unit.source) : unit.source;
  const elements = segmentsIn(document, from);
  const parts = elements.flatMap((element) => {
    const content = { ...manner, preserve: unit.preserve };
    const message = xliffMessage(document, element, content);
    if (!message) return [];
    const targets = manner.holdsTarget ? existing(document, unit, elements, element, message, content) : [];
    const { key, note, maxLength, labels } = unit;
    const labelled = labels.length > 0 ? { labels } : {};
    const segments = messageSegments(message, { key, note, maxLength }).map((segment, index): DocumentSegment => {
      const target = targets[index];
      return { ...segment, ...labelled, ...(target ? { target } : {}) };
    });
    return [{ element, message, segments }];
  });
  if (parts.length === 0) return [];
  const [whole] = elements;
  const { message } = parts[0]!;
  return [
    {
      segments: parts.flatMap(({ segments }) => segments),
      ...(whole === from && manner.reverse && (from === unit.target || !manner.isTranslation)
        ? { values: [{ form: "", message, start: from.openEnd, end: from.closeStart, encode: (xml: string) => xml }] }
        : {}),
      ...(manner.isTranslation ? { addValue: (_: string, xml: string) => targetEdits(document, unit, xml) } : {}),
      rewrite(texts, target, state, forms, earlier) {
        if (texts.some((text) => text === null)) return [];
        let body = "";
        let at = from.openEnd;
        let first = 0;
        for (const { element, message, segments } of parts) {
          body += document.source.slice(at, element.openEnd);
          const end = first + segments.length;
          body += message.compose(messageTexts(message, texts.slice(first, end), forms?.slice(first, end)), target);
          first += segments.length;
          at = element.closeStart;
        }
        body += document.source.slice(at, from.closeStart);
        const done = stateName(unit, state, earlier);
        // A file without states gets none, unless its translations need review.
        const written = manner.usesStates || state === "draft" ? done : undefined;
        return [...targetEdits(document, unit, body, target, written), ...approvalEdits(document, unit, state)];
      },
    },
  ];
}

/** The existing translations of one segment of a unit, one for each text of its message. */
function existing(
  document: XmlDocument,
  { target, targetState }: Unit,
  elements: readonly XmlElement[],
  element: XmlElement,
  message: Message,
  content: ContentOptions,
): DocumentSegment["target"][] {
  if (!target || !targetState) return [];
  const marks = segmentsIn(document, target);
  const mid = document.value(element, "mid");
  const mark =
    elements.length === 1 && marks.length === 1 ? marks[0] : marks.find((one) => document.value(one, "mid") === mid);
  const texts = mark ? alignedTexts(message, document, element, mark, content) : [];
  return texts.map((one) => one && { ...one, state: targetState });
}

/** The name of a state. A translation of an earlier source has another one. */
function stateName(unit: Unit, state: TargetState | undefined, earlier: string | undefined): string {
  if (!state) return unit.doneState;
  return state === "draft" && earlier !== undefined ? unit.outdatedState : unit.stateNames[state];
}

/** Updates `approved` if a unit has this attribute. */
function approvalEdits(document: XmlDocument, { approves }: Unit, state: TargetState | undefined): Edit[] {
  if (!approves || !state) return [];
  return [setAttribute(document, approves, "approved", state === "reviewed" ? "yes" : "no")];
}

/** The `mrk` elements of a segmented XLIFF 1.2 source, or the source itself. */
function segmentsIn(document: XmlDocument, source: XmlElement): XmlElement[] {
  const marks = elementsOf(source, "mrk").filter((mark) => document.value(mark, "mtype") === "seg");
  return marks.length > 0 ? marks : [source];
}

function targetEdits(document: XmlDocument, unit: Unit, body: string, language?: string, state?: string): Edit[] {
  const { target } = unit;
  const ownState = unit.stateOn === "target" ? state : undefined;
  const edits: Edit[] = [];
  if (state !== undefined && unit.stateOn !== "target")
    edits.push(setAttribute(document, unit.stateOn, "state", state));
  if (!target) {
    const name = document.tag(unit.source).replace(/[\w-]+$/, "target");
    const space = document.value(unit.source, "xml:space");
    const attributes = [
      ...(space === undefined ? [] : [` xml:space="${space}"`]),
      ...(ownState === undefined ? [] : [` state="${ownState}"`]),
    ].join("");
    const start = unit.insertAt;
    return [...edits, { start, end: start, text: `${unit.lead}<${name}${attributes}>${body}</${name}>` }];
  }
  const named = document.attribute(target, "xml:lang");
  if (named && language) edits.push({ start: named.start, end: named.end, text: language });
  if (ownState !== undefined) edits.push(setAttribute(document, target, "state", ownState));
  if (target.end > target.openEnd) return [...edits, { start: target.openEnd, end: target.closeStart, text: body }];
  // An empty-element tag is split: its slash becomes the end of a start tag.
  return [...edits, { start: target.end - 2, end: target.end, text: `>${body}</${document.tag(target)}>` }];
}

/** Changes an attribute, or adds it after another attribute or at the end of the start tag. */
function setAttribute(document: XmlDocument, element: XmlElement, name: string, value: string, after?: string): Edit {
  const present = document.attribute(element, name);
  if (present) return { start: present.start, end: present.end, text: escapeXmlAttribute(value, present.quote) };
  const neighbour = after ? document.attribute(element, after) : undefined;
  const start = neighbour ? neighbour.end + 1 : element.start + 1 + document.tag(element).length;
  return { start, end: start, text: ` ${name}="${escapeXmlAttribute(value)}"` };
}
