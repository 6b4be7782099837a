import { type InlineCode, type Segment, serialize, type Token, tokenize } from "@/lib/text/segment";

export type AdoptedText = {
  /** Encoded text with the codes of the source. */
  readonly text: string;
  /** Source's code numbers by the translation's code numbers. */
  readonly ids: ReadonlyMap<number, number>;
};

/**
 * Converts the codes of an existing translation from another document to the codes of the source. Codes of equal kind
 * and meaning are matched first; remaining codes of a kind are matched in order, because a translation may use its own
 * name for a file or command. Unmatched codes become text. No code is inserted: the checks report missing codes.
 */
export function adoptCodes(source: Segment, translation: Segment): AdoptedText {
  const ids = matchCodes(source.codes, translation.codes);
  const equiv = new Map(translation.codes.map((code) => [code.id, code.equiv]));
  const renumbered = tokenize(translation.text).flatMap((token): Token[] => {
    if (token.type === "text") return [token];
    const id = ids.get(token.id);
    if (id !== undefined) return [{ type: token.type, id }];
    const text = token.type === "single" ? equiv.get(token.id) : undefined;
    return text ? [{ type: "text", text: text.trim() === "" ? " " : text }] : [];
  });
  return { text: serialize(renumbered), ids };
}

/** Source code ids by translation code ids. */
function matchCodes(source: readonly InlineCode[], translation: readonly InlineCode[]): ReadonlyMap<number, number> {
  const queues = new Map<string, { readonly ids: number[]; next: number }>();
  let argument = 0;
  for (const code of source) {
    const looks = [lookOf(code)];
    // If a translation swaps two `%s`, the second one is written `%2$s`.
    if (isUnnumbered(code)) looks.push(lookOf({ ...code, equiv: `%${++argument}$${code.equiv!.slice(1)}` }));
    for (const look of looks) {
      const queue = queues.get(look) ?? { ids: [], next: 0 };
      queue.ids.push(code.id);
      queues.set(look, queue);
    }
  }
  const taken = new Set<number>();
  const ids = new Map<number, number>();
  for (const code of translation) {
    const queue = queues.get(lookOf(code));
    while (queue && taken.has(queue.ids[queue.next]!)) queue.next++;
    const id = queue?.ids[queue.next];
    if (id === undefined) continue;
    taken.add(id);
    ids.set(code.id, id);
  }
  const left = source.filter(({ id }) => !taken.has(id));
  for (const code of translation) {
    if (ids.has(code.id)) continue;
    const at = left.findIndex(({ kind }) => kind === code.kind);
    if (at >= 0) ids.set(code.id, left.splice(at, 1)[0]!.id);
  }
  return ids;
}

/** `{ $deck }` and `{$deck}` are the same variable. */
function lookOf({ kind, equiv = "" }: InlineCode): string {
  if (kind === "pair") return kind;
  return `${kind} ${equiv.startsWith("{") ? equiv.replace(/\s+/g, "") : equiv}`;
}

/** True for a printf directive without a number, which refers to the next argument. */
function isUnnumbered({ kind, equiv }: InlineCode): boolean {
  return kind === "placeholder" && equiv !== undefined && /^%[^%\d{(<]/.test(equiv);
}
