import { type Edit, splice } from "@/lib/formats/splice";
import { type InlineString, inlineString, literalString, type Piece, spellPart } from "./inline-string";
import { isForms, type MessagePart, type MessageText } from "./message";
import { pluralPart } from "./plural-part";

/** Private-use character that encloses the number of a choice in the text around the choice. */
export const CHOICE_MARK = "\uf8f1";

/** A range of the source. */
type Span = { readonly start: number; readonly end: number };

/** A value, or the content of a branch: a text with choices, whose branches again have bodies. */
export type Body<Choice extends Span> = Span & {
  /** Null for a text without words: then only the choices inside change. */
  readonly inline: InlineString | null;
  /** Index of its text among the parts of the message. */
  readonly part: number;
  readonly choices: readonly Choice[];
};

/** A plural that is a single part: its branches are the forms. */
export type ChoiceForms = { readonly part: number; readonly pieces: ReadonlyMap<string, readonly Piece[]> };

/** Replaces a choice in its text by a code, which is returned. The choice is read after that text. */
export type Nest<Choice> = (equiv: string, read: () => Choice) => Piece;

/** Collects the parts of a message with nested texts and choices, outer texts first. */
export class MessageTree<Choice extends Span> {
  readonly parts: MessagePart[] = [];

  /** @param quoted the text as written, if it contains quoted special characters */
  body(
    { start, end }: Span,
    label: string,
    piecesOf: (nest: Nest<Choice>) => readonly Piece[],
    quoted: (inline: InlineString) => InlineString = (inline) => inline,
  ): Body<Choice> {
    const pending: (() => Choice)[] = [];
    const pieces = piecesOf((equiv, read) => {
      const number = pending.push(read) - 1;
      return { type: "code", raw: `${CHOICE_MARK}${number}${CHOICE_MARK}`, kind: "placeholder", equiv };
    });
    const found = inlineString(pieces);
    const inline = found && quoted(found);
    const part = inline ? this.parts.push({ inline, label }) - 1 : -1;
    return { start, end, inline, part, choices: pending.map((read) => read()) };
  }

  /** @param isMessage see {@link PluralPart} */
  forms(
    rule: "cardinal" | "ordinal",
    pieces: ReadonlyMap<string, readonly Piece[]>,
    label: string,
    isMessage = false,
  ): ChoiceForms {
    const plural = { ...pluralPart(rule, pieces, "other"), isMessage };
    const main = pieces.get(plural.main)!;
    const hasWords = [...pieces.values()].some((form) => inlineString(form) !== null);
    const inline = inlineString(main) ?? literalString(main);
    return { part: hasWords ? this.parts.push({ inline, label, plural }) - 1 : -1, pieces };
  }
}

/** Writes a body with these texts. `compose` writes a choice, and `spell` the text around choices. */
export function composeBody<Choice extends Span>(
  source: string,
  body: Body<Choice>,
  texts: readonly MessageText[],
  compose: (choice: Choice) => string,
  spell: (text: string) => string = (text) => text,
): string {
  const text = texts[body.part] ?? null;
  if (text === null || !body.inline || isForms(text)) {
    const edits = body.choices.map((choice) => ({ start: choice.start, end: choice.end, text: compose(choice) }));
    return spliceWithin(source, body, edits);
  }
  return spell(spellPart(body.inline, text))
    .split(CHOICE_MARK)
    .map((piece, index) => {
      const choice = index % 2 === 1 ? body.choices[Number(piece)] : undefined;
      return choice ? compose(choice) : piece;
    })
    .join("");
}

/** A range of the source, with the edits inside it applied. */
export function spliceWithin(source: string, { start, end }: Span, edits: readonly Edit[]): string {
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return splice(source.slice(start, end), moved);
}
