import { type InlineCode, type Segment, serialize, type Token, tokenize } from "./segment";

export type AdoptedText = {
  /** Encoded with the codes of the source. */
  readonly text: string;
  /** Numbers in the source of the translation's own codes. */
  readonly ids: ReadonlyMap<number, number>;
};

/**
 * A person's translation that was read from a document of its own, with its codes numbered as those of its source. Codes
 * belong together when they are of one kind and mean the same; those that then remain of one kind follow in order, for a
 * translation may have a name of its own for a file or command. What the source does not have becomes the text that it
 * stands for. Nothing is put in: what is missing is for the checks to find.
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

/** Ids of the source by those of the translation. */
function matchCodes(source: readonly InlineCode[], translation: readonly InlineCode[]): ReadonlyMap<number, number> {
  const queues = new Map<string, { readonly ids: number[]; next: number }>();
  let argument = 0;
  for (const code of source) {
    const looks = [lookOf(code)];
    // The second of two `%s` is `%2$s` where a translation has turned them round.
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

function lookOf({ kind, equiv = "" }: InlineCode): string {
  return `${kind} ${equiv}`;
}

/** A directive of printf that takes the next argument. */
function isUnnumbered({ kind, equiv }: InlineCode): boolean {
  return kind === "placeholder" && equiv !== undefined && /^%[^%\d{(<]/.test(equiv);
}
