import type { Raw, Span } from "@/lib/formats/splice";
import type { XmlElement } from "@/lib/formats/xml";
import { nestCodes } from "@/lib/text/message/nest-codes";
import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";
import type { Part } from "./part";

/**
 * Converts paragraphs of formatted runs, as in OOXML, to a segment and back. Runs with equivalent properties are
 * merged. The format of most characters needs no code: text without a code uses it.
 */

/** Equivalent of a separator between two texts. A tab or line break in an equivalent separates its two sides. */
export const FORM_FIELD = "\t☐\t";

/** Format of a run. Formats with the same key look the same. */
export type RunFormat = {
  readonly key: string;
  readonly properties: XmlElement | null;
  /** The properties make the run a link, which the translation must contain exactly once. */
  readonly link: boolean;
  /** True if white space is visible in this format (underlined, highlighted). */
  readonly visibleSpace: boolean;
};

export const PLAIN: RunFormat = { key: "", properties: null, link: false, visibleSpace: false };

/** Creates a reader of run formats. It reads equal properties of a part once. */
export function formatReader(read: (part: Part, properties: XmlElement) => RunFormat) {
  const known = new WeakMap<Part, Map<string, RunFormat>>();
  return (part: Part, properties: XmlElement | null): RunFormat => {
    if (!properties) return PLAIN;
    const formats = known.get(part) ?? new Map<string, RunFormat>();
    known.set(part, formats);
    const raw = part.document.raw(properties);
    const format = formats.get(raw) ?? read(part, properties);
    formats.set(raw, format);
    return format;
  };
}

/** Content of a paragraph, in order. `open` and `close` are well nested. */
export type Item =
  | { readonly type: "text"; readonly text: string; readonly format: RunFormat; readonly raw: Raw }
  | CodeItem
  | { readonly type: "open" | "close"; readonly raw: Raw }
  /** Kept in the paragraph but not sent to engines: bookmarks, comment ranges, tracked deletions. */
  | { readonly type: "silent"; readonly raw: Raw };

type CodeItem = {
  readonly type: "code";
  readonly raw: Raw;
  readonly kind: "single" | "placeholder";
  readonly equiv?: string;
  /** Content of it in a copy of the source next to the translation. Omitted: none. */
  readonly copy?: readonly CodeCopy[];
  /** It contains only page and column breaks. */
  readonly breaks?: boolean;
};

/** The same content, a text, or a note reference, which may be in the document only once. */
export type CodeCopy = { readonly raw: Raw } | { readonly text: string } | { readonly note: XmlElement };
type TextItem = Extract<Item, { type: "text" }>;

/** Writes a run of plain text. */
export type RunWriter = (text: string, format: RunFormat) => Raw;

type NoteMark = (reference: XmlElement) => Raw;

export type RunParagraph = {
  readonly segment: Segment;
  /**
   * The whole content of the paragraph for a translation. Repairs lost, doubled and crossed codes.
   * @param leadBreaks False leaves out the breaks before the first word, which are in `renderCopy`.
   */
  render(text: string, run: RunWriter, leadBreaks?: boolean): Raw;
  /** A copy of the source's text and of codes that can be copied, without the content around the segment. */
  renderCore(run: RunWriter): Raw;
  /** A copy of the whole source, to be placed before the translation. */
  renderCopy(run: RunWriter, noteMark: NoteMark): Raw;
};

/** The segment of a paragraph, or `null` without letters. */
export function runParagraph(found: readonly Item[]): RunParagraph | null {
  if (!found.some((item) => item.type === "text" && /\p{L}/u.test(item.text))) return null;
  const items = mergeItems(adoptFormats(found));
  const { lead, core, tail } = trim(items);
  const base = dominantFormat(core);
  const { tokens, codes, raws, formats, copies, marks, length } = encode(core, base);

  const renderWith = (rawOf: (token: Token) => Raw, settled: readonly Token[], run: RunWriter, silents: Raw[][]) => {
    const stack = [base];
    return settled.flatMap((token, index): Raw => {
      const before = silents[index]?.flat() ?? [];
      if (token.type === "text") return [...before, ...run(token.text, stack[stack.length - 1]!)];
      const format = formats.get(token.id);
      if (token.type === "open") stack.push(format ?? stack[stack.length - 1]!);
      if (token.type === "close") stack.pop();
      return format ? before : [...before, ...rawOf(token)];
    });
  };
  const outer = (side: readonly Item[], run: RunWriter) =>
    side.flatMap((item) => (item.type === "text" ? run(item.text, item.format) : item.raw));
  const rawOf = (token: Token): Raw => {
    if (token.type === "text") return [];
    const raw = raws.get(token.id)!;
    return token.type === "close" ? raw.close : raw.open;
  };

  const copyOf = (copy: readonly CodeCopy[] | undefined, run: RunWriter, noteMark: NoteMark): Raw =>
    (copy ?? []).flatMap((piece): Raw => {
      if ("raw" in piece) return piece.raw;
      return "text" in piece ? run(piece.text, base) : noteMark(piece.note);
    });
  const renderSource = (run: RunWriter, noteMark: NoteMark) =>
    renderWith(
      (token) => (token.type === "single" ? copyOf(copies.get(token.id), run, noteMark) : []),
      nestCodes(tokens, codes),
      run,
      [],
    );

  return {
    segment: { text: serialize(tokens), codes },
    render(text, run, leadBreaks = true) {
      const before = leadBreaks ? lead : lead.filter((item) => item.type !== "code" || !item.breaks);
      const placed = insertMarks(nestCodes(tokenize(text), codes), marks, length);
      const silents = placed.silents;
      // In the order of the paragraph, because a writer may depend on its previous text.
      return [
        ...outer(before, run),
        ...renderWith(rawOf, placed.tokens, run, silents),
        ...(silents[placed.tokens.length]?.flat() ?? []),
        ...outer(tail, run),
      ];
    },
    renderCore(run) {
      return renderSource(run, () => []);
    },
    renderCopy(run, noteMark) {
      const side = (items: readonly Item[], breaks: boolean) =>
        items.flatMap((item) => {
          if (item.type === "text") return run(item.text, item.format);
          if (item.type !== "code") return [];
          return breaks && item.breaks ? item.raw : copyOf(item.copy, run, noteMark);
        });
      return [...side(lead, true), ...renderSource(run, noteMark), ...side(tail, false)];
    },
  };
}

/** Spaces that look the same in any format get that of the preceding text, or at the start of the following one. */
function adoptFormats(items: readonly Item[]): Item[] {
  let previous: RunFormat | undefined;
  const adopted = items.map((item) => {
    if (item.type !== "text") return item;
    const plain = item.text.trim() === "" && !item.format.visibleSpace;
    if (plain && previous) return { ...item, format: previous };
    if (!plain) previous = item.format;
    return item;
  });
  return adopted;
}

/** Merges adjacent texts of one format, and adjacent single codes, so that engines can lose fewer codes. */
function mergeItems(items: readonly Item[]): Item[] {
  const merged: Item[] = [];
  let raw: (string | Span)[] = [];
  for (const item of items) {
    const last = merged[merged.length - 1];
    if (item.type === "text" && last?.type === "text" && item.format.key === last.format.key) {
      merged[merged.length - 1] = { ...last, text: last.text + item.text };
    } else if (item.type === "code" && last?.type === "code" && item.kind === "single" && last.kind === "single") {
      for (const piece of item.raw) raw.push(piece);
      const equiv = (last.equiv ?? "") + (item.equiv ?? "");
      const copy = item.copy ? [...(last.copy ?? []), ...item.copy] : last.copy;
      merged[merged.length - 1] = {
        ...last,
        breaks: Boolean(last.breaks && item.breaks),
        ...(equiv ? { equiv } : {}),
        ...(copy ? { copy } : {}),
      };
    } else {
      raw = [...item.raw];
      merged.push({ ...item, raw });
    }
  }
  return merged;
}

/** Splits off the content around the text: white space, codes, and pairs around the whole text. */
function trim(items: Item[]): { lead: Item[]; core: Item[]; tail: Item[] } {
  const partner = partners(items);
  const single = (item: Item) => item.type === "code" && item.kind === "single";
  const outside = (item: Item) =>
    item.type === "silent" || single(item) || (item.type === "text" && item.text.trim() === "");
  // Content that a tab or break separates from the words: a page number in a table of contents, the number of a
  // caption.
  const wordless = (item: Item) =>
    item.type === "silent" ||
    (item.type === "text" ? !/\p{L}/u.test(item.text) : item.type === "code" && item.kind === "placeholder");
  let from = 0;
  let to = items.length;
  for (;;) {
    while (outside(items[from]!)) from++;
    while (outside(items[to - 1]!)) to--;
    let after = from;
    let before = to;
    while (wordless(items[after]!)) after++;
    while (wordless(items[before - 1]!)) before--;
    if (after > from && single(items[after]!)) from = after;
    else if (before < to && single(items[before - 1]!)) to = before;
    else if (partner.get(from) === to - 1) {
      from++;
      to--;
    } else break;
  }
  const core = items.slice(from, to);
  const lead = items.slice(0, from);
  const tail = items.slice(to);
  const first = core[0]!;
  if (first.type === "text") {
    const text = first.text.trimStart();
    if (text !== first.text) lead.push({ ...first, text: first.text.slice(0, first.text.length - text.length) });
    core[0] = { ...first, text };
  }
  const last = core[core.length - 1]!;
  if (last.type === "text") {
    const text = last.text.trimEnd();
    if (text !== last.text) tail.unshift({ ...last, text: last.text.slice(text.length) });
    core[core.length - 1] = { ...last, text };
  }
  return { lead, core, tail };
}

function partners(items: readonly Item[]): Map<number, number> {
  const partner = new Map<number, number>();
  const open: number[] = [];
  items.forEach((item, index) => {
    if (item.type === "open") open.push(index);
    if (item.type === "close") partner.set(open.pop()!, index);
  });
  return partner;
}

/** The format of most characters. A format in which spaces are visible is chosen only if there is no other. */
function dominantFormat(items: readonly Item[]): RunFormat {
  const characters = new Map<string, { format: RunFormat; count: number }>();
  for (const item of items) {
    if (item.type !== "text" || item.text.trim() === "") continue;
    const entry = characters.get(item.format.key) ?? { format: item.format, count: 0 };
    entry.count += item.text.length;
    characters.set(item.format.key, entry);
  }
  const entries = [...characters.values()];
  const unmarked = entries.filter(({ format }) => !format.visibleSpace);
  return (unmarked.length > 0 ? unmarked : entries).reduce((best, entry) => (entry.count > best.count ? entry : best))
    .format;
}

/** Position of a hidden item: next to a code, or a number of characters into the text. */
type Mark = {
  readonly raw: Raw;
  readonly offset: number;
  readonly after: Token | undefined;
  before: Token | undefined;
};

type Encoded = {
  readonly tokens: Token[];
  readonly codes: InlineCode[];
  readonly raws: Map<number, { open: Raw; close: Raw }>;
  readonly formats: Map<number, RunFormat>;
  readonly copies: Map<number, readonly CodeCopy[]>;
  readonly marks: Mark[];
  /** Number of characters of text. */
  readonly length: number;
};

function encode(items: readonly Item[], base: RunFormat): Encoded {
  const tokens: Token[] = [];
  const codes: InlineCode[] = [];
  const raws = new Map<number, { open: Raw; close: Raw }>();
  const formats = new Map<number, RunFormat>();
  const copies = new Map<number, readonly CodeCopy[]>();
  const marks: Mark[] = [];
  const pairs: number[] = [];
  let unanchored: Mark[] = [];
  let length = 0;
  /** The open format code, and the position after its last text, where it would be closed. */
  let open: { id: number; key: string; end: number } | null = null;
  let touching: Token | undefined;

  const code = (kind: InlineCode["kind"], equiv?: string) => {
    const id = codes.length + 1;
    codes.push({ id, kind, ...(equiv === undefined ? {} : { equiv }) });
    return id;
  };
  const closeFormat = () => {
    if (open) tokens.splice(open.end, 0, { type: "close", id: open.id });
    open = null;
  };
  const event = (token: Token) => {
    tokens.push(token);
    touching = token;
    for (const mark of unanchored) mark.before = token;
    unanchored = [];
  };
  const text = (item: TextItem) => {
    const { key } = item.format;
    if (open && open.key !== key) closeFormat();
    if (!open && key !== base.key) {
      const id = code(item.format.link ? "pair" : "format");
      formats.set(id, item.format);
      tokens.push({ type: "open", id });
      open = { id, key, end: 0 };
    }
    const last = tokens[tokens.length - 1];
    if (last?.type === "text") tokens[tokens.length - 1] = { type: "text", text: last.text + item.text };
    else tokens.push({ type: "text", text: item.text });
    if (open) open.end = tokens.length;
    length += item.text.length;
    touching = undefined;
    unanchored = [];
  };

  for (const item of items) {
    switch (item.type) {
      case "text":
        if (item.text) text(item);
        break;
      case "silent": {
        const mark: Mark = { raw: item.raw, offset: length, after: touching, before: undefined };
        marks.push(mark);
        if (!touching) unanchored.push(mark);
        break;
      }
      case "code": {
        const id = code(item.kind, item.equiv);
        raws.set(id, { open: item.raw, close: [] });
        if (item.copy) copies.set(id, item.copy);
        event({ type: "single", id });
        break;
      }
      case "open": {
        closeFormat();
        const id = code("pair");
        raws.set(id, { open: item.raw, close: [] });
        pairs.push(id);
        event({ type: "open", id });
        break;
      }
      case "close": {
        closeFormat();
        const id = pairs.pop()!;
        raws.get(id)!.close = item.raw;
        event({ type: "close", id });
        break;
      }
    }
  }
  closeFormat();
  return { tokens, codes, raws, formats, copies, marks, length };
}

/**
 * Inserts the silent items into a translation: next to the same code, otherwise between words, as far into the text as
 * in the source. `silents[i]` precede token `i`. Their order is kept: if a code has moved past another one, all are
 * positioned by their share of the text.
 */
function insertMarks(
  tokens: readonly Token[],
  marks: readonly Mark[],
  length: number,
): { tokens: Token[]; silents: Raw[][] } {
  if (marks.length === 0) return { tokens: [...tokens], silents: [] };
  const text = tokens.map((token) => (token.type === "text" ? token.text : "")).join("");
  const starts: number[] = [];
  let total = 0;
  for (const token of tokens) {
    starts.push(total);
    if (token.type === "text") total += token.text.length;
  }
  const share = (mark: Mark) => wordStart(text, Math.round((mark.offset / length) * total));
  const indices = new Map<string, number>();
  tokens.forEach((token, index) => {
    const name = nameOf(token);
    if (name && !indices.has(name)) indices.set(name, index);
  });
  const anchored = marks.map((mark): Anchor => {
    const anchor = mark.after ?? mark.before;
    const at = anchor && indices.get(nameOf(anchor));
    if (at === undefined) return { index: -1, offset: share(mark) };
    return { index: mark.after ? at + 1 : at, offset: starts[mark.after ? at + 1 : at] ?? total };
  });
  const monotonic = anchored.every((place, i) => {
    const last = anchored[i - 1];
    return !last || (place.offset >= last.offset && (place.index < 0 || last.index < 0 || place.index >= last.index));
  });
  const places = monotonic ? anchored : marks.map((mark) => ({ index: -1, offset: share(mark) }));
  return interleave(tokens, marks, places);
}

/** A position before a token, or (index -1) a number of characters into the text. */
type Anchor = { readonly index: number; readonly offset: number };

function interleave(tokens: readonly Token[], marks: readonly Mark[], places: readonly Anchor[]) {
  const out: Token[] = [];
  const silents: Raw[][] = [];
  let next = 0;
  let offset = 0;
  const put = () => {
    const here = silents[out.length] ?? [];
    silents[out.length] = here;
    here.push(marks[next]!.raw);
    next++;
  };
  tokens.forEach((token, index) => {
    while (next < marks.length && places[next]!.index >= 0 && places[next]!.index <= index) put();
    if (token.type !== "text") {
      out.push(token);
      return;
    }
    let rest = token.text;
    while (next < marks.length && places[next]!.index < 0 && places[next]!.offset <= offset + rest.length) {
      const cut = Math.max(0, places[next]!.offset - offset);
      if (cut > 0) out.push({ type: "text", text: rest.slice(0, cut) });
      rest = rest.slice(cut);
      offset += cut;
      put();
    }
    offset += rest.length;
    if (rest) out.push({ type: "text", text: rest });
  });
  while (next < marks.length) put();
  return { tokens: out, silents };
}

/** Identifies a code of a translation. Empty for text. */
function nameOf(token: Token): string {
  return token.type === "text" ? "" : `${token.type} ${token.id}`;
}

/** The start of the nearest word within 24 characters, else the offset. Never within a surrogate pair. */
function wordStart(text: string, offset: number): number {
  for (let distance = 0; distance <= 24; distance++) {
    for (const at of [offset - distance, offset + distance]) {
      if (at <= 0 || at >= text.length) continue;
      if (/\s/.test(text[at - 1]!)) return at;
    }
  }
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset;
}
