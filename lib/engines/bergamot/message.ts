import { type CodeNode, type CodeTree, commonNode, isWithin, locate, type Run } from "@/lib/engines/apertium/codes";
import { escapeText, type Segment, serialize, unescapeText } from "@/lib/text/segment";
import { splitSentences } from "@/lib/text/sentences";

/** A sentence as it is sent to the model. */
export type Message = {
  /** Plain text or, with `html`, balanced markup: `<b i="node">` is a code with words, `<img i="point">` a point. */
  readonly text: string;
  readonly html: boolean;
  readonly points: readonly Point[];
  /** Innermost code of the words outside other codes. */
  readonly base: CodeNode;
};

/** Content that is not sent to the model, and whether a blank precedes and follows it. */
type Point = { readonly run: Run; readonly blankBefore: boolean; readonly blankAfter: boolean };

/** A part of a segment: a message for the model, or content that bypasses the model. */
export type Part =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "fixed"; readonly run: Run };

/** A part of a sentence within one code. `word` contains a letter or digit; `mark` is punctuation. */
type Item = {
  readonly kind: "word" | "mark" | "blank" | "opaque";
  readonly encoded: string;
  readonly node: CodeNode;
};

/** Placeholder for a point within the sentence. */
const OBJECT = "\ufffc";
/** Maximum length without blanks; a longer text is data, unless its script uses no blanks. */
const MAX_WORD_LENGTH = 200;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;

/**
 * Splits a segment into sentences for the model and content that is not sent: line breaks, symbols, tags, outer blanks.
 */
export function planMessages(segment: Segment, language: string): { readonly tree: CodeTree; readonly parts: Part[] } {
  const { tree, located } = locate(segment);
  const flat = located.map((piece) => ("text" in piece ? piece.text.replaceAll(OBJECT, "\ufffd") : OBJECT)).join("");
  const nodeAt = new NodeReader(
    located.map((piece) => ({ length: "text" in piece ? piece.text.length : 1, ...piece })),
  );
  const original = located.map((piece) => ("text" in piece ? piece.text : OBJECT)).join("");
  const parts: Part[] = [];
  let at = 0;
  for (const line of flat.split(/([\0\t\n\v\f\r\x85\u2028\u2029]+)/)) {
    for (const sentence of splitSentences(line, language)) {
      parts.push(...frame(tree, itemsOf(original.slice(at, at + sentence.length), at, nodeAt)));
      at += sentence.length;
    }
  }
  return { tree, parts };
}

type Piece = { readonly length: number; readonly node: CodeNode; readonly codes?: Parameters<typeof serialize>[0] };

/** Finds the code at a position; positions must ascend. */
class NodeReader {
  #index = 0;
  #start = 0;
  constructor(private readonly pieces: readonly Piece[]) {}
  at(position: number): Piece {
    while (position >= this.#start + this.pieces[this.#index]!.length) {
      this.#start += this.pieces[this.#index]!.length;
      this.#index += 1;
    }
    return this.pieces[this.#index]!;
  }
}

/** Spaces; a point; a word between spaces. */
const CHUNKS = /[^\S\u00a0\u202f]+|\ufffc|[^\s\ufffc\u00a0\u202f]+|[\u00a0\u202f]+/g;
/** Tags, character references and addresses, which would break if parts of them were translated. */
const CODE_LIKE = /^<[^\s]*>$|^&#?\w+;$|:\/\/|[\p{L}\p{N}_]@[\p{L}\p{N}]|^www\./u;
/** A word with inner joiners and apostrophes; symbols, which models drop or corrupt; any other character. */
const LEXEMES =
  /([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\u200c\u200d]|['’](?=\p{L}))*)|((?:[*@#~^`\\_|{}<>\p{So}\p{Sk}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\ufffd]\p{M}*)+)|[\s\S]/gu;

function itemsOf(text: string, start: number, nodes: NodeReader): Item[] {
  const items: Item[] = [];
  for (const { 0: chunk, index } of text.matchAll(CHUNKS)) {
    const at = start + index;
    const here = nodes.at(at);
    if (chunk === OBJECT && here.codes) {
      items.push({ kind: "opaque", encoded: serialize(here.codes), node: here.node });
    } else if (chunk.trim() === "") {
      items.push({ kind: "blank", encoded: chunk, node: here.node });
    } else if (CODE_LIKE.test(chunk) || (chunk.length > MAX_WORD_LENGTH && !UNSPACED.test(chunk))) {
      items.push({ kind: "opaque", encoded: escapeText(chunk), node: here.node });
    } else {
      lexChunk(chunk, at, nodes, items);
    }
  }
  return items;
}

function lexChunk(chunk: string, start: number, nodes: NodeReader, items: Item[]): void {
  for (const { 0: lexeme, 1: word, 2: symbols, index } of chunk.matchAll(LEXEMES)) {
    // A code that begins or ends inside a word is extended to the whole word.
    let { node } = nodes.at(start + index);
    for (let i = 1; word && i < word.length; i++) node = Math.max(node, nodes.at(start + index + i).node);
    items.push({ kind: word ? "word" : symbols ? "opaque" : "mark", encoded: escapeText(lexeme), node });
  }
}

/** Marks that end a sentence and may follow a space, as in French. */
const CLOSING = /^[.!?…:;»”"')]+$/;

/** Removes text around the first and the last word; text without a word of letters is not sent. */
function frame(tree: CodeTree, items: readonly Item[]): Part[] {
  if (!hasWord(items)) return items.map(fixed);
  let first = items.findIndex(({ kind }) => kind === "word");
  let last = items.findLastIndex(({ kind }) => kind === "word");
  while (items[first - 1]?.kind === "mark") first -= 1;
  while (items[last + 1]?.kind === "mark") last += 1;
  const end = items[last + 1]?.kind === "blank" ? last + 2 : last + 1;
  let closing = end;
  while (items[closing]?.kind === "mark" && CLOSING.test(items[closing]!.encoded)) closing += 1;
  if (closing > end) last = closing - 1;
  return [
    ...items.slice(0, first).map(fixed),
    { kind: "message", message: encode(tree, items.slice(first, last + 1)) },
    ...items.slice(last + 1).map(fixed),
  ];
}

/** Whether there is a word of only letters: `e1` and `12` alone are not sent to the model. */
function hasWord(items: readonly Item[]): boolean {
  return items.some(({ kind, encoded }) => kind === "word" && !/\p{N}/u.test(encoded));
}

function fixed({ encoded, node }: Item): Part {
  return { kind: "fixed", run: { encoded, node } };
}

function encode(tree: CodeTree, items: readonly Item[]): Message {
  const words = items.filter(({ kind }) => kind === "word");
  const base = words.map(({ node }) => node).reduce((a, b) => commonNode(tree, a, b));
  const points: Point[] = [];
  let html = "";
  let current = base;
  const moveTo = (node: CodeNode): void => {
    const shared = commonNode(tree, current, node);
    for (; current !== shared; current = tree[current]!.parent) html += "</b>";
    const opening: CodeNode[] = [];
    for (let inner = node; inner !== shared; inner = tree[inner]!.parent) opening.unshift(inner);
    for (const inner of opening) html += `<b i="${inner}">`;
    current = node;
  };
  for (const [index, { kind, encoded, node }] of items.entries()) {
    if (kind === "opaque") {
      // Points are referenced by number, so the model does not need their code.
      html += `<img i="${points.length}">`;
      const blankBefore = items[index - 1]?.kind === "blank";
      points.push({ run: { encoded, node }, blankBefore, blankAfter: items[index + 1]?.kind === "blank" });
      continue;
    }
    // White space and marks outside the innermost common code would close and reopen it between words.
    moveTo(isWithin(tree, node, base) ? node : base);
    html += encoded;
  }
  moveTo(base);
  const isPlain = !html.includes("<");
  return { text: isPlain ? unescapeText(html) : html, html: !isPlain, points, base };
}

const TAGS = /<(\/?)b(?: i="(\d+)")?>|<img i="(\d+)">(?:<\/img>)?/g;

/** Reads the model's answer and returns every point of the message exactly once. */
export function readAnswer(message: Message, answer: string): Run[] {
  if (!message.html) return [{ encoded: escapeText(answer), node: message.base }];
  const runs: Run[] = [];
  const open: CodeNode[] = [];
  const missing = new Set(message.points.keys());
  let from = 0;
  const addText = (to: number): void => {
    const text = unescapeText(answer.slice(from, to));
    if (text) runs.push({ encoded: escapeText(text), node: open.at(-1) ?? message.base, glue: text.trim() === "" });
  };
  for (const match of answer.matchAll(TAGS)) {
    addText(match.index);
    from = match.index + match[0].length;
    if (match[3]) {
      if (missing.delete(Number(match[3]))) addPoint(runs, message.points[Number(match[3])]!, answer.slice(from));
    } else if (match[1]) open.pop();
    else open.push(Number(match[2]));
  }
  addText(answer.length);
  for (const index of missing) addPoint(runs, message.points[index]!, "");
  return runs;
}

/** Restores blanks around points, which the model removes. */
function addPoint(runs: Run[], { run, blankBefore, blankAfter }: Point, rest: string): void {
  const before = runs.at(-1);
  if (blankBefore && before && !/\s$/.test(before.encoded)) runs.push({ encoded: " ", node: run.node, glue: true });
  runs.push(run);
  if (blankAfter && /^[\p{L}\p{N}]/u.test(rest.replace(/^(?:<\/?b[^>]*>)+/, ""))) {
    runs.push({ encoded: " ", node: run.node, glue: true });
  }
}
