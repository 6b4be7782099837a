import { UnreadableFile } from "@/lib/formats/format";
import type { Patch, Raw } from "@/lib/formats/splice";
import { childOf, descendants, elementsOf, escapeXmlText, type XmlElement } from "@/lib/formats/xml";
import { plainText } from "@/lib/text/segment";
import type { Unit } from "./office-document";
import type { Part } from "./part";
import { FORM_FIELD, type Item, type RunFormat, type RunWriter, runParagraph } from "./runs";

/**
 * The segment of an OpenDocument paragraph or heading (ODF 1.3 part 3, chapters 5 and 6). White space collapses as in
 * HTML; additional spaces, tabs and line breaks are elements. `more` returns further patches to apply.
 */
export function odfUnit(part: Part, paragraph: XmlElement, more: (plain: string) => readonly Patch[]): Unit | null {
  const parsed = runParagraph(odfItems(part, paragraph));
  if (!parsed) return null;
  const { segment } = parsed;
  return {
    part,
    segment,
    patch: (text) => {
      const content = runParagraph(odfItems(part, paragraph))!.render(text, writer(part, paragraph));
      const plain = plainText(text, segment.codes);
      return [{ start: paragraph.openEnd, end: paragraph.closeStart, raw: content }, ...more(plain)];
    },
  };
}

/** Limits the number of spans, because each piece of text is written with all its spans. */
const MAX_SPANS = 100;

/** Maximum spaces written as text; more are layout and stay a code. */
const MAX_SPACES = 10;

const FORM_FIELDS = new Set(["draw:control", "text:drop-down", "field:fieldmark"]);

const PAIRS = new Set(["text:a", "text:meta", "text:meta-field"]);

const SILENT =
  /^(text:(bookmark|bookmark-start|bookmark-end|reference-mark|reference-mark-start|reference-mark-end|change|change-start|change-end|(toc|user-index|alphabetical-index)-mark(-start|-end)?)|office:annotation|office:annotation-end)$/;

const BREAKS: Readonly<Record<string, string>> = { "text:tab": "\t", "text:line-break": "\n" };

function odfItems(part: Part, paragraph: XmlElement): Item[] {
  const { document } = part;
  const items: Item[] = [];
  /** White space is ignored at the start and after white space. */
  let collapsing = true;

  const text = (content: string, spans: readonly XmlElement[]) => {
    if (content) items.push({ type: "text", text: content, format: formatOf(part, spans), raw: [] });
  };
  const code = (element: XmlElement, spans: readonly XmlElement[]) => {
    const raw = within(part, spans, [element]);
    if (FORM_FIELDS.has(element.name)) {
      items.push({ type: "code", kind: "single", raw, equiv: FORM_FIELD });
      return;
    }
    if (element.name === "text:s") {
      items.push({ type: "code", kind: "single", raw, equiv: "\t" });
      return;
    }
    const shown = element.name.startsWith("text:") || element.name.startsWith("presentation:");
    const equiv = shown && element.name !== "text:note" ? document.text(element).trim().slice(0, 100) : "";
    items.push(equiv ? { type: "code", kind: "placeholder", raw, equiv } : { type: "code", kind: "single", raw });
  };
  const content = (parent: XmlElement, spans: readonly XmlElement[]) => {
    for (const child of parent.children) {
      if (child.type === "text" || child.type === "cdata") {
        let collapsed = document.text(child).replace(/[ \t\n\r]+/g, " ");
        if (collapsing && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
        if (collapsed) collapsing = collapsed.endsWith(" ");
        text(collapsed, spans);
      } else if (child.type === "element") {
        element(child, spans);
      }
    }
  };
  const element = (child: XmlElement, spans: readonly XmlElement[]) => {
    const { name } = child;
    if (name === "text:soft-page-break") return;
    const count = name === "text:s" ? Number(document.value(child, "text:c") ?? 1) : 0;
    if (name === "text:span") {
      if (spans.length >= MAX_SPANS) {
        throw new UnreadableFile("too_complex", `The document nests formats more than ${MAX_SPANS} deep.`);
      }
      content(child, [...spans, child]);
    } else if (count >= 1 && count <= MAX_SPACES) {
      text(" ".repeat(count), spans);
    } else if (name in BREAKS) {
      items.push({ type: "code", kind: "single", raw: [child], equiv: BREAKS[name]! });
    } else if (name === "text:ruby") {
      const base = childOf(child, "text:ruby-base");
      text(base ? document.text(base) : "", spans);
    } else if (SILENT.test(name)) {
      items.push({ type: "silent", raw: [child] });
    } else if (PAIRS.has(name) && hasWords(part, child)) {
      items.push({ type: "open", raw: [...opening(part, spans), { start: child.start, end: child.openEnd }] });
      content(child, []);
      items.push({ type: "close", raw: [{ start: child.closeStart, end: child.end }, ...closing(part, spans)] });
    } else {
      code(child, spans);
    }
    if (name !== "text:span" && !SILENT.test(name)) collapsing = false;
  };

  content(paragraph, []);
  return items;
}

function hasWords(part: Part, element: XmlElement): boolean {
  const blocks = [...descendants(element)].some(({ name }) => name === "text:p" || name === "text:h");
  return !blocks && part.document.text(element).trim() !== "";
}

function opening(part: Part, spans: readonly XmlElement[]): Raw {
  return spans.filter((span) => styleKey(part, span) !== "").map(({ start, openEnd }) => ({ start, end: openEnd }));
}

function closing(part: Part, spans: readonly XmlElement[]): Raw {
  return spans
    .filter((span) => styleKey(part, span) !== "")
    .reverse()
    .map(({ closeStart, end }) => ({ start: closeStart, end }));
}

function within(part: Part, spans: readonly XmlElement[], raw: Raw): Raw {
  return [...opening(part, spans), ...raw, ...closing(part, spans)];
}

function formatOf(part: Part, spans: readonly XmlElement[]): RunFormat {
  const keys = spans.map((span) => styleKey(part, span)).filter(Boolean);
  const key = keys.join("|");
  return {
    key,
    properties: spans[spans.length - 1] ?? null,
    link: false,
    visibleSpace: /underline|line-through|background/.test(key),
  };
}

/** Writes text within its spans. Each paragraph has its own writer, because it must know the text before a space. */
function writer(part: Part, paragraph: XmlElement): RunWriter {
  const tag = part.document.tag(paragraph);
  const prefix = tag.slice(0, tag.indexOf(":") + 1);
  let afterSpace = true;
  return (text, { properties }) => {
    const spans: XmlElement[] = [];
    for (let span = properties; span?.name === "text:span"; span = span.parent) spans.unshift(span);
    let out = "";
    for (const [piece] of text.replace(/[\r\n]+/g, " ").matchAll(/ +|\t|[^ \t]+/g)) {
      if (piece === "\t") out += `<${prefix}tab/>`;
      else if (piece.startsWith(" ")) {
        const more = afterSpace ? piece.length : piece.length - 1;
        if (!afterSpace) out += " ";
        if (more > 0) out += more === 1 ? `<${prefix}s/>` : `<${prefix}s ${prefix}c="${more}"/>`;
      } else out += escapeXmlText(piece);
      afterSpace = piece.startsWith(" ");
    }
    return within(part, spans, [out]);
  };
}

const styles = new WeakMap<Part, Map<string, string>>();

/** Visible effect of a span's style. Empty if there is none, as for the styles of revisions. */
function styleKey(part: Part, span: XmlElement): string {
  let known = styles.get(part);
  if (!known) {
    known = automaticStyles(part);
    styles.set(part, known);
  }
  const name = part.document.value(span, "text:style-name") ?? "";
  return known.get(name) ?? name;
}

const INVISIBLE =
  /^(officeooo:|loext:|fo:(language|country|script)$|style:(language|country|rfc-language-tag|script)-)|style:rfc-language-tag$/;

function automaticStyles(part: Part): Map<string, string> {
  const { document } = part;
  const automatic = childOf(document.root, "office:automatic-styles");
  const list = automatic ? elementsOf(automatic, "style:style") : [];
  return new Map(
    list
      .filter((style) => document.value(style, "style:family") === "text")
      .map((style) => {
        const parent = document.value(style, "style:parent-style-name") ?? "";
        const properties = elementsOf(style)
          .flatMap((element) => document.attributes(element))
          .filter(({ name }) => !INVISIBLE.test(name))
          .map(({ name, value }) => `${name}=${value}`)
          .sort();
        return [document.value(style, "style:name") ?? "", [parent, ...properties].filter(Boolean).join(";")];
      }),
  );
}
