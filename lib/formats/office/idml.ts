import { type Format, UnreadableFile } from "@/lib/formats/format";
import { buildSegment, type CodeSpelling, type Piece, trimPieces } from "@/lib/formats/inline";
import type { Raw, Span } from "@/lib/formats/splice";
import { escapeXmlText, unescapeXml, type XmlElement, type XmlNode } from "@/lib/formats/xml";
import { looksLikeZip, ZipArchive, zipNames } from "@/lib/formats/zip";
import { tokenize } from "@/lib/text/segment";
import { officeDocument, type Slot } from "./office-document";
import { type Part, readPart } from "./part";

/** InDesign Markup (Adobe, IDML File Format Specification): an archive of XML with a part per story. */
export const idml: Format = {
  id: "idml",
  name: "InDesign IDML",
  extensions: ["idml"],
  mediaTypes: ["application/vnd.adobe.indesign-idml-package"],
  translates: "Paragraphs of all stories, with tables, footnotes and the texts of links.",
  leaves:
    "Layout, styles, master pages' frames, variables, notes, deleted text of tracked changes, pictures and layers.",
  matches: (bytes, extension) => {
    if (!looksLikeZip(bytes)) return false;
    const names = zipNames(bytes);
    return names ? names.includes("designmap.xml") : extension === "idml";
  },
  async open(bytes) {
    const archive = ZipArchive.open(bytes);
    const map = archive.find("designmap.xml");
    if (!map) throw new UnreadableFile("corrupt", "The file is an archive without an InDesign document in it.");
    const order = [
      ...archive
        .read(map)
        .toString("utf8")
        .matchAll(/<idPkg:Story\s[^>]{0,500}?src="([^"]{1,500})"/g),
    ].map(([, name]) => name!);
    const stories = archive.entries.filter(({ name }) => /^Stories\/[^/]+\.xml$/.test(name));
    const rank = new Map(order.map((name, index) => [name, index]));
    const sorted = stories.toSorted((a, b) => (rank.get(a.name) ?? order.length) - (rank.get(b.name) ?? order.length));
    const parts = sorted.map((entry) => readPart(archive, entry));
    return officeDocument(idml, {
      archive,
      slots: parts.flatMap((part) => new StoryReader(part).read()),
      marks: () => [],
    });
  },
};

/** Elements around text within a paragraph that must not be written twice. */
const UNIQUE = new Set(["HyperlinkTextSource", "CrossReferenceSource", "XMLElement", "Change"]);
const WRAPPERS = new Set([...UNIQUE, "CharacterStyleRange"]);
/** Elements that contain separate stories. */
const HOLDERS = new Set(["Table", "Footnote", "Endnote", "EndnoteRange", "Cell"]);

type Chain = readonly XmlElement[];

type Run = { readonly start: number; readonly end: number; readonly text: string; readonly chain: Chain };
type Item =
  | { readonly type: "run"; readonly run: Run }
  | {
      readonly type: "code";
      readonly span: Span;
      readonly isInside: boolean;
      readonly chain: Chain;
      readonly equiv?: string;
    };

class StoryReader {
  readonly #part: Part;
  readonly #slots: Slot[] = [];
  #items: Item[] = [];

  constructor(part: Part) {
    this.#part = part;
  }

  read(): Slot[] {
    this.#story(this.#part.document.root);
    this.#flush();
    return this.#slots;
  }

  /** Reads the paragraphs of an element, which may be deeply nested; the parser limits the depth. */
  #story(parent: XmlElement): void {
    for (const element of parent.children) {
      if (element.type !== "element") continue;
      if (element.name === "ParagraphStyleRange") {
        this.#flush();
        this.#content(element, []);
        this.#flush();
      } else if (element.name === "Content" || WRAPPERS.has(element.name)) this.#content(parent, []);
      else if (element.name !== "Note") this.#story(element);
      if (element.name === "Content" || WRAPPERS.has(element.name)) return;
    }
  }

  #content(parent: XmlElement, chain: Chain): void {
    for (const child of parent.children) {
      if (child.type !== "element") continue;
      if (child.name === "Br") this.#flush();
      else if (child.name === "Content") this.#texts(child, chain);
      else if (child.name === "ParagraphStyleRange") {
        this.#flush();
        this.#content(child, []);
        this.#flush();
      } else if (WRAPPERS.has(child.name) && this.#part.document.value(child, "ChangeType") !== "DeletedText") {
        this.#content(child, [...chain, child]);
      } else if (child.name !== "Properties") {
        if (HOLDERS.has(child.name)) this.#apart(child);
        this.#items.push({ type: "code", span: child, isInside: false, chain });
      }
    }
  }

  /** Reads the stories within a paragraph, before the paragraph itself. */
  #apart(holder: XmlElement): void {
    const items = this.#items;
    this.#items = [];
    this.#story(holder);
    this.#flush();
    this.#items = items;
  }

  #texts(content: XmlElement, chain: Chain): void {
    for (const node of content.children) {
      const { start, end } = node;
      if (node.type !== "text" && node.type !== "cdata")
        this.#items.push({ type: "code", span: { start, end }, isInside: true, chain });
      else if (node.type === "cdata") this.#run({ start, end, text: this.#part.document.text(node), chain });
      else this.#separated(node, chain);
    }
  }

  /** Whether a node is a separator: a tab or a forced line break. */
  #separated({ start, end }: XmlNode, chain: Chain): void {
    let from = start;
    for (const { 0: mark, index } of this.#part.source
      .slice(start, end)
      .matchAll(/[\t\u2028]|&#(?:x9|9|x2028|8232);/gi)) {
      const at = start + index;
      this.#piece(from, at, chain);
      const equiv = /^(?:\t|&#x?9;)$/i.test(mark) ? "\t" : "\n";
      this.#items.push({ type: "code", span: { start: at, end: at + mark.length }, isInside: true, chain, equiv });
      from = at + mark.length;
    }
    this.#piece(from, end, chain);
  }

  #piece(start: number, end: number, chain: Chain): void {
    if (end > start) this.#run({ start, end, text: unescapeXml(this.#part.source.slice(start, end)), chain });
  }

  #run(run: Run): void {
    this.#items.push({ type: "run", run });
  }

  #flush(): void {
    const items = this.#items;
    this.#items = [];
    const keys = new Map<string, number>();
    for (const item of items)
      if (item.type === "run") {
        const key = this.#look(item.run.chain);
        keys.set(key, (keys.get(key) ?? 0) + item.run.text.length);
      }
    const base = [...keys].reduce((best, one) => (one[1] > best[1] ? one : best), ["", -1] as [string, number])[0];
    const pieces: Piece[] = [];
    const chains = new Map<string, Chain>();
    let baseChain: Chain | undefined;
    let open: { readonly name: string; readonly key: string } | undefined;
    /** Position after the last text; the following elements may differ. */
    let at = { offset: 0, index: 0 };
    const close = () => {
      if (open)
        pieces.splice(at.index, 0, {
          type: "close",
          start: at.offset,
          end: at.offset,
          raw: "",
          name: open.name,
          kind: kindOf(chains.get(open.name) ?? []),
        });
      open = undefined;
    };
    for (const item of items) {
      if (item.type === "code") {
        const { start, end } = item.span;
        if (!item.isInside) close();
        pieces.push({
          type: "single",
          kind: "single",
          start,
          end,
          raw: item.isInside ? "inside" : "",
          ...(item.equiv ? { equiv: item.equiv } : {}),
        });
        continue;
      }
      const { start, end, text, chain } = item.run;
      const key = this.#look(chain);
      if (open && open.key !== key) close();
      if (key === base) baseChain ??= chain;
      else if (!open) {
        const name = `${start}`;
        chains.set(name, chain);
        pieces.push({ type: "open", start, end: start, raw: "", name, kind: kindOf(chain) });
        open = { name, key };
      }
      pieces.push({ type: "text", start, end, text });
      at = { offset: end, index: pieces.length };
    }
    close();
    const trimmed = trimPieces(pieces, this.#part.source);
    if (!trimmed) return;
    const { segment, spelling } = buildSegment(trimmed);
    const runs = items.flatMap((item) => (item.type === "run" ? [item.run] : []));
    const first = runs.find((run) => run.end > trimmed.start)!.chain;
    const last = runs.findLast((run) => run.start < trimmed.end)!.chain;
    const main = baseChain ?? first;
    this.#slots.push({
      segment,
      units: [
        {
          part: this.#part,
          segment,
          patch: (text) => [
            { start: trimmed.start, end: trimmed.end, raw: this.#spell(text, spelling, chains, { first, last, main }) },
          ],
        },
      ],
    });
  }

  /** Appearance of a run: its styles, without its identifiers. */
  #look(chain: Chain): string {
    return chain
      .map((element) => {
        if (UNIQUE.has(element.name)) return `${element.start}`;
        const attributes = this.#part.document.attributes(element).map(({ name, value }) => `${name}=${value}`);
        return [
          ...attributes.sort(),
          ...propertiesOf(element).map(({ start, end }) => this.#part.source.slice(start, end)),
        ].join("|");
      })
      .join("/");
  }

  /** Writes a text, and starts new elements where the format changes. */
  #spell(
    encoded: string,
    spelling: CodeSpelling,
    chains: ReadonlyMap<string, Chain>,
    around: { first: Chain; last: Chain; main: Chain },
  ): Raw {
    const raw: (string | Span)[] = [];
    let current = around.first;
    const change = (wanted: Chain) => {
      if (wanted === current || this.#look(wanted) === this.#look(current)) return;
      // Elements around both texts stay open, because a tagged one (XMLElement) has an identity.
      let shared = 0;
      while (shared < current.length && current[shared] === wanted[shared]) shared++;
      const closing = current.slice(shared).toReversed();
      raw.push("</Content>", ...closing.map(({ closeStart, end }) => ({ start: closeStart, end })));
      for (const element of wanted.slice(shared))
        raw.push({ start: element.start, end: element.openEnd }, ...propertiesOf(element));
      raw.push("<Content>");
      current = wanted;
    };
    const open: Chain[] = [];
    for (const token of tokenize(encoded)) {
      if (token.type === "text") {
        change(open.at(-1) ?? around.main);
        raw.push(escapeXmlText(token.text));
        continue;
      }
      const piece = spelling.get(token.id)?.open;
      if (!piece) continue;
      if (token.type === "open")
        open.push(piece.type === "single" ? around.main : (chains.get(piece.name) ?? around.main));
      else if (token.type === "close") open.pop();
      else if (piece.raw === "inside") raw.push({ start: piece.start, end: piece.end });
      else raw.push("</Content>", { start: piece.start, end: piece.end }, "<Content>");
    }
    change(around.last);
    return raw;
  }
}

function kindOf(chain: Chain): "pair" | "format" {
  return chain.some(({ name }) => UNIQUE.has(name)) ? "pair" : "format";
}

function propertiesOf(element: XmlElement): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => child.type === "element" && child.name === "Properties",
  );
}
