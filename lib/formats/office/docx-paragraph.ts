import type { Raw } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, type XmlElement } from "@/lib/formats/xml";
import type { Part } from "./part";
import { type CodeCopy, FORM_FIELD, formatReader, type Item, type RunFormat } from "./runs";

/**
 * The content of `w:p` (ECMA-376 part 1, section 17.3) as items: text with its format, codes, and content hidden from
 * engines. Nested paragraphs (text boxes) remain inside the code of their drawing; they are separate segments.
 */
export function docxItems(part: Part, paragraph: XmlElement): Item[] {
  const found: FieldPart[] = [];
  new Flattener(part, found).content(paragraph);
  return foldCode(foldFields(found));
}

/** Items, and the parts of complex fields (section 17.16.18) before they are combined. */
type FieldPart =
  | Item
  | { readonly type: "field"; readonly at: "begin" | "separate" | "end"; readonly raw: Raw }
  | { readonly type: "instruction"; readonly text: string; readonly raw: Raw };

const PAIRS = new Set("w:hyperlink w:smartTag w:sdt w:ins w:moveTo w:fldSimple w:dir w:bdo w:customXml".split(" "));

const SILENT =
  /^(?:w:bookmarkStart|w:bookmarkEnd|w:commentRangeStart|w:commentRangeEnd|w:permStart|w:permEnd|w:del|w:moveFrom|w:moveFromRangeStart|w:moveFromRangeEnd|w:moveToRangeStart|w:moveToRangeEnd|w:customXmlInsRangeStart|w:customXmlInsRangeEnd|w:customXmlDelRangeStart|w:customXmlDelRangeEnd|w:customXmlMoveFromRangeStart|w:customXmlMoveFromRangeEnd|w:customXmlMoveToRangeStart|w:customXmlMoveToRangeEnd)$/;

/** Elements dropped from a rewritten paragraph: line positions, word marks and errors of the source. */
const DROPPED = new Set(["w:proofErr", "w:lastRenderedPageBreak", "w:softHyphen"]);

/** A check box as a content control ([MS-DOCX] 2.6.1.5). */
function isCheckBox(element: XmlElement): boolean {
  const properties = childOf(element, "w:sdtPr");
  return properties !== undefined && elementsOf(properties).some(({ name }) => name === "w14:checkbox");
}

/** Equivalents of a run's children. */
const EQUIVALENTS: Readonly<Record<string, string>> = { "w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n" };

/** Children of a run that may also be in the copy next to a translation. */
const REPEATABLE = new Set(
  "w:tab w:ptab w:br w:cr w:sym w:pgNum w:dayShort w:monthShort w:yearShort w:dayLong w:monthLong w:yearLong w:footnoteRef w:endnoteRef".split(
    " ",
  ),
);
const NOTE_REFERENCES = new Set(["w:footnoteReference", "w:endnoteReference"]);

class Flattener {
  private readonly withText = new Map<XmlElement, boolean>();

  constructor(
    private readonly part: Part,
    private readonly found: FieldPart[],
  ) {}

  content(parent: XmlElement): void {
    for (const child of elementsOf(parent)) {
      const { name } = child;
      if (name === "w:pPr" || DROPPED.has(name)) continue;
      if (name === "w:r") this.run(child);
      else if (SILENT.test(name)) this.found.push({ type: "silent", raw: [child] });
      else if (PAIRS.has(name)) this.pair(child);
      else if (name === "m:oMath" || name === "m:oMathPara") this.placeholder(child);
      else this.found.push({ type: "code", kind: "single", raw: [child] });
    }
  }

  private pair(element: XmlElement): void {
    const inner = element.name === "w:sdt" ? childOf(element, "w:sdtContent") : element;
    if (element.name === "w:sdt" && isCheckBox(element)) {
      const box = inner ? this.part.document.text(inner).trim() : "";
      this.found.push({
        type: "code",
        kind: "single",
        raw: [element],
        equiv: FORM_FIELD,
        copy: [{ text: ` ${box || "☐"} ` }],
      });
      return;
    }
    if (!inner || !this.hasText(inner)) {
      this.found.push({ type: "code", kind: "single", raw: [element] });
      return;
    }
    if (element.name === "w:fldSimple") {
      const texts = [...descendants(element)].filter(({ name }) => name === "w:t");
      const result = texts.map((text) => this.part.document.text(text)).join("");
      const instruction = this.part.document.value(element, "w:instr") ?? "";
      if (isOpaque(instruction, result)) {
        this.found.push(placeholderOf([element], result, isRepeatable(instruction)));
        return;
      }
    }
    this.found.push({ type: "open", raw: [{ start: element.start, end: inner.openEnd }] });
    this.content(inner);
    this.found.push({ type: "close", raw: [{ start: inner.closeStart, end: element.end }] });
  }

  /** Whether it contains text of this paragraph that is not deleted. Checks each element once, at any depth. */
  private hasText(element: XmlElement): boolean {
    let known = this.withText.get(element);
    if (known === undefined) {
      known = elementsOf(element).some(
        (child) => child.name === "w:t" || (child.name !== "w:p" && child.name !== "w:del" && this.hasText(child)),
      );
      this.withText.set(element, known);
    }
    return known;
  }

  private placeholder(element: XmlElement): void {
    this.found.push(placeholderOf([element], this.part.document.text(element), true));
  }

  private run(run: XmlElement): void {
    const properties = childOf(run, "w:rPr") ?? null;
    const format = docxFormat(this.part, properties);
    const children = elementsOf(run).filter((child) => child !== properties && !DROPPED.has(child.name));
    const close = `</${this.part.document.tag(run)}>`;
    for (const child of children) {
      const raw: Raw =
        children.length === 1
          ? [run]
          : [{ start: run.start, end: run.openEnd }, ...(properties ? [properties] : []), child, close];
      this.runChild(child, format, raw);
    }
  }

  private runChild(child: XmlElement, format: RunFormat, raw: Raw): void {
    const { document } = this.part;
    switch (child.name) {
      case "w:t":
        this.text(document.text(child), format, raw);
        break;
      case "w:noBreakHyphen":
        this.text("\u2011", format, raw);
        break;
      case "w:ruby": {
        const base = childOf(child, "w:rubyBase");
        this.text(base ? document.text(base) : "", format, raw);
        break;
      }
      case "w:fldChar": {
        const at = document.value(child, "w:fldCharType");
        if (at === "begin" || at === "separate" || at === "end") this.found.push({ type: "field", at, raw });
        break;
      }
      case "w:instrText":
        this.found.push({ type: "instruction", text: document.text(child), raw });
        break;
      case "w:delText":
      case "w:delInstrText":
        this.found.push({ type: "silent", raw });
        break;
      default: {
        const equiv = EQUIVALENTS[child.name];
        const breaks = child.name === "w:br" && /^(?:page|column)$/.test(document.value(child, "w:type") ?? "");
        const copy = breaks ? undefined : this.copyOf(child, raw);
        this.found.push({
          type: "code",
          kind: "single",
          raw,
          ...(equiv ? { equiv } : {}),
          ...(copy ? { copy: [copy] } : {}),
          ...(breaks ? { breaks } : {}),
        });
      }
    }
  }

  private copyOf(child: XmlElement, raw: Raw): CodeCopy | undefined {
    if (REPEATABLE.has(child.name)) return { raw };
    return NOTE_REFERENCES.has(child.name) ? { note: child } : undefined;
  }

  private text(text: string, format: RunFormat, raw: Raw): void {
    if (text) this.found.push({ type: "text", text: text.replaceAll("\n", " "), format, raw });
  }
}

const IGNORED_PROPERTIES = new Set(["w:lang", "w:noProof", "w:rPrChange", "w:webHidden", "w:fitText"]);
/** The format of a run from its `w:rPr`. Languages and revisions are ignored. */
const docxFormat = formatReader((part, properties) => {
  const counted = elementsOf(properties).filter(({ name }) => !IGNORED_PROPERTIES.has(name));
  const key = counted
    .map((child) => part.document.raw(child).replace(/ \w*:?hint="\w*"/, ""))
    .filter((child) => !/^<\w*:?rFonts\s*\/>$/.test(child))
    .sort()
    .join("");
  const visibleSpace = counted.some(({ name }) => /^w:(u|highlight|shd|strike|dstrike|bdr)$/.test(name));
  return { key, properties, link: false, visibleSpace };
});

/** Fields whose result must not be translated, because Word computes it or it is a name. */
const OPAQUE_FIELDS = new Set(
  (
    "ADDIN ADDRESSBLOCK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BARCODE CITATION CREATEDATE DATE DISPLAYBARCODE DOCVARIABLE " +
    "EDITTIME EMBED EQ FILENAME FILESIZE FORMCHECKBOX FORMDROPDOWN GREETINGLINE INCLUDEPICTURE LASTSAVEDBY LINK LISTNUM " +
    "MERGEBARCODE MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMPAGES PAGE PAGEREF PRINTDATE REVNUM SAVEDATE SECTION " +
    "SECTIONPAGES SEQ SYMBOL TEMPLATE TIME USERADDRESS USERINITIALS USERNAME"
  ).split(" "),
);

function isOpaque(instruction: string, result: string): boolean {
  const name = fieldName(instruction);
  return name.startsWith("=") || OPAQUE_FIELDS.has(name) || !/\p{L}/u.test(result);
}

/** Fields that can be duplicated without effect, unlike counters (SEQ, LISTNUM) and form fields, which have names. */
const REPEATABLE_FIELDS =
  /^(?:AUTHOR|CREATEDATE|DATE|DOCVARIABLE|EDITTIME|EQ|FILENAME|FILESIZE|LASTSAVEDBY|MERGEFIELD|NOTEREF|NUMPAGES|PAGE|PAGEREF|PRINTDATE|REF|REVNUM|SAVEDATE|SECTION|SECTIONPAGES|STYLEREF|SYMBOL|TEMPLATE|TIME|USERINITIALS|USERNAME)$/;

function isRepeatable(instruction: string): boolean {
  const name = fieldName(instruction);
  return name.startsWith("=") || REPEATABLE_FIELDS.test(name);
}

function fieldName(instruction: string): string {
  return instruction
    .trimStart()
    .split(/[\s\\"]/, 1)[0]!
    .toUpperCase();
}

/** A form field (section 17.16.17) without words separates the texts before and after it. */
function isFormField(instruction: string, result: string): boolean {
  const [name] = instruction.trimStart().split(/[\s\\]/, 1);
  return /^FORM(?:CHECKBOX|DROPDOWN)$/i.test(name!) || (/^FORMTEXT$/i.test(name!) && !/\p{L}/u.test(result));
}

/** @param repeatable True if a copy next to the translation contains the field again, false if only its text. */
function placeholderOf(raw: Raw, reads: string, repeatable: boolean): Item {
  const equiv = reads.trim();
  const copy: CodeCopy[] = repeatable ? [{ raw }] : equiv ? [{ text: equiv }] : [];
  if (!equiv) return { type: "code", kind: "single", raw, copy };
  return { type: "code", kind: "placeholder", raw, equiv: equiv.slice(0, 100), copy };
}

/** Maximum nesting; deeper fields are single codes, because each level copies its content. */
const MAX_FIELDS = 20;

/**
 * Combines complex fields that begin and end in one paragraph and container: computed fields become one code, others a
 * pair around their result. The parts of a field that spans paragraphs (a table of contents) are codes.
 */
function foldFields(found: readonly FieldPart[]): Item[] {
  const out: FieldPart[] = [];
  const open: { index: number; depth: number }[] = [];
  let depth = 0;
  for (const piece of found) {
    if (piece.type === "open") depth++;
    if (piece.type === "close") {
      depth--;
      while (open.length > 0 && open[open.length - 1]!.depth > depth) open.pop();
    }
    if (piece.type === "field" && piece.at === "begin") open.push({ index: out.length, depth });
    out.push(piece);
    if (piece.type !== "field" || piece.at !== "end") continue;
    const begin = open.pop();
    if (begin?.depth !== depth || open.length >= MAX_FIELDS) continue;
    for (const folded of foldField(out.splice(begin.index))) out.push(folded);
  }
  return out.map((piece) =>
    piece.type === "field" || piece.type === "instruction" ? { type: "code", kind: "single", raw: piece.raw } : piece,
  );
}

function foldField(pieces: readonly FieldPart[]): FieldPart[] {
  const raw = (some: readonly FieldPart[]): Raw => some.flatMap((piece) => piece.raw);
  const separate = pieces.findIndex((piece) => piece.type === "field" && piece.at === "separate");
  const result = separate < 0 ? [] : pieces.slice(separate + 1, -1);
  const code = separate < 0 ? pieces : pieces.slice(0, separate);
  const instruction = code.map((piece) => (piece.type === "instruction" ? piece.text : "")).join("");
  const text = result.map((piece) => (piece.type === "text" ? piece.text : "")).join("");
  if (isFormField(instruction, text)) {
    const copy = [{ text: " ☐ " }];
    return [{ type: "code", kind: "single", raw: raw(pieces), equiv: FORM_FIELD, copy }];
  }
  if (isOpaque(instruction, text)) return [placeholderOf(raw(pieces), text, isRepeatable(instruction))];
  // A result that begins within a link or an insertion cannot become a pair.
  if (!isBalanced(result)) return [...pieces];
  return [
    { type: "open", raw: raw(pieces.slice(0, separate + 1)) },
    ...result,
    { type: "close", raw: raw(pieces.slice(-1)) },
  ];
}

const FIXED_FONTS =
  "Courier|Courier New|Consolas|Menlo|Monaco|Lucida Console|Andale Mono|Source Code Pro|Fira Code|Fira Mono|JetBrains Mono|" +
  "Cascadia Code|Cascadia Mono|SF Mono|Roboto Mono|Ubuntu Mono|DejaVu Sans Mono|Liberation Mono|IBM Plex Mono|Inconsolata|Noto Sans Mono";
/** Fonts for code, and the styles that Word, LibreOffice and Pandoc give to code. */
const CODE_FORMAT = new RegExp(
  `ascii="(?:${FIXED_FONTS})"|rStyle \\w*:?val="(?:VerbatimChar|HTMLCode|HTMLTypewriter|HTMLKeyboard|SourceText|InlineCode|CodeChar)"`,
);

/** Text in a code font becomes one code, except in a paragraph that is entirely in such a font, such as a letter. */
function foldCode(items: readonly Item[]): Item[] {
  const isCode = (item: Item | undefined) => item?.type === "text" && CODE_FORMAT.test(item.format.key);
  if (!items.some(isCode) || !items.some((item) => item.type === "text" && !isCode(item) && /\p{L}/u.test(item.text)))
    return [...items];
  const folded: Item[] = [];
  let code: Extract<Item, { type: "text" }>[] = [];
  const flush = () => {
    if (code.length === 0) return;
    const text = code.map((item) => item.text).join("");
    // Text without a word, such as a comma in the font of the code before it, stays text.
    if (/[\p{L}\p{N}]/u.test(text))
      folded.push(
        placeholderOf(
          code.flatMap(({ raw }) => raw),
          text,
          true,
        ),
      );
    else folded.push(...code);
    code = [];
  };
  for (const item of items) {
    if (item.type === "text" && isCode(item)) code.push(item);
    else {
      flush();
      folded.push(item);
    }
  }
  flush();
  return folded;
}

function isBalanced(pieces: readonly FieldPart[]): boolean {
  const count = (type: FieldPart["type"]) => pieces.filter((piece) => piece.type === type).length;
  return count("open") === count("close");
}
