import { encodeText } from "@/lib/formats/encoding";
import type { Format, TargetState, TranslatedText, Written } from "@/lib/formats/format";
import { type Edit, splice } from "@/lib/formats/splice";
import type { PartText, Translation } from "./inline-string";
import type { Entry, EntryValue, StringsFile } from "./strings-document";

/** A translated file's content for a segment of its source. */
export type AdoptedText = { readonly text: string; readonly state?: TargetState };

/** A string in both files. */
type Pair = {
  readonly own: Entry;
  /** One per segment of the source's string; undefined if the translation has none. */
  readonly adopted: readonly (AdoptedText | undefined)[];
};

/** The strings of a source file paired with those of its translation. */
export type PairedStrings = {
  /** One per segment of the source. */
  readonly adopted: readonly (AdoptedText | undefined)[];
  /** Translated segments of the file that the source does not have. */
  readonly notFound: number;
  /** The translated file with other texts: see {@link writeStrings}. */
  readonly write: (translated: readonly TranslatedText[], target: string, options: TemplateOptions) => Written;
};

export type TemplateOptions = {
  /** Keys of segments removed from the source: their strings are removed. */
  readonly removed: readonly string[];
  /** When and by whom the translations were last changed, for formats that record it. */
  readonly revised?: { readonly at: string; readonly by?: string | undefined } | undefined;
};

/**
 * Pairs named strings. `beside`: the file has translations next to their sources; otherwise it is monolingual.
 * Undefined if strings have no names, or none has a partner.
 */
export function pairStrings(
  format: Format,
  source: StringsFile | undefined,
  file: StringsFile | undefined,
  beside: boolean,
): PairedStrings | undefined {
  if (!source || !file || ![...source.entries, ...file.entries].every(({ id }) => id !== undefined)) return;
  const taken = new Set<Entry>();
  const named = queues(file.entries, ({ id }) => id!, taken);
  const bySource = queues(beside ? file.entries : [], sourcesOf, taken);
  const pairs = source.entries.map((entry): Pair | undefined => {
    const sameName = named(entry.id!);
    const isOther = beside && sameName && sourcesOf(sameName) !== sourcesOf(entry);
    const own = sameName && !isOther ? sameName : bySource(sourcesOf(entry));
    if (!own) return undefined;
    taken.add(own);
    return { own, adopted: beside ? held(entry, own) : adopted(entry, own) };
  });
  if (!pairs.some((pair) => pair?.adopted.some((text) => text !== undefined))) return;
  const strangers = file.entries.filter((entry) => !taken.has(entry)).flatMap(({ segments }) => segments);
  return {
    adopted: source.entries.flatMap((entry, i) => pairs[i]?.adopted ?? entry.segments.map(() => undefined)),
    notFound: strangers.filter(({ target }) => !beside || target?.text).length,
    write: (translated, target, options) =>
      writeStrings(format, { source, file, pairs, beside }, translated, target, options),
  };
}

/** Returns the first unused string of a name. */
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

function sourcesOf({ segments }: Entry): string {
  return segments.map(({ text }) => text).join("\0");
}

function held(entry: Entry, own: Entry): (AdoptedText | undefined)[] {
  return entry.segments.map((_, i) => {
    const target = own.segments[i]?.target;
    return target?.text ? target : undefined;
  });
}

function adopted(entry: Entry, own: Entry): (AdoptedText | undefined)[] {
  return translationsOf(entry, own).map((translation) => translation && { text: translation.text });
}

/** The translation of each segment of a string, with its surroundings. */
function translationsOf(entry: Entry, own: Entry): ((Translation & { text: string }) | undefined)[] {
  const values = new Map(own.values?.map((value) => [value.form, value.message]));
  return (entry.values ?? []).flatMap(({ form, message }) => {
    const parts = new Map(values.get(form)?.parts.map(({ label, inline }) => [label, inline]));
    return message.parts.map(({ label, inline }) => {
      const translation =
        parts.get(label) ?? (parts.size === 1 && message.parts.length === 1 ? [...parts.values()][0] : undefined);
      return translation && inline.adopt(translation.pieces);
    });
  });
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
  { removed, revised }: TemplateOptions,
): Written {
  const edits: Edit[] = [];
  const gone = new Set<string>();
  const added = new Set<string>();
  const addedEdits: Edit[] = [];
  let from = 0;
  for (const [i, entry] of source.entries.entries()) {
    const given = translated.slice(from, from + entry.segments.length);
    from += entry.segments.length;
    const pair = pairs[i];
    if (!pair) {
      if (!given.some(({ text }) => text !== null)) continue;
      const stale = file.entries.find(({ id }) => id === entry.id);
      if (stale) gone.add(stale.id!);
      added.add(entry.id!);
      addedEdits.push(
        ...entry.rewrite(
          given.map(({ text }) => text),
          target,
          leastFinished(given),
        ),
      );
    } else if (given.every(({ skip }) => skip)) {
      if (!beside) gone.add(pair.own.id!);
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
  const current = new Set(source.segments.map(({ key }) => key));
  for (const entry of file.entries) {
    const isLost = entry.segments.some(({ key }) => key !== undefined && lost.has(key));
    if (isLost && !entry.segments.some(({ key }) => current.has(key))) gone.add(entry.id!);
  }
  const { layout } = file;
  if (layout && gone.size > 0) edits.push(...layout.remove(gone));
  if (layout && source.layout && added.size > 0) edits.push(...layout.add(source.layout, added, addedEdits));
  if (edits.length > 0 && revised && file.revise) edits.push(...file.revise(revised));
  const { bytes, warnings } = encodeText(splice(file.decoded.text, edits), file.decoded.encoding, file.redeclare);
  return { bytes, mediaType: format.mediaTypes[0]!, extension: format.extensions[0]!, warnings };
}

/** Only differences: a confirmed fuzzy text counts as changed. */
function rewriteTarget({ own, adopted }: Pair, given: readonly TranslatedText[], target: string): readonly Edit[] {
  const isSame = given.every(({ text, state, skip }, i) => {
    const now = adopted[i];
    if (text === null || skip) return true;
    return now?.text === text && (state === undefined || (state === "draft") === (now.state === "draft"));
  });
  if (isSame) return [];
  const texts = given.map(({ text }, i) => text ?? adopted[i]?.text ?? null);
  return own.rewrite(texts, target, leastFinished(given));
}

function rewriteValues(entry: Entry, { own, adopted }: Pair, given: readonly TranslatedText[], target: string): Edit[] {
  const translations = translationsOf(entry, own);
  const values = new Map(own.values?.map((value) => [value.form, value]));
  let from = 0;
  return (entry.values ?? []).flatMap((value): Edit[] => {
    const at = from;
    const count = value.message.parts.length;
    from += count;
    const changed = value.message.parts.map((_, i) => {
      const text = given[at + i]?.text ?? null;
      return text !== null && text !== adopted[at + i]?.text;
    });
    const there = values.get(value.form);
    if (!there || !changed.includes(true)) return [];
    const texts = value.message.parts.map((_, i) => given[at + i]?.text ?? adopted[at + i]?.text ?? null);
    const text = composeWithin(value, there, texts, translations.slice(at, at + count), changed, target);
    return [{ start: there.start, end: there.end, text: there.encode(text) }];
  });
}

/** The value in its own form if it has the same texts, else in the source's. */
function composeWithin(
  source: EntryValue,
  own: EntryValue,
  texts: readonly (string | null)[],
  translations: readonly ((Translation & { text: string }) | undefined)[],
  changed: readonly boolean[],
  target: string,
): string {
  const labels = source.message.parts.map(({ label }) => label);
  const isPlain = own.message.parts.length === 1 && labels.length === 1;
  const places = labels.map((label) => own.message.parts.findIndex((part) => isPlain || part.label === label));
  if (places.includes(-1)) return source.message.compose(texts, target);
  const parts: PartText[] = own.message.parts.map(() => null);
  for (const [i, place] of places.entries()) {
    const translation = translations[i];
    const text = texts[i];
    if (changed[i] && translation && typeof text === "string") parts[place] = { ...translation, text };
  }
  return own.message.compose(parts, target);
}

function leastFinished(given: readonly TranslatedText[]): TargetState | undefined {
  return (["draft", "translated", "reviewed"] as const).find((state) => given.some((one) => one.state === state));
}
