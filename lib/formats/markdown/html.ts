import type { DocumentPart } from "@/lib/formats/format";
import { htmlSlots } from "@/lib/formats/html/slots";
import { tokenizeHtml } from "@/lib/formats/html/tokens";
import type { Raw, Span } from "@/lib/formats/splice";
import type { Slot } from "@/lib/formats/text-document";

/** A tag alone on its line; a tag with a word after it would begin a paragraph (CommonMark 0.31, 4.6, condition 7). */
const LONE_TAG = /^([ \t]*)<[^<>\r\n]{1,1000}>[ \t]*(\r\n|\r|\n)/;

/** The texts of HTML within Markdown. */
export function markdownHtmlSlots(source: string, span: Span, parts: ReadonlySet<DocumentPart>): readonly Slot[] {
  const slots = htmlSlots(tokenizeHtml(source, false, span), source, parts);
  const [whole, lead, lineEnd] = LONE_TAG.exec(source.slice(span.start, span.end)) ?? [];
  if (whole === undefined) return slots;
  const start = span.start + lead!.length;
  return slots.map((slot) => ({
    ...slot,
    rewrite: (text, target) =>
      slot
        .rewrite(text, target)
        .map((patch) => (patch.start === start ? { ...patch, raw: withLineEnd(patch.raw, lineEnd!) } : patch)),
  }));
}

function withLineEnd([tag, text, ...rest]: Raw, lineEnd: string): Raw {
  if (tag === undefined || text === undefined) return tag === undefined ? [] : [tag];
  return [tag, ...(typeof text === "string" ? [text.replace(/^ /, lineEnd)] : [text]), ...rest];
}
