import { decodeText, peekText } from "@/lib/formats/encoding";
import { type DocumentSegment, type Format, type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { sameLanguage, sameVariety, spelledLike } from "@/lib/formats/l10n/locale-names";
import { type Entry, messageSegments } from "@/lib/formats/l10n/message";
import { hasNoTarget, stringsDocument } from "@/lib/formats/l10n/strings-document";
import { TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { alignedTexts, xliffMessage } from "@/lib/formats/l10n/xliff-content";
import { declaredXmlEncoding, leadOf, redeclareXml } from "@/lib/formats/l10n/xml-source";
import type { Edit } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, parseXml, type XmlDocument, type XmlElement } from "@/lib/formats/xml";
import { categoriesOf, ENTRIES, LANGUAGES, localName, termElements } from "./tbx-read";
import { TMX_NAMESPACES } from "./tmx-read";

/** Translation memories as documents: each unit gets a text in the target language. */
export const tmx: Format = {
  id: "tmx",
  name: "TMX translation memory",
  extensions: ["tmx"],
  mediaTypes: ["application/x-tmx+xml"],
  translates:
    "Units without a text in the target language; the translation is added next to the other languages. With overwrite: every unit.",
  leaves: "Existing texts, other languages, properties, notes, and the inline codes.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "tmx" || extension === "") && /<tmx\s[^>]{0,400}>/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text, { namespaces: TMX_NAMESPACES });
    const [header, body] = ["header", "body"].map((name) => childOf(document.root, name));
    if (document.root.name !== "tmx" || !body) throw new UnreadableFile("corrupt", "This is not a TMX file.");
    const declared = header && document.value(header, "srclang");
    const units = elementsOf(body, "tu").map((tu): Unit => {
      const sections = elementsOf(tu, "tuv").map((tuv) => {
        const seg = childOf(tuv, "seg");
        return { tag: languageOf(document, tuv), element: tuv, texts: seg ? [seg] : [] };
      });
      const notes = elementsOf(tu, "note").map((note) => document.text(note).trim());
      return { element: tu, key: document.value(tu, "tuid"), note: notes.join("\n"), sections };
    });
    const wrap = (texts: readonly string[]) => texts.map((text) => [`<seg>${text}</seg>`]);
    return openResource(tmx, { decoded, document, units, declared, wrap }, options);
  },
};

/** Glossaries as documents: each concept gets a section in the target language. */
export const tbx: Format = {
  id: "tbx",
  name: "TBX glossary",
  extensions: ["tbx"],
  mediaTypes: ["application/x-tbx"],
  translates:
    "Terms of concepts without a term in the target language; a section for it is added. With overwrite: every term.",
  leaves: "Existing and deprecated terms, definitions, notes, and all other data.",
  holdsTargets: true,
  matches: (bytes, extension) =>
    (extension === "tbx" || extension === "") && /<(?:tbx|martif)\s[^>]{0,1000}>/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text);
    if (!["tbx", "martif"].includes(localName(document.root)))
      throw new UnreadableFile("corrupt", "This is not a TBX file.");
    const concepts = [...descendants(document.root, (element) => !ENTRIES.has(localName(element)))].filter((element) =>
      ENTRIES.has(localName(element)),
    );
    const units = concepts.map((concept): Unit => {
      const languages = elementsOf(concept).filter((element) => LANGUAGES.has(localName(element)));
      const sections = languages.map((element) => {
        const used = termElements(document, element).filter(({ usage }) => usage !== "forbidden");
        return { tag: languageOf(document, element), element, texts: used.map(({ term }) => term) };
      });
      const note = categoriesOf(document, concept).get("definition")?.trim();
      return { element: concept, key: document.value(concept, "id"), note, sections };
    });
    /** Written in the elements of the source's term, without their other content. */
    const wrap = (texts: readonly string[], { texts: terms, element }: Section) =>
      texts.map((text, index) => {
        const around: string[] = [];
        for (let at: XmlElement | null = terms[index]!; at && at !== element; at = at.parent)
          around.unshift(document.tag(at));
        const [outer = "", ...inner] = around;
        const open = inner.map((name) => `<${name}>`).join("");
        return [
          `<${outer}>`,
          open +
            text +
            inner
              .toReversed()
              .map((name) => `</${name}>`)
              .join(""),
          `</${outer}>`,
        ];
      });
    return openResource(
      tbx,
      { decoded, document, units, declared: languageOf(document, document.root), wrap },
      options,
    );
  },
};

function languageOf(document: XmlDocument, element: XmlElement): string | undefined {
  return document.value(element, "xml:lang") ?? document.value(element, "lang");
}

/** The texts of one language in a unit. */
type Section = {
  readonly tag: string | undefined;
  readonly element: XmlElement;
  readonly texts: readonly XmlElement[];
};
type Unit = {
  readonly element: XmlElement;
  readonly key: string | undefined;
  readonly note: string | undefined;
  readonly sections: readonly Section[];
};
type Resource = {
  readonly decoded: ReturnType<typeof decodeText>;
  readonly document: XmlDocument;
  readonly units: readonly Unit[];
  readonly declared: string | undefined;
  /** The lines of each text in a new section. */
  readonly wrap: (texts: readonly string[], source: Section) => readonly (readonly string[])[];
};

function openResource(format: Format, resource: Resource, options: FormatOptions) {
  const { decoded, document, units, declared } = resource;
  const tags = units.flatMap(({ sections }) => sections.flatMap(({ tag }) => tag ?? []));
  const named = declared && tags.some((tag) => sameLanguage(tag, declared)) ? declared : tags[0];
  const language = options.source ?? named;
  const into = options.target ?? options.into;
  const ids = new Map<string, number>();
  let finished = 0;
  const placed = units.flatMap((unit) => {
    const source =
      unit.sections.find(({ tag }) => tag?.toLowerCase() === language?.toLowerCase()) ??
      unit.sections.find(({ tag }) => tag && language && sameLanguage(tag, language));
    const target = into === undefined ? undefined : sectionFor(unit, into);
    const isDone = target?.texts.some((text) => document.text(text).trim() !== "");
    if (!source || target === source) return [];
    if (isDone && options.target === undefined && !options.overwrite) {
      finished += 1;
      return [];
    }
    const name = unit.key ?? source.texts.map((text) => document.text(text)).join("\0");
    const count = (ids.get(name) ?? 0) + 1;
    ids.set(name, count);
    const id = count > 1 ? `${name}\0${count}` : name;
    const entries = entryOf(resource, { unit, source, target, id }, options);
    return entries.map((entry) => ({ entry, unit, id }));
  });
  const entries = placed.map(({ entry }) => entry);
  const nodes = placed.map(({ unit: { element }, id }) => {
    return { name: id, id, start: element.start - leadOf(document, element).length, end: element.end };
  });
  const group = { style: "blocks" as const, nodes, inside: nodes[0]?.start ?? document.root.closeStart };
  return stringsDocument(format, {
    decoded,
    entries,
    finished,
    declaredLanguage: language,
    isUntranslated: hasNoTarget(entries),
    layout: new TreeLayout(decoded.text, group, decoded.newline),
    redeclare: redeclareXml,
  });
}

function sectionFor({ sections }: Unit, language: string): Section | undefined {
  const fits = ({ tag }: Section) => tag !== undefined && sameVariety(tag, language);
  return sections.find(({ tag }) => tag?.toLowerCase() === language.toLowerCase()) ?? sections.find(fits);
}

type Match = {
  readonly unit: Unit;
  readonly source: Section;
  readonly target: Section | undefined;
  readonly id: string;
};

function entryOf(resource: Resource, { unit, source, target, id }: Match, options: FormatOptions): Entry[] {
  const { document } = resource;
  const content = { preserve: true, all: options.values === "all" };
  const messages = source.texts.map((text) => xliffMessage(document, text, content));
  const parts = messages.flatMap((message, index) => (message ? [{ message, index }] : []));
  if (parts.length === 0) return [];
  const segments = parts.map(({ message, index }) => {
    const own = messageSegments(message, { key: unit.key, note: unit.note });
    const text = options.target === undefined ? undefined : target?.texts[index];
    const held = text && document.text(text).trim() !== "" ? text : undefined;
    const aligned = held ? alignedTexts(message, document, source.texts[index]!, held, content) : [];
    return own.map((segment, i): DocumentSegment => {
      return aligned[i] ? { ...segment, target: { ...aligned[i], state: "translated" } } : segment;
    });
  });
  return [
    {
      id,
      segments: segments.flat(),
      rewrite(texts, language) {
        if (texts.some((text) => text === null)) return [];
        let from = 0;
        const bodies = source.texts.map((text) => document.source.slice(text.openEnd, text.closeStart));
        for (const [i, { message, index }] of parts.entries()) {
          const end = from + segments[i]!.length;
          bodies[index] = message.compose(texts.slice(from, end), language);
          from = end;
        }
        return sectionEdits(resource, { unit, source, target: sectionFor(unit, language), id }, bodies, language);
      },
    },
  ];
}

/** Replaces the texts of a section, or adds a section with the layout of the source's. */
function sectionEdits(resource: Resource, match: Match, bodies: readonly string[], language: string): Edit[] {
  const { document, wrap } = resource;
  const { unit, source, target } = match;
  if (target && target.texts.length > 0) {
    return target.texts.flatMap((text, index): Edit[] => {
      const body = bodies[index];
      if (body === undefined) return [];
      if (text.end > text.openEnd) return [{ start: text.openEnd, end: text.closeStart, text: body }];
      return [{ start: text.end - 2, end: text.end, text: `>${body}</${document.tag(text)}>` }];
    });
  }
  const outer = leadOf(document, source.element);
  const [first] = elementsOf(source.element);
  const inner = first ? leadOf(document, first) : "";
  const step = inner.startsWith(outer) ? inner.slice(outer.length) : "";
  const lines = wrap(bodies, source).map((pieces) => {
    const deep = step === "" ? inner : inner + step;
    return pieces.map((piece, index) => (index % 2 === 0 ? inner : deep) + piece).join("");
  });
  const isOpen = target && target.element.end > target.element.openEnd;
  if (isOpen) return [{ start: target.element.openEnd, end: target.element.openEnd, text: lines.join("") }];
  const name = document.tag(source.element);
  const attribute = document.attribute(source.element, "xml:lang") ? "xml:lang" : "lang";
  const example = source.tag ?? "";
  const spelled = spelledLike(example, language);
  const tag = example === example.toUpperCase() ? spelled.toUpperCase() : spelled;
  const closing = inner === "" ? "" : outer;
  const text = `<${name} ${attribute}="${tag}">${lines.join("")}${closing}</${name}>`;
  if (target) return [{ start: target.element.start, end: target.element.end, text }];
  const { end } = unit.sections.at(-1)!.element;
  return [{ start: end, end, text: outer + text }];
}
