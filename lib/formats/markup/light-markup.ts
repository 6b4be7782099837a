import { buildSegment, type CodeSpelling, type Piece, trimPieces } from "@/lib/formats/inline";
import { keepLineBreaks } from "@/lib/formats/markdown/line-breaks";
import type { Patch, Span } from "@/lib/formats/splice";
import type { Slot } from "@/lib/formats/text-document";
import { plainText, tokenize } from "@/lib/text/segment";

/** How a light markup language writes a text. */
export type LightMarkup = {
  /** Escapes text that would be markup. `isLinked`: in the text of a link. */
  readonly escape: (plain: string, isLinked: boolean) => string;
  /** The same at the start of a line. */
  readonly escapeStart: (text: string) => string;
  /** Separates a mark from a character next to which it would be read as text. */
  readonly glue?: { readonly text: string; readonly marks: RegExp; readonly before: RegExp; readonly after: RegExp };
  readonly language: string;
};

/** A slot for the pieces of a paragraph, heading or cell. */
export function lightSlot(pieces: readonly Piece[], source: string, start: number, markup: LightMarkup): Slot[] {
  const trimmed = trimPieces(pieces, source);
  if (!trimmed) return [];
  const { segment, spelling } = buildSegment(trimmed);
  const range = { start: trimmed.start, end: trimmed.end };
  const isStart = source.slice(start, range.start).trim() === "";
  const rewrite = (text: string, target: string) => {
    const raw = spellLight(text, spelling, source, markup);
    const [first, ...rest] = raw;
    const begun = isStart && typeof first === "string" ? [markup.escapeStart(first), ...rest] : raw;
    return [{ ...range, raw: keepLineBreaks(begun, source, range, { source: markup.language, target }) }];
  };
  return [{ segment, rewrite }];
}

type Part = {
  text: string;
  readonly span?: Span | undefined;
  readonly end?: "open" | "close";
  readonly isFormat?: boolean;
};

/** Links to headings of the same document by the heading's text. */
export class HeadingLinks {
  readonly #headings = new Map<string, Slot>();
  readonly #links: (Span & { readonly heading: string })[] = [];

  addHeading(text: string, slot: Slot | undefined): void {
    if (slot && slot.segment.codes.length === 0) this.#headings.set(text.trim(), slot);
  }

  addLink(start: number, heading: string): void {
    this.#links.push({ start, end: start + heading.length, heading: heading.replace(/\s+/g, " ").trim() });
  }

  /** Updates link targets to the translated headings. */
  patches(slots: readonly Slot[], texts: readonly string[]): Patch[] {
    const places = new Map(slots.map((slot, index) => [slot, index]));
    return this.#links.flatMap(({ start, end, heading }): Patch[] => {
      const slot = this.#headings.get(heading);
      const text = slot && texts[places.get(slot) ?? -1];
      if (text === undefined || text === slot?.segment.text) return [];
      return [{ start, end, raw: [plainText(text).replace(/[[\]|{}]/g, "")] }];
    });
  }
}

/** Omits empty formats and formats within the same format, and moves spaces at their edges outside. */
function spellLight(encoded: string, spelling: CodeSpelling, source: string, markup: LightMarkup): (string | Span)[] {
  const parts: Part[] = [];
  const open: { readonly at: number; readonly raw: string; readonly isLink: boolean }[] = [];
  for (const token of tokenize(encoded)) {
    if (token.type === "text") {
      const isLinked = open.some(({ isLink }) => isLink);
      parts.push({ text: markup.escape(token.text.replace(/[\r\n]+/g, " "), isLinked) });
      continue;
    }
    const code = spelling.get(token.id);
    if (!code) continue;
    const { raw, start, end } = code.open;
    const isFormat = code.open.type !== "single" && code.open.kind === "format";
    if (token.type === "single")
      parts.push({ text: raw, span: source.slice(start, end) === raw ? { start, end } : undefined });
    else if (token.type === "open") {
      const isDropped = !code.close || open.some((outer) => outer.raw === raw);
      open.push({ at: parts.length, raw: isDropped ? "" : raw, isLink: !isFormat });
      // A link is a source range, so that its target can follow the heading that it names.
      const span = !isFormat && !isDropped && source.slice(start, end) === raw ? { start, end } : undefined;
      parts.push({ text: isDropped ? "" : raw, end: "open", isFormat, span });
    } else {
      const last = open.pop();
      if (!last) continue;
      const isEmpty = parts.slice(last.at + 1).every(({ text }) => text.trim() === "");
      if (isEmpty) parts[last.at]!.text = "";
      parts.push({ text: isEmpty || last.raw === "" ? "" : (code.close?.raw ?? ""), end: "close", isFormat });
    }
  }
  return joined(
    parts.filter(({ text }) => text !== ""),
    markup.glue,
  );
}

function joined(parts: readonly Part[], glue: LightMarkup["glue"]): (string | Span)[] {
  for (const [index, part] of parts.entries()) {
    const inner = part.end === "open" ? parts[index + 1] : parts[index - 1];
    if (!part.isFormat || !inner || inner.end || inner.span) continue;
    const isOpen = part.end === "open";
    const space = (isOpen ? /^\s+/ : /\s+$/).exec(inner.text)?.[0] ?? "";
    inner.text = isOpen ? inner.text.slice(space.length) : inner.text.slice(0, inner.text.length - space.length);
    part.text = isOpen ? space + part.text : part.text + space;
  }
  return parts.flatMap(({ text, span, end, isFormat }, index): (string | Span)[] => {
    const [before, after] = [parts[index - 1], parts[index + 1]];
    const isMark = glue && (isFormat || (span !== undefined && glue.marks.test(text)));
    const lacks = (other: Part | undefined, side: "before" | "after") => {
      const isOuter = other?.isFormat && other.end === (side === "before" ? "open" : "close");
      const character = side === "before" ? other?.text.at(-1) : other?.text[0];
      return isMark && character !== undefined && !isOuter && glue[side].test(character);
    };
    const isGlued = (side: "before" | "after") => end === undefined || end === (side === "before" ? "open" : "close");
    return [
      ...(isGlued("before") && !/^\s/.test(text) && lacks(before, "before") ? [glue!.text] : []),
      span ?? text,
      ...(isGlued("after") && !/\s$/.test(text) && lacks(after, "after") ? [glue!.text] : []),
    ];
  });
}
