import { decodeText, peekText } from "@/lib/formats/encoding";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { buildSegment, type Piece, spellInline, trimPieces } from "@/lib/formats/inline";
import { isProse } from "@/lib/formats/l10n/prose";
import { TextValues } from "@/lib/formats/l10n/text-values";
import { declaredXmlEncoding, redeclareXml } from "@/lib/formats/l10n/xml-source";
import { type Slot, textDocument } from "@/lib/formats/text-document";
import {
  descendants,
  escapeXmlAttribute,
  escapeXmlText,
  parseXml,
  type XmlDocument,
  type XmlElement,
} from "@/lib/formats/xml";
import { plainSegment, plainText } from "@/lib/text/segment";
import { type ItsRules, itsRules, NO_RULES } from "./its";

/** XML by its ITS 2.0 rules, else by known elements (DITA, DocBook, SVG), keys (property lists), or places of prose. */
export const xml: Format = {
  id: "xml",
  name: "XML",
  extensions: ["xml", "dita", "ditamap", "dbk", "docbook", "svg", "plist"],
  mediaTypes: ["application/xml", "text/xml"],
  translates:
    "The elements that ITS 2.0 rules in the document select, otherwise elements with prose, including inline elements; in SVG texts, titles and descriptions. With the option `keys`: only the elements (`title`) and attributes (`item@label`) that it names.",
  leaves: 'Other attributes, code, comments, identifiers, numbers, and elements marked translate="no".',
  options: ["keys"],
  matches: (bytes, extension) => xml.extensions.includes(extension) && /^\s{0,1000}<[?!\w]/.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes, { declared: declaredXmlEncoding });
    const document = parseXml(decoded.text, { keepReferences: true, skipSubset: true });
    const language = document.attribute(document.root, "xml:lang");
    return textDocument(xml, {
      decoded,
      ...new XmlReader(document, options).read(),
      declaredLanguage: language?.value || undefined,
      marks: (target) => (language ? [{ start: language.start, end: language.end, raw: [target] }] : []),
      redeclare: redeclareXml,
    });
  },
};

const words = (list: string) => new Set(list.split(/\s+/));

/** Elements without prose. */
const CODE = words(
  `codeblock programlisting screen synopsis pre script style msgblock math equation foreign metadata defs listing source-code
   literallayout.monospaced cmdsynopsis funcsynopsis classsynopsis`,
);

/** Elements that act as a word in a sentence. */
const WORDS = words(
  `code codeph literal filename command option varname classname function systemitem apiname cmdname parmname filepath
   replaceable tt samp var kbd keycap systemoutput userinput synph sgmltag tag constant envar type property parameter
   methodname computeroutput uri email inlineequation footnoteref xmlatt xmlelement xmlnsname xmlpi textentity numcharref
   parameterentity package buildtarget msgnum errorcode exceptionname initializer interfacename ooclass ooexception
   oointerface returnvalue structfield structname`,
);

/** Elements that begin a separate text even next to other text. */
const BLOCKS = words(
  `p para simpara formalpara li ul ol dl dt dd sl sli listitem itemizedlist orderedlist variablelist table tgroup thead tbody row
   entry tr td th note tip warning caution important section sect1 sect2 sect3 sect4 sect5 body topic concept task reference
   figure fig informaltable simpletable blockquote lq example abstract title div h1 h2 h3 h4 h5 h6`,
);

/** Elements with a separate text in the middle of a sentence, which continues after them. */
const ASIDES = words("footnote fn indexterm");

const SVG_TEXTS = words("text title desc");

/** Vocabularies of documents, in which everything with letters is text. */
const DOCUMENTS = words(
  "topic concept task reference glossentry map bookmap dita article book chapter section part appendix refentry set preface html",
);

/** The texts of a document of another vocabulary. `left`: elements without text for readers. */
export function readDocument(document: XmlDocument, options: FormatOptions, left: ReadonlySet<string>) {
  return new XmlReader(document, options, left).read();
}

type Kind = "document" | "svg" | "plist" | "data";

/** Maximum nesting of pairs in a sentence. */
const MAX_INLINE = 50;

/** Number of key levels above a value that determine whether it is text. */
const MAX_KEYS = 8;

class XmlReader {
  readonly #document: XmlDocument;
  readonly #kind: Kind;
  readonly #elements: ReadonlySet<string>;
  readonly #attributes: ReadonlySet<string>;
  readonly #rules: ItsRules;
  readonly #slots: Slot[] = [];
  /** Keys of the values of a property list. */
  readonly #keys: ReadonlyMap<XmlElement, XmlElement>;
  readonly #texts = new TextValues("", {}, { kind: "settings" });

  readonly #left: ReadonlySet<string> | undefined;

  constructor(document: XmlDocument, { keys = [] }: FormatOptions, left?: ReadonlySet<string>) {
    this.#document = document;
    this.#left = left;
    const root = local(document.root.name);
    this.#kind = left
      ? "document"
      : root === "svg"
        ? "svg"
        : root === "plist"
          ? "plist"
          : DOCUMENTS.has(root)
            ? "document"
            : "data";
    this.#rules = document.source.includes("http://www.w3.org/2005/11/its")
      ? itsRules(document, descendants(document.root))
      : NO_RULES;
    this.#keys = this.#kind === "plist" ? keysOfValues(document.root) : new Map();
    this.#elements = new Set(keys.filter((key) => !key.includes("@")).map((key) => key.toLowerCase()));
    this.#attributes = new Set(keys.filter((key) => key.includes("@")).map((key) => key.toLowerCase()));
  }

  /** Reads in document order, without recursion because documents may be deeply nested. */
  read() {
    const waiting: XmlElement[] = [this.#document.root];
    for (let element = waiting.pop(); element; element = waiting.pop()) {
      if (this.#isLeft(element)) continue;
      // A command or a file name stays, even if it is the whole text of a cell.
      if (this.#kind === "document" && this.#elements.size === 0 && this.#isWord(element)) continue;
      this.#readAttributes(element);
      const inner = this.#isUnit(element) ? this.#unit(element) : childrenOf(element);
      for (let index = inner.length - 1; index >= 0; index--) waiting.push(inner[index]!);
    }
    return { slots: this.#slots, warnings: this.#texts.warnings };
  }

  #isLeft(element: XmlElement): boolean {
    const ruled = this.#rules.translates(element);
    if (local(element.name) === "rules" && element.name !== "rules") return true;
    // Elements inside may be translatable again.
    if (ruled !== undefined) return this.#isMarked(element) || (!ruled && this.#staysWhole(element));
    const name = local(element.name);
    return CODE.has(name) || this.#left?.has(name) || this.#isMarked(element);
  }

  #staysWhole(element: XmlElement): boolean {
    for (const inner of descendants(element)) if (this.#rules.translates(inner)) return false;
    return true;
  }

  #isMarked(element: XmlElement): boolean {
    return ["translate", "its:translate"].some((name) => this.#document.value(element, name) === "no");
  }

  #isUnit(element: XmlElement): boolean {
    const name = local(element.name);
    if (this.#elements.size > 0)
      return this.#elements.has(name.toLowerCase()) || this.#elements.has(element.name.toLowerCase());
    if (this.#attributes.size > 0) return false;
    const ruled = this.#rules.translates(element);
    if (ruled === false) return false;
    if (this.#kind === "svg") return SVG_TEXTS.has(name);
    const text = element.children
      .filter(({ type }) => type === "text" || type === "cdata")
      .map((child) => this.#document.text(child))
      .join("");
    if (!/\p{L}/u.test(text)) return false;
    if (ruled) return true;
    if (this.#kind === "plist") return name === "string" && this.#texts.isText(text, this.#keysOf(element));
    return this.#kind === "document" || childrenOf(element).length > 0 || isValue(text, name);
  }

  /** The relevant keys above a value of a property list. */
  #keysOf(element: XmlElement): string[] {
    const keys: string[] = [];
    let value: XmlElement | null = element;
    for (let depth = 0; value && depth < MAX_KEYS; depth++, value = value.parent) {
      const key = this.#keys.get(value);
      if (key) keys.unshift(this.#document.text(key));
    }
    return keys;
  }

  /** Creates a slot for the element. Returns the elements inside that are separate texts. */
  #unit(element: XmlElement): readonly XmlElement[] {
    const { source } = this.#document;
    const pieces: Piece[] = [];
    const apart: XmlElement[] = [];
    const [only] = element.children;
    const isCdata = element.children.length === 1 && only?.type === "cdata";
    if (isCdata && only)
      pieces.push({ type: "text", start: only.start + 9, end: only.end - 3, text: this.#document.text(only) });
    else this.#walk(element, pieces, apart, 0);
    const trimmed = trimPieces(pieces, source);
    if (!trimmed) return apart;
    const { start, end } = trimmed;
    const { segment, spelling } = buildSegment(trimmed);
    const encode = isCdata ? (plain: string) => plain.replaceAll("]]>", "]]]]><![CDATA[>") : escapeXmlText;
    this.#slots.push({
      segment,
      rewrite: (text) => [{ start, end, raw: spellInline(text, spelling, source, encode) }],
    });
    return apart;
  }

  #walk(parent: XmlElement, pieces: Piece[], apart: XmlElement[], depth: number): void {
    const { source } = this.#document;
    for (const child of parent.children) {
      const { start, end } = child;
      const raw = source.slice(start, end);
      if (child.type === "text") {
        pieces.push({ type: "text", start, end, text: this.#document.text(child).replace(/[ \t\r\n]+/g, " ") });
      } else if (child.type === "reference") {
        pieces.push({ type: "single", kind: "placeholder", start, end, raw, equiv: raw });
      } else if (child.type !== "element") {
        pieces.push({ type: "single", kind: "single", start, end, raw, deletable: child.type === "comment" });
      } else if (this.#isWord(child)) {
        const equiv = this.#document.text(child).trim().slice(0, 100);
        pieces.push({
          type: "single",
          kind: equiv ? "placeholder" : "single",
          start,
          end,
          raw,
          ...(equiv ? { equiv } : {}),
        });
      } else if (child.children.length === 0 || depth >= MAX_INLINE) {
        if (child.children.length === 0) this.#readAttributes(child);
        pieces.push({
          type: "single",
          kind: "single",
          start,
          end,
          raw,
          ...(local(child.name) === "br" ? { equiv: "\n" } : {}),
        });
      } else if (this.#isAside(child)) {
        apart.push(child);
        pieces.push({ type: "single", kind: "single", start, end, raw });
      } else if (this.#isBlock(child)) {
        apart.push(child);
        pieces.push({ type: "single", kind: "single", start, end, raw, equiv: "\n" });
      } else {
        this.#readAttributes(child);
        const name = `${start}`;
        pieces.push({
          type: "open",
          start,
          end: child.openEnd,
          raw: source.slice(start, child.openEnd),
          name,
          kind: "pair",
        });
        this.#walk(child, pieces, apart, depth + 1);
        pieces.push({
          type: "close",
          start: child.closeStart,
          end,
          raw: source.slice(child.closeStart, end),
          name,
          kind: "pair",
        });
      }
    }
  }

  #isWord(element: XmlElement): boolean {
    const ruled = this.#rules.translates(element);
    const isText = ruled === true || (this.#rules.within(element) === "yes" && ruled !== false);
    return this.#isLeft(element) || (WORDS.has(local(element.name)) && !isText);
  }

  #isAside(element: XmlElement): boolean {
    const within = this.#within(element);
    return within === undefined ? ASIDES.has(local(element.name)) : within === "nested";
  }

  #isBlock(element: XmlElement): boolean {
    const within = this.#within(element);
    if (within !== undefined) return within !== "yes";
    return BLOCKS.has(local(element.name)) || this.#rules.translates(element) === false;
  }

  #within(element: XmlElement): string | undefined {
    return this.#rules.within(element) ?? this.#document.value(element, "its:withinText");
  }

  #readAttributes(element: XmlElement): void {
    if (this.#attributes.size === 0 && !this.#rules.hasAttributes) return;
    for (const { name, value, start, end } of this.#document.attributes(element)) {
      const isRuled = this.#attributes.size === 0 && this.#rules.translatesAttribute(element, name) === true;
      const isNamed =
        isRuled ||
        [`${element.name}@${name}`, `${local(element.name)}@${name}`, `*@${name}`, `@${name}`].some((key) =>
          this.#attributes.has(key.toLowerCase()),
        );
      if (!isNamed || !/\p{L}/u.test(value)) continue;
      this.#slots.push({
        segment: plainSegment(value.trim()),
        rewrite: (text) => [{ start, end, raw: [escapeXmlAttribute(plainText(text))] }],
      });
    }
  }
}

/** In a property list, the element before a value of a `dict` is its key. */
function keysOfValues(root: XmlElement): Map<XmlElement, XmlElement> {
  const keys = new Map<XmlElement, XmlElement>();
  for (const element of descendants(root)) {
    if (element.name !== "dict") continue;
    let key: XmlElement | undefined;
    for (const child of childrenOf(element)) {
      if (key) keys.set(child, key);
      key = child.name === "key" ? child : undefined;
    }
  }
  return keys;
}

/** Elements of build files that contain names and types. */
const NAMES = words("scope packaging phase goal module classifier version type");

/** Whether the text of an element without children is for people and not a name such as `zip-file-reader`. */
function isValue(text: string, name: string): boolean {
  const isName = /^[\w.:-]+$/.test(text.trim()) && NAMES.has(name);
  return !isName && !/^[a-z0-9]+(?:-[a-z0-9]+){2,}$/.test(text.trim()) && isProse(text, name);
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function childrenOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => child.type === "element");
}
