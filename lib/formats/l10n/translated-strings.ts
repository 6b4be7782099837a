import { encodeText } from "@/lib/formats/encoding";
import type { Format, Revised, TargetState, TranslatedText, Written } from "@/lib/formats/format";
import { lineNumber, lineStarts } from "@/lib/formats/lines";
import { type Edit, splice } from "@/lib/formats/splice";
import { adoptCodes } from "@/lib/text/message/adopt-codes";
import { type Forms, sameForms } from "@/lib/text/plurals/plural-forms";
import { literalString, type Piece, type Translation } from "./inline-string";
import type { Entry, EntryValue, Message, MessageText } from "./message";
import { adoptForms, type PluralPart } from "./plural-part";
import { storedValues } from "./stored-values";
import { earlierSource, leastFinished, type StringsFile } from "./strings-document";

/** The content of a translated file for a segment of its source. */
export type AdoptedText = {
  readonly text: string;
  /** All forms of a plural message. */
  readonly forms?: Forms;
  readonly state?: TargetState;
  /** True if it translates an earlier source. */
  readonly isOutdated?: boolean;
};

/** A string that both files contain. */
type Pair = {
  readonly own: Entry;
  /** In bilingual files: true if the translation has the string's name but another source. */
  readonly isOutdated?: boolean;
  /** One per segment of the source's string; undefined if it is not translated. */
  readonly adopted: readonly (AdoptedText | undefined)[];
};

/** The strings of a source file paired with those of its translation. */
export type PairedStrings = {
  /** One per segment of the source. */
  readonly adopted: readonly (AdoptedText | undefined)[];
  /** Every text of the file, in order. */
  readonly values: readonly ReadValue[];
  /** Writes the translated file with other texts: see {@link writeStrings}. */
  readonly write: (translated: readonly TranslatedText[], target: string, options: TemplateOptions) => Written;
};

/** A text that a file stores; each plural form is one. */
export type ReadValue = {
  readonly key: string;
  /** Starting with 1. */
  readonly line: number | null;
  /** Indices of the source segments that it translates; none for a text that the source doesn't contain. */
  readonly segments: readonly number[];
  /** Reason why it translates no segment. */
  readonly left?: "notFound" | "notUnderstood" | "copy";
};

/** Number of texts that a file stores for a translation: one, or one per non-empty form. */
export function storedTextsOf(forms: Forms | undefined): number {
  return Math.max(1, Object.values(forms ?? {}).filter(Boolean).length);
}

export type TemplateOptions = {
  /** Keys of segments that the source no longer has: their strings are removed. */
  readonly removed: readonly string[];
  /** Earlier sources of changed segments: in bilingual files, their strings are removed. */
  readonly replaced?: readonly string[] | undefined;
  readonly revised?: Revised | undefined;
};

/**
 * Pairs named strings. `beside`: the file has translations next to their sources; otherwise it contains one language.
 * Undefined if strings have no names, or none can be paired.
 */
export function pairStrings(
  format: Format,
  source: StringsFile | undefined,
  file: StringsFile | undefined,
  beside: boolean,
): PairedStrings | undefined {
  if (!source || !file || ![...source.entries, ...file.entries].every(({ id }) => id !== undefined)) return;
  const taken = new Set<Entry>();
  const pairs = beside
    ? pairSources(source.entries, file.entries, taken)
    : pairNames(source.entries, file.entries, taken);
  // A file without any translation belongs to the document, too.
  const isEmptyFile = !format.holdsTargets && file.entries.length === 0;
  const isBlank = beside ? file.isUntranslated && pairs.some((pair) => pair) : isEmptyFile;
  if (!isBlank && !pairs.some((pair) => pair?.adopted.some((text) => text !== undefined))) return;
  return {
    adopted: source.entries.flatMap(({ segments }, i) => segments.map((_, at) => pairs[i]?.adopted[at])),
    values: valuesOf(format, source, file, pairs, beside),
    write: (translated, target, options) =>
      writeStrings(format, { source, file, pairs, beside }, translated, target, options),
  };
}

/** Finds the outcome of every text that the second parser finds in a file. */
function valuesOf(
  format: Format,
  source: StringsFile,
  file: StringsFile,
  pairs: readonly (Pair | undefined)[],
  beside: boolean,
): readonly ReadValue[] {
  const places = new Map<string, readonly number[]>();
  let first = 0;
  for (const [i, { segments }] of source.entries.entries()) {
    const read = segments.flatMap((_, at) => (pairs[i]?.adopted[at] ? [first + at] : []));
    if (pairs[i]) places.set(pairs[i].own.id!, read);
    first += segments.length;
  }
  const known = new Map(file.entries.map((entry) => [entry.id!, entry]));
  const { text } = file.decoded;
  const lines = lineStarts(text);
  const account = (id: string | undefined, key: string, start: number | undefined): ReadValue => {
    const line = start === undefined ? null : lineNumber(lines, start);
    const read = id === undefined ? undefined : places.get(id);
    if (read && read.length > 0) return { key, line, segments: read };
    const entry = id === undefined ? undefined : known.get(id);
    const isCopy = beside && read !== undefined;
    return { key, line, segments: [], left: isCopy ? "copy" : entry && !read ? "notFound" : "notUnderstood" };
  };
  const strings = file.layout?.strings;
  const stored = strings && storedValues(format.id, text);
  if (!stored)
    return file.entries.flatMap(({ id, segments, values, plural }) =>
      segments.flatMap(({ key, target }) => {
        const held = target?.text ? storedTextsOf(target.forms) : 0;
        const count = beside ? held : plural ? plural.pieces.size : values ? 1 : 0;
        return Array.from({ length: count }, () => account(id, key ?? "", values?.[0]?.start));
      }),
    );
  let at = 0;
  return stored.map(({ key, start }) => {
    while (at < strings.length && strings[at]!.end <= start) at++;
    const here = strings[at];
    return account(here && here.start <= start ? here.id : undefined, key, start);
  });
}

function pairNames(
  entries: readonly Entry[],
  file: readonly Entry[],
  taken: Set<Entry>,
): readonly (Pair | undefined)[] {
  const named = queues(file, ({ id }) => id!, taken);
  return entries.map((entry): Pair | undefined => {
    const own = named(entry.id!) ?? (entry.aloneId === undefined ? undefined : named(entry.aloneId));
    if (!own) return undefined;
    taken.add(own);
    return { own, adopted: adopted(entry, own) };
  });
}

/** Pairs by name and source, then by name, then by source. Numbers are used as names only if nothing else is equal. */
function pairSources(
  entries: readonly Entry[],
  file: readonly Entry[],
  taken: Set<Entry>,
): readonly (Pair | undefined)[] {
  const both = ({ id, ...entry }: Entry) => `${id}\0${sourcesOf(entry)}`;
  const isName = ({ id }: Entry) => !/^[\W\d]*$/.test(id ?? "");
  const pairs = entries.map((): Pair | undefined => undefined);
  const pass = (nameOf: (entry: Entry) => string, isAllowed: (entry: Entry) => boolean = () => true) => {
    const find = queues(file, nameOf, taken);
    for (const [i, entry] of entries.entries()) {
      const own = pairs[i] || !isAllowed(entry) ? undefined : find(nameOf(entry));
      if (!own) continue;
      taken.add(own);
      const isOutdated = sourcesOf(own) !== sourcesOf(entry);
      pairs[i] = isOutdated ? { own, isOutdated, adopted: outdated(entry, own) } : { own, adopted: held(entry, own) };
    }
  };
  pass(both);
  pass(({ id }) => id!, isName);
  pass(sourcesOf);
  pass(({ id }) => id!);
  return pairs;
}

/** The translations of an earlier source, with the codes of the current one. */
function outdated(entry: Entry, own: Entry): (AdoptedText | undefined)[] {
  return held(entry, own).map((target, i) => {
    if (!target) return undefined;
    const encode = (text: string) => adoptCodes(entry.segments[i]!, { ...own.segments[i]!, text }).text;
    const forms = Object.entries(target.forms ?? {}).map(([name, text]) => [name, encode(text)]);
    return {
      ...target,
      text: encode(target.text),
      ...(target.forms ? { forms: Object.fromEntries(forms) } : {}),
      isOutdated: true,
    };
  });
}

/** A function that returns the first unused string with a name. */
function queues(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  taken: ReadonlySet<Entry>,
): (name: string) => Entry | undefined {
  const waiting = new Map<string, Entry[]>();
  for (const entry of entries.toReversed()) {
    const same = waiting.get(nameOf(entry));
    if (same) same.push(entry);
    else waiting.set(nameOf(entry), [entry]);
  }
  return (name) => {
    const same = waiting.get(name) ?? [];
    while (same.length > 0 && taken.has(same.at(-1)!)) same.pop();
    return same.at(-1);
  };
}

function sourcesOf({ segments }: Pick<Entry, "segments">): string {
  return segments
    .map(({ text, plural }) => text + (plural ? JSON.stringify(Object.entries(plural.forms).sort()) : ""))
    .join("\0");
}

function held(entry: Entry, own: Entry): (AdoptedText | undefined)[] {
  return entry.segments.map((_, i) => {
    const target = own.segments[i]?.target;
    return target?.text ? target : undefined;
  });
}

function adopted(entry: Entry, own: Entry): (AdoptedText | undefined)[] {
  const { plural } = entry;
  if (plural) return [adoptedForms(plural, piecesOf(plural, own))];
  return translationsOf(entry, own).map((translation) => {
    return translation && { text: translation.text, ...(translation.forms ? { forms: translation.forms } : {}) };
  });
}

/** The pieces of a message's forms in a translation; for a single text, the main form. */
function piecesOf(plural: PluralPart, { plural: own, values }: Entry): ReadonlyMap<string, readonly Piece[]> {
  if (own) return own.pieces;
  const [only] = values?.length === 1 ? values[0]!.message.parts : [];
  return new Map(only ? [[plural.main, only.inline.pieces]] : []);
}

function adoptedForms(plural: PluralPart, pieces: ReadonlyMap<string, readonly Piece[]>): AdoptedText | undefined {
  const forms = adoptForms(plural, pieces);
  const text = forms[plural.main] ?? Object.values(forms).at(-1);
  return text === undefined ? undefined : { text, forms };
}

type AdoptedPart = Translation & { readonly text: string; readonly forms?: Forms };

/** The translation of each segment of a string, including the parts around it. */
function translationsOf(entry: Entry, own: Entry): (AdoptedPart | undefined)[] {
  const values = new Map(own.values?.map((value) => [value.form, value.message]));
  return (entry.values ?? []).flatMap(({ form, message }) => {
    const theirs = values.get(form);
    const parts = new Map(theirs?.parts.map((part, i) => [namesOf(theirs)[i]!, part]));
    if (theirs && isOtherwiseBuilt(message, theirs)) return [message.parts[0]!.inline.adopt(wholeOf(theirs))];
    return message.parts.map(({ inline, plural }, i): AdoptedPart | undefined => {
      const translation =
        parts.get(namesOf(message)[i]!) ??
        (parts.size === 1 && message.parts.length === 1 ? [...parts.values()][0] : undefined);
      if (!translation) return undefined;
      const adopted = inline.adopt(translation.inline.pieces);
      if (!plural) return adopted;
      const pieces = translation.plural?.pieces ?? new Map([[plural.main, translation.inline.pieces]]);
      const found = adoptedForms(plural, pieces);
      return found && { ...adopted, text: found.text, ...(found.forms ? { forms: found.forms } : {}) };
    });
  });
}

/** The labels of the parts, numbered, because a message may have two plurals with the same number. */
function namesOf({ parts }: Message): string[] {
  return parts.map(({ label }, i) => `${label} ${parts.slice(0, i).filter((part) => part.label === label).length}`);
}

/** True if a plain text is translated by a message with plurals or choices. */
function isOtherwiseBuilt({ parts }: Message, own: Message): boolean {
  const [only] = parts;
  if (parts.length !== 1 || only!.plural) return false;
  return own.parts.length > 1 || own.parts.some(({ label, plural }) => plural || (label && label !== only!.label));
}

/** The whole value as a single text. */
function wholeOf(message: Message): readonly Piece[] {
  const nothing = message.parts.map(() => null);
  return [{ type: "text", text: message.compose(nothing, "und") }];
}

type Work = {
  readonly source: StringsFile;
  readonly file: StringsFile;
  readonly pairs: readonly (Pair | undefined)[];
  readonly beside: boolean;
};

/**
 * Writes a translated file with the current texts of its strings. Unchanged strings keep their bytes; new strings of
 * the source are inserted at their positions.
 */
function writeStrings(
  format: Format,
  { source, file, pairs, beside }: Work,
  translated: readonly TranslatedText[],
  target: string,
  { removed, replaced = [], revised }: TemplateOptions,
): Written {
  const edits: Edit[] = [];
  const gone = new Set<string>();
  const added = new Set<string>();
  const past = new Set(replaced);
  const addedEdits: Edit[] = [];
  let from = 0;
  for (const [i, entry] of source.entries.entries()) {
    const pair = pairs[i];
    const asked = translated.slice(from, from + entry.segments.length);
    const given = asked.map((one, at): TranslatedText => (one.stays && pair?.adopted[at] ? { text: null } : one));
    from += entry.segments.length;
    if (!pair || pair.isOutdated) {
      const isNew = given.some(({ text }) => text !== null);
      if (pair && !isNew && past.has(sourcesOf(pair.own)) && !asked.some(({ stays }) => stays)) gone.add(pair.own.id!);
      if (!isNew) continue;
      // The source's string, with its translation, replaces the outdated one.
      added.add(entry.id!);
      addedEdits.push(
        ...entry.rewrite(
          given.map(({ text }) => text),
          target,
          leastFinished(given),
          given.map(({ forms }) => forms),
          earlierSource(given),
        ),
      );
    } else if (given.every(({ skip }) => skip)) {
      // Values that could not be parsed as a translation stay.
      if (!beside && pair.adopted.some((one) => one !== undefined)) gone.add(pair.own.id!);
      else if (!beside) continue;
      else if (pair.adopted.some((one) => one && one.state !== "draft"))
        edits.push(
          ...pair.own.rewrite(
            pair.own.segments.map(() => ""),
            target,
            undefined,
          ),
        );
    } else {
      edits.push(...(beside ? rewriteTarget(pair, given, target) : rewriteValues(entry, pair, given, target)));
    }
  }
  const lost = new Set(removed);
  const used = new Set(pairs.map((pair) => pair?.own));
  const current = new Set(source.segments.map(({ key }) => key));
  for (const entry of file.entries) {
    const isLost = entry.segments.some(({ key }) => key !== undefined && lost.has(key));
    if (isLost && !entry.segments.some(({ key }) => current.has(key))) gone.add(entry.id!);
    else if (isLost) edits.push(...lostValues(entry, (key) => lost.has(key) && !current.has(key)));
    if (beside && past.has(sourcesOf(entry)) && !used.has(entry)) gone.add(entry.id!);
  }
  const { layout } = file;
  if (layout && gone.size > 0) edits.push(...layout.remove(gone));
  if (layout && source.layout && added.size > 0) edits.push(...layout.add(source.layout, added, addedEdits));
  if (edits.length > 0 && revised && file.revise) edits.push(...file.revise(revised));
  const { bytes, warnings } = encodeText(splice(file.decoded.text, edits), file.decoded.encoding, file.redeclare);
  return { bytes, mediaType: format.mediaTypes[0]!, extension: format.extensions[0]!, warnings };
}

/** Removes the values of a string that the source no longer has. */
function lostValues({ segments, values = [], removeValue }: Entry, isLost: (key: string) => boolean): readonly Edit[] {
  let from = 0;
  return values.flatMap(({ form, message }) => {
    const own = segments.slice(from, from + message.parts.length);
    from += message.parts.length;
    return own.every(({ key }) => key !== undefined && isLost(key)) ? (removeValue?.(form) ?? []) : [];
  });
}

/** Writes only differences. A confirmed fuzzy text counts as changed. */
function rewriteTarget({ own, adopted }: Pair, given: readonly TranslatedText[], target: string): readonly Edit[] {
  const isSame = given.every(({ text, state, skip }, i) => {
    const now = adopted[i];
    if (text === null || skip) return true;
    return sameText(given[i]!, now) && (state === undefined || (state === "draft") === (now?.state === "draft"));
  });
  if (isSame) return [];
  const texts = given.map(({ text }, i) => text ?? adopted[i]?.text ?? null);
  const forms = given.map(({ text, forms }, i) => (text === null ? adopted[i]?.forms : forms));
  return own.rewrite(texts, target, leastFinished(given), forms, earlierSource(given));
}

function sameText({ text, forms }: TranslatedText, adopted: AdoptedText | undefined): boolean {
  return forms ? sameForms(forms, adopted?.forms ?? null) : text === adopted?.text;
}

function rewriteValues(
  entry: Entry,
  { own, adopted }: Pair,
  given: readonly TranslatedText[],
  target: string,
): readonly Edit[] {
  if (entry.plural) return rewriteForms(entry.plural, own, given[0], adopted[0]);
  const translations = translationsOf(entry, own);
  const values = new Map(own.values?.map((value) => [value.form, value]));
  let from = 0;
  return (entry.values ?? []).flatMap((value): Edit[] => {
    const at = from;
    const count = value.message.parts.length;
    from += count;
    const changed = value.message.parts.map((_, i) => {
      const one = given[at + i];
      return one !== undefined && one.text !== null && !sameText(one, adopted[at + i]);
    });
    const there = values.get(value.form);
    if (!changed.includes(true)) return [];
    if (!there) {
      const all = value.message.parts.map(({ plural }, i) =>
        asForms(given[at + i]?.forms ?? given[at + i]?.text ?? null, plural),
      );
      return [...(own.addValue?.(value.form, value.message.compose(all, target)) ?? [])];
    }
    const texts = value.message.parts.map(({ plural }, i): string | Forms | null => {
      const one = given[at + i]?.text == null ? adopted[at + i] : given[at + i];
      return (plural ? one?.forms : undefined) ?? one?.text ?? null;
    });
    const text = composeWithin(value, there, texts, translations.slice(at, at + count), changed, target);
    return [{ start: there.start, end: there.end, text: there.encode(text) }];
  });
}

/** The value in its own structure if that has the same texts, else in the source's. */
function composeWithin(
  source: EntryValue,
  own: EntryValue,
  texts: readonly (string | Forms | null)[],
  translations: readonly (AdoptedPart | undefined)[],
  changed: readonly boolean[],
  target: string,
): string {
  const ownNames = namesOf(own.message);
  const isPlain = ownNames.length === 1 && source.message.parts.length === 1;
  const places = namesOf(source.message).map((name) => (isPlain ? 0 : ownNames.indexOf(name)));
  const isAlike = places.every((place, i) => {
    if (!changed[i]) return true;
    const [theirs, ours] = [source.message.parts[i]!.plural, own.message.parts[place]?.plural];
    return place >= 0 && (theirs === undefined) === (ours === undefined);
  });
  const [whole] = texts;
  if (typeof whole === "string" && isOtherwiseBuilt(source.message, own.message))
    return literalString([]).restore(whole);
  if (!isAlike) {
    const all = texts.map((text, i) => asForms(text, source.message.parts[i]!.plural));
    return source.message.compose(all, target);
  }
  const parts: MessageText[] = own.message.parts.map(() => null);
  for (const [i, place] of places.entries()) {
    const { plural } = source.message.parts[i]!;
    const translation = translations[i];
    const text = texts[i] ?? null;
    if (!changed[i]) continue;
    if (plural) parts[place] = asForms(text, plural);
    else if (translation && typeof text === "string") parts[place] = { ...translation, text };
  }
  return own.message.compose(parts, target);
}

function asForms(text: string | Forms | null, plural: PluralPart | undefined): MessageText {
  if (text === null || !plural) return typeof text === "string" ? text : null;
  const { joint, isMessage, main } = plural;
  return { forms: typeof text === "string" ? { [main]: text } : text, joint, ...(isMessage ? { isMessage } : {}) };
}

/** Rewrites the forms of a message with several values; for a single value, the main form. */
function rewriteForms(
  plural: PluralPart,
  own: Entry,
  given: TranslatedText | undefined,
  adopted: AdoptedText | undefined,
): readonly Edit[] {
  if (!given?.forms || sameText(given, adopted)) return [];
  if (own.plural) return own.plural.rewrite({ forms: given.forms, joint: plural.joint });
  const [value] = own.values ?? [];
  const text = given.forms[plural.main];
  if (!value || text === undefined || text === adopted?.text) return [];
  return [{ start: value.start, end: value.end, text: value.encode(plural.joint.spell(text)) }];
}
