import { UnreadableFile } from "./format";
import { lexAttribute, resolveReference, skipSpace } from "./xml-lexer";
import { isNameCode, NameScope, nameEnd } from "./xml-names";

/**
 * XML with the offsets for splicing: those of every tag, text and attribute value. This tree is never serialised;
 * formats replace source ranges and keep all other bytes. There is a separate parser because no library gives offsets
 * of attributes and tag ends, and the available strict one reads 12 MB per second and is quadratic in carriage returns.
 * This one is linear and not recursive. It accepts well-formed XML 1.0 without DTDs: internal subsets are rejected and
 * entities are never expanded.
 */
export type XmlNode = XmlElement | XmlLeaf;

export type XmlElement = {
  readonly type: "element";
  /** Has the prefix from {@link XmlOptions.namespaces} if the namespace is listed there; otherwise as written. */
  readonly name: string;
  readonly parent: XmlElement | null;
  readonly children: readonly XmlNode[];
  /** Offset of `<`. */
  readonly start: number;
  /** Offset after the `>` of the start tag. */
  readonly openEnd: number;
  /** Offset of the `</` of the end tag; equal to `openEnd` in an empty-element tag. */
  readonly closeStart: number;
  /** Offset after the element. */
  readonly end: number;
  readonly names: NameScope;
};

/** `reference` is an entity that {@link XmlOptions.keepReferences} leaves unresolved. */
export type XmlLeaf = {
  readonly type: "text" | "cdata" | "comment" | "instruction" | "reference";
  readonly parent: XmlElement | null;
  readonly start: number;
  readonly end: number;
};

export type XmlAttribute = {
  /** Has the same form as {@link XmlElement.name}. */
  readonly name: string;
  /** The value with references resolved and white space normalised. */
  readonly value: string;
  /** Offset of the value within its quotes. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'";
};

export type XmlOptions = {
  /** Name of the part for error messages, if any. */
  readonly part?: string;
  /** Maps namespace URIs to the prefixes of returned names, whatever prefixes the source uses. `""` for no prefix. */
  readonly namespaces?: ReadonlyMap<string, string>;
  /** Text of a named entity beyond XML's five, such as `nbsp` in XHTML; `undefined` if unknown. */
  readonly entity?: (name: string) => string | undefined;
  /** Unknown entities become `reference` nodes (in attributes they stay as written) instead of errors. */
  readonly keepReferences?: boolean;
  /** Skips an internal DTD subset instead of rejecting it. Its entities remain unknown. */
  readonly skipSubset?: boolean;
};

const MAX_DEPTH = 2_000;
const NO_CHILDREN: readonly XmlNode[] = Object.freeze([]);

/**
 * Parses a whole document.
 * @throws {UnreadableFile} `corrupt` if not well-formed, `hostile` for an internal DTD subset, `too_complex` for
 * elements nested more than 2,000 deep.
 */
export function parseXml(source: string, options: XmlOptions = {}): XmlDocument {
  return new Parser(source, options).parse();
}

/** A parsed document: its tree, and functions that need the source. */
export class XmlDocument {
  constructor(
    readonly source: string,
    readonly root: XmlElement,
    private readonly options: XmlOptions,
  ) {}

  /** The source of a node. */
  raw(node: XmlNode): string {
    return this.source.slice(node.start, node.end);
  }

  /** Name of an element as written, with the source's prefix. */
  tag(element: XmlElement): string {
    return this.source.slice(element.start + 1, nameEnd(this.source, element.start + 1));
  }

  /** Text of a text, CDATA or reference node, or within an element. Ignores comments and instructions. */
  text(node: XmlNode): string {
    if (node.type === "text") return this.decode(node.start, node.end);
    if (node.type === "cdata") return newlines(this.source.slice(node.start + 9, node.end - 3));
    if (node.type === "reference") return this.raw(node);
    if (node.type !== "element") return "";
    const only = node.children.length === 1 ? node.children[0] : undefined;
    if (only?.type === "text") return this.decode(only.start, only.end);
    return node.children.map((child) => this.text(child)).join("");
  }

  attributes(element: XmlElement): XmlAttribute[] {
    const found: XmlAttribute[] = [];
    let at = nameEnd(this.source, element.start + 1);
    for (;;) {
      const lexed = lexAttribute(this.source, at);
      if (!lexed) return found;
      const raw = this.source.slice(lexed.nameStart, lexed.nameEnd);
      found.push({
        name: element.names.attribute(raw),
        value: this.decode(lexed.start, lexed.end, true),
        start: lexed.start,
        end: lexed.end,
        quote: this.source[lexed.end] as '"' | "'",
      });
      at = lexed.end + 1;
    }
  }

  attribute(element: XmlElement, name: string): XmlAttribute | undefined {
    return this.attributes(element).find((attribute) => attribute.name === name);
  }

  /** Value of an attribute; `undefined` if absent. */
  value(element: XmlElement, name: string): string | undefined {
    return this.attribute(element, name)?.value;
  }

  private decode(start: number, end: number, attribute = false): string {
    const raw = this.source.slice(start, end);
    const text = attribute ? raw.replace(/\r\n|[\t\n\r]/g, " ") : newlines(raw);
    if (!text.includes("&")) return text;
    return text.replace(/&([^;]*);/g, (whole, name: string) => resolveReference(name, this.options.entity) ?? whole);
  }
}

/** Child elements, optionally of one name. */
export function elementsOf(parent: XmlElement, name?: string): XmlElement[] {
  return parent.children.filter(
    (child): child is XmlElement => child.type === "element" && (name === undefined || child.name === name),
  );
}

/** The first child element of that name. */
export function childOf(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find((child): child is XmlElement => child.type === "element" && child.name === name);
}

/** All elements below `root` in document order; `enter` returns false to skip an element's descendants. */
export function* descendants(root: XmlElement, enter: (element: XmlElement) => boolean = () => true) {
  const lists: (readonly XmlNode[])[] = [root.children];
  const indices = [0];
  while (lists.length > 0) {
    const top = lists.length - 1;
    const node = lists[top]![indices[top]!++];
    if (!node) {
      lists.pop();
      indices.pop();
    } else if (node.type === "element") {
      yield node;
      if (node.children.length > 0 && enter(node)) {
        lists.push(node.children);
        indices.push(0);
      }
    }
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text with its references as characters. Unknown references stay as written. */
export function unescapeXml(raw: string): string {
  return raw.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,4}));/g, (whole, hex, decimal, name) => {
    if (name) return NAMED[name] ?? whole;
    return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex ?? decimal, hex ? 16 : 10)));
  });
}

/** Escapes text for element content. Drops characters that XML does not allow. */
export function escapeXmlText(text: string): string {
  return legal(text).replace(/[&<>\r]/g, (char) => ESCAPES[char]!);
}

/** Escapes text for an attribute value within the given quote. */
export function escapeXmlAttribute(text: string, quote: '"' | "'" = '"'): string {
  return legal(text).replace(/[&<>"'\t\n\r]/g, (char) =>
    (char === '"' || char === "'") && char !== quote ? char : ESCAPES[char]!,
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

function legal(text: string): string {
  const clean = ILLEGAL.test(text) ? text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "") : text;
  return clean.toWellFormed();
}

function newlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

type Building = { -readonly [K in keyof XmlElement]: XmlElement[K] };

class Parser {
  private at = 0;
  private current: Building | null = null;
  private root: XmlElement | null = null;
  private depth = 0;
  /** True if a DOCTYPE was read. */
  private typed = false;
  /** Positions of the next `&` and the next `]]>`, cached so that searching takes linear time. */
  private nextAmpersand: number;
  private nextCdataEnd: number;
  /** Attribute names of the current tag. */
  private readonly seen: string[] = [];
  private readonly scope: NameScope;

  constructor(
    private readonly source: string,
    private readonly options: XmlOptions,
  ) {
    this.nextAmpersand = this.find("&", 0);
    this.nextCdataEnd = this.find("]]>", 0);
    this.scope = new NameScope(options.namespaces ?? new Map(), new Map());
  }

  parse(): XmlDocument {
    const bad = this.source.search(ILLEGAL);
    if (bad >= 0) this.fail("it contains a character that XML does not allow", bad);
    if (!this.source.isWellFormed()) this.fail("it contains a lone surrogate", 0);
    if (this.source.startsWith("\ufeff")) this.at = 1;
    if (this.source.startsWith("<?xml", this.at) && !isNameCode(this.source.charCodeAt(this.at + 5))) {
      DECLARATION.lastIndex = this.at;
      const declaration = DECLARATION.exec(this.source);
      if (!declaration) this.fail("its XML declaration is malformed", this.at);
      this.at += declaration[0].length;
    }
    while (this.at < this.source.length) {
      if (this.source.charCodeAt(this.at) === 60) this.markup();
      else this.characters();
    }
    if (this.current) this.fail(`<${this.current.name}> is not closed`, this.current.start);
    if (!this.root) this.fail("it has no root element", 0);
    return new XmlDocument(this.source, this.root, this.options);
  }

  private markup(): void {
    const { source, at } = this;
    const second = source.charCodeAt(at + 1);
    if (second === 47 /* </ */) this.endTag();
    else if (second === 63 /* <? */) this.instruction();
    else if (second !== 33 /* <! */) this.startTag();
    else if (source.startsWith("<!--", at)) this.comment();
    else if (source.startsWith("<![CDATA[", at)) this.cdata();
    else if (source.startsWith("<!DOCTYPE", at)) this.doctype();
    else this.fail("it has a declaration in a wrong place", at);
  }

  private startTag(): void {
    const { source } = this;
    const start = this.at;
    const tagEnd = nameEnd(source, start + 1);
    if (tagEnd === start + 1) this.fail("a < stands alone", start);
    if (!this.current && this.root) this.fail("there is something after the root element", start);
    const raw = source.slice(start + 1, tagEnd);
    let names = this.current?.names ?? this.scope;
    let at = tagEnd;
    let declared: Map<string, string> | null = null;
    const { seen } = this;
    seen.length = 0;
    let many: Set<string> | null = null;
    for (let lexed = lexAttribute(source, at); lexed; lexed = lexAttribute(source, at)) {
      const name = source.slice(lexed.nameStart, lexed.nameEnd);
      if (many ? many.has(name) : seen.includes(name)) this.fail(`the attribute ${name} occurs twice`, at);
      seen.push(name);
      if (many) many.add(name);
      else if (seen.length > 16) many = new Set(seen);
      this.references(lexed.start, lexed.end, null);
      if (name.startsWith("xmlns") && (name.length === 5 || name.charCodeAt(5) === 58)) {
        declared ??= new Map();
        declared.set(name.slice(6), source.slice(lexed.start, lexed.end));
      }
      at = lexed.end + 1;
    }
    if (declared) names = names.with(declared);
    at = skipSpace(source, at);
    const empty = source.charCodeAt(at) === 47;
    if (source.charCodeAt(empty ? at + 1 : at) !== 62) this.fail(`the start tag of <${raw}> is malformed`, at);
    const openEnd = at + (empty ? 2 : 1);
    const element: Building = {
      type: "element",
      name: names.element(raw),
      parent: this.current,
      children: NO_CHILDREN,
      start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      names,
    };
    this.append(element);
    this.at = openEnd;
    if (!this.current) this.root = element;
    if (empty) return;
    if (++this.depth > MAX_DEPTH) {
      throw new UnreadableFile("too_complex", `${this.subject()} nests elements more than ${MAX_DEPTH} deep.`);
    }
    this.current = element;
  }

  private endTag(): void {
    const { source, at, current } = this;
    if (!current) this.fail("an end tag has no start tag", at);
    const end = nameEnd(source, at + 2);
    const length = end - at - 2;
    const opened = current.start + 1;
    const same =
      source.startsWith(source.slice(opened, opened + length), at + 2) &&
      !isNameCode(source.charCodeAt(opened + length));
    if (length === 0 || !same) this.fail(`<${current.name}> is closed by another end tag`, at);
    const close = skipSpace(source, end);
    if (source.charCodeAt(close) !== 62) this.fail("an end tag is malformed", at);
    current.closeStart = at;
    current.end = close + 1;
    this.at = close + 1;
    this.current = current.parent as Building | null;
    this.depth--;
  }

  private characters(): void {
    const start = this.at;
    const end = this.find("<", start);
    this.at = end;
    if (!this.current) {
      if (skipSpace(this.source, start) < end) this.fail("there is text outside the root element", start);
      return;
    }
    if (this.nextCdataEnd < start) this.nextCdataEnd = this.find("]]>", start);
    if (this.nextCdataEnd < end) this.fail("]]> stands in text", this.nextCdataEnd);
    const unresolved: [number, number][] = [];
    this.references(start, end, unresolved);
    let from = start;
    for (const [left, right] of unresolved) {
      if (left > from) this.leaf("text", from, left);
      this.leaf("reference", left, right);
      from = right;
    }
    if (end > from) this.leaf("text", from, end);
  }

  /** Checks the references of a range. Adds unresolved ones to `unresolved`. */
  private references(start: number, end: number, unresolved: [number, number][] | null): void {
    if (this.nextAmpersand < start) this.nextAmpersand = this.find("&", start);
    while (this.nextAmpersand < end) {
      const at = this.nextAmpersand;
      const semicolon = this.source.slice(at, Math.min(end, at + 64)).indexOf(";");
      const resolved =
        semicolon < 0 ? null : resolveReference(this.source.slice(at + 1, at + semicolon), this.options.entity);
      if (resolved === null) this.fail("an & does not begin a valid reference", at);
      if (resolved === undefined) {
        if (!this.options.keepReferences) this.fail("it uses an entity that XML does not define", at);
        unresolved?.push([at, at + semicolon + 1]);
      }
      this.nextAmpersand = this.find("&", at + 1);
    }
  }

  private comment(): void {
    const end = this.find("--", this.at + 4);
    if (!this.source.startsWith("-->", end)) this.fail("a comment is not closed as it must be", this.at);
    this.leaf("comment", this.at, end + 3);
    this.at = end + 3;
  }

  private cdata(): void {
    if (!this.current) this.fail("there is text outside the root element", this.at);
    const end = this.find("]]>", this.at + 9);
    if (end === this.source.length) this.fail("a CDATA section is not closed", this.at);
    this.leaf("cdata", this.at, end + 3);
    this.at = end + 3;
  }

  private instruction(): void {
    const target = nameEnd(this.source, this.at + 2);
    const name = this.source.slice(this.at + 2, target);
    const end = this.find("?>", target);
    const spaced = end === target || skipSpace(this.source, target) > target;
    if (name === "" || name.toLowerCase() === "xml" || !spaced || end === this.source.length) {
      this.fail("a processing instruction is malformed", this.at);
    }
    this.leaf("instruction", this.at, end + 2);
    this.at = end + 2;
  }

  private doctype(): void {
    if (this.root || this.typed) this.fail("a DOCTYPE stands in a wrong place", this.at);
    this.typed = true;
    DOCTYPE.lastIndex = this.at;
    const head = DOCTYPE.exec(this.source);
    if (!head) this.fail("its DOCTYPE is malformed", this.at);
    let end = this.at + head[0].length;
    if (this.source[end] === "[") {
      if (!this.options.skipSubset) {
        throw new UnreadableFile(
          "hostile",
          `${this.subject()} declares entities (an internal DTD subset), which is not accepted.`,
        );
      }
      end = skipSpace(this.source, this.subsetEnd(end + 1));
    }
    if (this.source[end] !== ">") this.fail("its DOCTYPE is malformed", this.at);
    this.at = end + 1;
  }

  /** End of an internal subset, after its `]`. Quoted strings and comments may contain others. */
  private subsetEnd(from: number): number {
    let at = from;
    while (at < this.source.length) {
      const char = this.source[at]!;
      if (char === "]") return at + 1;
      if (char === '"' || char === "'") at = this.find(char, at + 1) + 1;
      else if (this.source.startsWith("<!--", at)) at = this.find("-->", at + 4) + 3;
      else at++;
    }
    return this.fail("its DOCTYPE is not closed", from);
  }

  private leaf(type: XmlLeaf["type"], start: number, end: number): void {
    this.append({ type, parent: this.current, start, end });
  }

  private append(node: XmlNode): void {
    const { current } = this;
    if (!current) return;
    if (current.children === NO_CHILDREN) current.children = [node];
    else (current.children as XmlNode[]).push(node);
  }

  /** Next position of `text`, or the end of the source. */
  private find(text: string, from: number): number {
    const at = this.source.indexOf(text, from);
    return at < 0 ? this.source.length : at;
  }

  private subject(): string {
    return this.options.part ? `The part ${this.options.part}` : "The file";
  }

  private fail(what: string, at: number): never {
    const line = this.source.slice(0, at).split("\n");
    throw new UnreadableFile(
      "corrupt",
      `${this.subject()} is not well-formed XML: ${what} (line ${line.length}, column ${line[line.length - 1]!.length + 1}).`,
    );
  }
}

const DECLARATION =
  /<\?xml[ \t\r\n]{1,99}version[ \t\r\n]{0,99}=[ \t\r\n]{0,99}(?:"1\.[0-9]{1,9}"|'1\.[0-9]{1,9}')(?:[ \t\r\n]{1,99}encoding[ \t\r\n]{0,99}=[ \t\r\n]{0,99}(?:"[A-Za-z][\w.-]{0,99}"|'[A-Za-z][\w.-]{0,99}'))?(?:[ \t\r\n]{1,99}standalone[ \t\r\n]{0,99}=[ \t\r\n]{0,99}(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]{0,99}\?>/y;
const DOCTYPE =
  /<!DOCTYPE[ \t\r\n]{1,99}[^ \t\r\n[\]<>"']+(?:[ \t\r\n]{1,99}(?:PUBLIC[ \t\r\n]{1,99}(?:"[^"]*"|'[^']*')|SYSTEM)[ \t\r\n]{1,99}(?:"[^"]*"|'[^']*'))?[ \t\r\n]{0,99}/y;
