import type { DocumentSegment, TargetState } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import type { Forms } from "@/lib/text/plurals/plural-forms";
import { menuString } from "./accelerator";
import {
  type EscapeText,
  type InlineString,
  inlineString,
  literalString,
  type PartText,
  spellPart,
} from "./inline-string";
import { type PluralPart, type PluralTexts, pluralSegment, pluralTexts } from "./plural-part";
import { type StringEntry, segmentAt } from "./string-entry";
import { type PrintfMode, scanString } from "./string-pieces";

/** The value of a string, with its translatable texts: one, or one per branch of a plural or choice. */
export type Message = {
  readonly parts: readonly MessagePart[];
  /** True if it contains a number or another argument. */
  readonly hasNumber: boolean;
  /** True for a value that is usually not translated: a number, a pattern, an address. */
  readonly nonLinguistic?: boolean;
  /** The value with these encoded texts, one per part; null keeps the source's text. */
  compose(texts: readonly MessageText[], target: string): string;
};

/** A text of one part of a message, or the forms of a plural part. */
export type MessageText = PartText | PluralTexts;

export function isForms(text: MessageText): text is PluralTexts {
  return text !== null && typeof text === "object" && "joint" in text;
}

/** `label` distinguishes the branches of a message, such as `count one`. */
export type MessagePart = {
  readonly inline: InlineString;
  readonly label: string;
  /** Set for a plural that is one text with forms; `inline` is its main form. */
  readonly plural?: PluralPart;
};

/** A string of a string file. It has several segments if it has plural forms or branches. */
export type Entry = {
  readonly segments: readonly DocumentSegment[];
  /** The edits for these translations, one per segment; null keeps the text. `state` is the lowest of their states. */
  rewrite(
    texts: readonly (string | null)[],
    target: string,
    state: TargetState | undefined,
    /** Forms of plural messages. */
    forms?: readonly (Forms | undefined)[],
    /** The earlier source that an outdated translation translates. */
    earlier?: string,
  ): readonly Edit[];
  /** Name of the string, by which it is found in translated files. */
  readonly id?: string;
  /** Its values in the file, with their segments, in order: one, or one per plural form. */
  readonly values?: readonly EntryValue[];
  /** Adds a value that the string lacks, or removes one, if the format supports it. */
  addValue?(form: string, value: string): readonly Edit[];
  removeValue?(form: string): readonly Edit[];
  /** Its plural message, if each form is a separate value. */
  readonly plural?: PluralEntry;
  /** Name of this message in a file where it has only one form. */
  readonly aloneId?: string;
};

/** `rewrite` changes the message to exactly these forms. */
export type PluralEntry = PluralPart & { rewrite(texts: PluralTexts): readonly Edit[] };

/** A value and its position. `form` distinguishes the values of one string. */
export type EntryValue = {
  readonly form: string;
  readonly message: Message;
  readonly start: number;
  readonly end: number;
  encode(value: string): string;
};

/** A value that is one text, with placeholders and tags as codes. Null without words. */
export function plainMessage(value: string, mode: PrintfMode = "loose"): Message | null {
  const inline = menuString(value, mode);
  return inline && inlineMessage(inline, value);
}

/** A value that is one text. */
export function inlineMessage(inline: InlineString, value: string, escapeText?: EscapeText): Message {
  return {
    parts: [{ inline, label: "" }],
    hasNumber: inline.segment.codes.some((code) => code.kind === "placeholder"),
    compose: ([text]) => spelledOr(value, inline, text, escapeText),
  };
}

/** A text of a value that has no forms. */
function spelledOr(
  value: string,
  inline: InlineString,
  text: MessageText | undefined,
  escapeText?: EscapeText,
): string {
  return text === null || text === undefined || isForms(text) ? value : spellPart(inline, text, escapeText);
}

/** {@link plainMessage} for strings without accelerators, in which an `&` or `_` before a letter is text. */
export function stringMessage(value: string, mode: PrintfMode): Message | null {
  const inline = inlineString(scanString(value, mode));
  return inline && inlineMessage(inline, value);
}

/** A value that has nothing to translate but is kept for each language, as a single text. */
export function literalMessage(value: string, mode: PrintfMode = "loose"): Message {
  const inline = literalString(scanString(value, mode));
  return {
    parts: [{ inline, label: "" }],
    hasNumber: true,
    nonLinguistic: true,
    compose: ([text]) => spelledOr(value, inline, text),
  };
}

/** The segments of a message, with its position in the file. */
export function messageSegments(message: Message, place: Omit<StringEntry, "start" | "end">) {
  const [only] = message.parts;
  const isPlural = message.parts.length === 1 && only?.plural !== undefined;
  return message.parts.map(({ inline, label, plural }) => ({
    ...segmentOf(inline, plural, label && !isPlural ? { ...place, key: `${place.key ?? ""} [${label}]` } : place),
    ...(message.nonLinguistic ? { nonLinguistic: true } : {}),
  }));
}

/** The texts of a message's parts, from the texts of its segments. */
export function messageTexts(
  { parts }: Message,
  texts: readonly (string | null)[],
  forms: readonly (Forms | undefined)[] | undefined,
): MessageText[] {
  return texts.map((text, index) => {
    const { plural } = parts[index]!;
    return plural ? pluralTexts(plural, text, forms?.[index]) : text;
  });
}

function segmentOf(inline: InlineString, plural: PluralPart | undefined, place: Omit<StringEntry, "start" | "end">) {
  return plural ? pluralSegment(plural, place) : segmentAt(inline, place);
}

/** A message whose value is replaced in its position. `encode` writes a value in the file's syntax. */
export function messageEntry(message: Message, place: StringEntry, encode: (value: string) => string): Entry {
  const segments = messageSegments(message, place);
  const unchanged = message.compose(
    segments.map(() => null),
    "und",
  );
  return {
    segments,
    ...(place.id === undefined ? {} : { id: place.id }),
    values: [{ form: "", message, start: place.start, end: place.end, encode }],
    rewrite(texts, target, _, forms) {
      const own = messageTexts(message, texts, forms).map((text, index) => {
        return text === segments[index]!.text ? null : text;
      });
      const value = message.compose(own, target);
      return value === unchanged ? [] : [{ start: place.start, end: place.end, text: encode(value) }];
    },
  };
}
