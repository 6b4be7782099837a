import type { DocumentSegment } from "@/lib/formats/format";
import { plainText, serialize, type Token, tokenize } from "@/lib/text/segment";

/** A segment that contained one form of a plural message. */
export type FormSegment = {
  /** Index of the segment among the document's former segments. */
  readonly index: number;
  readonly form: string;
  /** Adapts the segment's translation to the codes of the whole message, and adds the text around the segment. */
  convert(text: string): string;
};

/** What a segment of the new reading was before: one segment (its index), or one segment per form. */
export type Earlier = number | readonly FormSegment[];

/**
 * Finds the forms of plural messages among the segments that an earlier release read from the same bytes. Null if the
 * two readings cannot be aligned.
 */
export function alignPlurals(
  before: readonly DocumentSegment[],
  now: readonly DocumentSegment[],
): readonly Earlier[] | null {
  let next = 0;
  const aligned: Earlier[] = [];
  for (const segment of now) {
    if (!segment.plural) {
      if (before[next]?.text !== segment.text) return null;
      aligned.push(next++);
      continue;
    }
    const left = new Set(Object.keys(segment.plural.forms));
    const own: FormSegment[] = [];
    for (let one = before[next]; one; one = before[next]) {
      const form = formOf(one, segment, left);
      const isSame = own.length === 0 || baseOf(one.key, form) === baseOf(before[own[0]!.index]!.key, own[0]!.form);
      if (form === undefined || !isSame) break;
      left.delete(form);
      own.push({ index: next, form, convert: converter(one, segment, form) });
      next++;
    }
    if (own.length === 0) return null;
    aligned.push(own);
  }
  return next === before.length ? aligned : null;
}

/** The remaining form that a segment contained, found by its words, else by its key. */
function formOf(
  { text, codes, key }: DocumentSegment,
  { plural, ...message }: DocumentSegment,
  left: ReadonlySet<string>,
) {
  const { forms } = plural!;
  const words = (encoded: string, own?: DocumentSegment["codes"]) =>
    plainText(encoded, own).replace(/\s+/g, " ").replaceAll("&", "").trim();
  const alike = [...left].filter(
    (name) => words(forms[name]!) === words(text) || words(forms[name]!, message.codes) === words(text, codes),
  );
  const named = alike.find((name) => key !== undefined && baseOf(key, name) !== key);
  // In gettext the singular comes first and is unmarked; the main form comes last.
  return named ?? alike.find((name) => forms[name] !== message.text) ?? alike[0];
}

/** A key without the form's name. */
function baseOf(key: string | undefined, form: string | undefined): string | undefined {
  if (key === undefined || form === undefined) return key;
  const plain = key.replace(/ \(\d+\)$/, "");
  const mark = [`_${form}`, `.${form}`, ` ${form}]`, `[${form}]`, " [plural]"].find((end) => plain.endsWith(end));
  return mark === undefined ? key : plain.slice(0, -mark.length);
}

/** Adapts codes: earlier, each form numbered its codes separately, and codes around the text were not part of it. */
function converter(one: DocumentSegment, message: DocumentSegment, form: string): FormSegment["convert"] {
  const whole = tokenize(message.plural!.forms[form]!);
  const inner = tokenize(one.text);
  const found = placeWithin(whole, inner);
  const numbers = new Map<number, number>();
  if (found === null) {
    // The earlier release read accelerator marks not as text but as codes, so codes are matched by meaning.
    const free = [...message.codes];
    for (const { id, equiv, kind } of one.codes) {
      const at = free.findIndex((code) => code.kind === kind && code.equiv === equiv);
      if (at >= 0) numbers.set(id, free.splice(at, 1)[0]!.id);
    }
  } else {
    for (const [i, token] of inner.entries()) {
      const same = whole[found + i]!;
      if (token.type !== "text" && same.type !== "text") numbers.set(token.id, same.id);
    }
  }
  const [before, after] = found === null ? [[], []] : around(whole, inner, found);
  return (text) =>
    serialize([
      ...before,
      ...tokenize(text).flatMap((token): Token[] => {
        if (token.type === "text") return [token];
        const id = numbers.get(token.id);
        return id === undefined ? [] : [{ type: token.type, id }];
      }),
      ...after,
    ]);
}

function placeWithin(whole: readonly Token[], inner: readonly Token[]): number | null {
  for (let at = 0; at + inner.length <= whole.length; at++) {
    const isThere = inner.every((token, i) => {
      const other = whole[at + i]!;
      if (token.type !== "text" || other.type !== "text") return token.type === other.type;
      return i === 0 || i === inner.length - 1 ? other.text.includes(token.text) : other.text === token.text;
    });
    if (isThere) return at;
  }
  return null;
}

/** The tokens before and after the segment's text within the message. */
function around(whole: readonly Token[], inner: readonly Token[], at: number): readonly [Token[], Token[]] {
  const textAround = (token: Token | undefined, own: Token | undefined, side: "before" | "behind"): Token[] => {
    if (token?.type !== "text" || own?.type !== "text") return [];
    const from = token.text.indexOf(own.text);
    const text = side === "before" ? token.text.slice(0, from) : token.text.slice(from + own.text.length);
    return text === "" ? [] : [{ type: "text", text }];
  };
  const last = at + inner.length - 1;
  return [
    [...whole.slice(0, at), ...textAround(whole[at], inner[0], "before")],
    [...textAround(whole[last], inner.at(-1), "behind"), ...whole.slice(last + 1)],
  ];
}
