import { parseMessage } from "@/lib/text/message/parse";
import type { Protector } from "@/lib/text/message/protect";
import { escapeText, type Segment, tokenize } from "@/lib/text/segment";

/** A character with its combining marks, or a Hangul syllable. Composition never joins two of them. */
const UNIT = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|.\p{M}*/gsu;

/**
 * The segment in Unicode's composed form (NFC), which dictionaries and models expect, and a function that restores the
 * caller's spelling of placeholders and addresses in its translation.
 */
export function compose(
  segment: Segment,
  protector?: Protector,
): { segment: Segment; respell: (encoded: string) => string } {
  const text = segment.text.normalize("NFC");
  if (text === segment.text) return { segment, respell: (encoded) => encoded };
  const spellings = tokenize(segment.text).flatMap((token) =>
    token.type === "text" ? spellingsIn(token.text, protector) : [],
  );
  const respell = (encoded: string) =>
    spellings.reduce((done, [composed, own]) => done.replaceAll(escapeText(composed), () => escapeText(own)), encoded);
  return { segment: { ...segment, text }, respell };
}

/** The placeholders and code in a text that composition changes: in composed form, and as written. */
function spellingsIn(plain: string, protector?: Protector): (readonly [composed: string, own: string])[] {
  const units = plain.match(UNIT) ?? [];
  const ends: number[] = [];
  for (const unit of units) ends.push((ends.at(-1) ?? 0) + unit.normalize("NFC").length);
  const composed = plain.normalize("NFC");
  return parseMessage(composed, { code: true, named: protector?.(composed) }).flatMap(({ start, end, text }) => {
    const own = units.filter((_, i) => ends[i]! > start && ends[i]! <= end).join("");
    return own === text ? [] : [[text, own] as const];
  });
}
