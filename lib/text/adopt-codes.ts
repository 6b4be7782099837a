import { checkCodes, repairCodes } from "./codes";
import { type InlineCode, type Segment, serialize, type Token, tokenize } from "./segment";

export type AdoptedText = {
  /** Encoded, with every code of the source. */
  readonly text: string;
  /** A code was matched or placed by guess, or had no match: somebody should look at the text. */
  readonly isGuess: boolean;
};

/**
 * A translation that was read from a document of its own, with its codes numbered as those of its source. Codes belong
 * together when they are of one kind and mean the same; among several that look alike they follow in order, which is a
 * guess. What the source does not have becomes the text that it stands for, and what is missing is put back.
 */
export function adoptCodes(source: Segment, translation: Segment): AdoptedText {
  if (source.codes.length === 0 && translation.codes.length === 0) return { text: translation.text, isGuess: false };
  const { ids, isSure } = matchCodes(source.codes, translation.codes);
  const equiv = new Map(translation.codes.map((code) => [code.id, code.equiv]));
  const renumbered = tokenize(translation.text).flatMap((token): Token[] => {
    if (token.type === "text") return [token];
    const id = ids.get(token.id);
    if (id !== undefined) return [{ type: token.type, id }];
    const text = token.type === "single" ? equiv.get(token.id) : undefined;
    return text ? [{ type: "text", text: text.trim() === "" ? " " : text }] : [];
  });
  const text = serialize(renumbered);
  const isWhole = checkCodes(source, text).length === 0;
  return { text: isWhole ? text : repairCodes(source, text).text, isGuess: !isSure || !isWhole };
}

/** Ids of the source by those of the translation. */
function matchCodes(
  source: readonly InlineCode[],
  translation: readonly InlineCode[],
): { readonly ids: ReadonlyMap<number, number>; readonly isSure: boolean } {
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
  let isSure = true;
  for (const code of translation) {
    const queue = queues.get(lookOf(code));
    while (queue && taken.has(queue.ids[queue.next]!)) queue.next++;
    const id = queue?.ids[queue.next];
    if (id === undefined || (code.equiv === undefined && queue!.ids.length > 1)) isSure = false;
    if (id === undefined) continue;
    taken.add(id);
    ids.set(code.id, id);
  }
  return { ids, isSure };
}

function lookOf({ kind, equiv = "" }: InlineCode): string {
  return `${kind} ${equiv}`;
}

/** A directive of printf that takes the next argument. */
function isUnnumbered({ kind, equiv }: InlineCode): boolean {
  return kind === "placeholder" && equiv !== undefined && /^%[^%\d{(<]/.test(equiv);
}
