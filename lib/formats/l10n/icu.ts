import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { type Edit, splice } from "@/lib/formats/splice";
import { categoriesOf, isPluralCategory, type PluralCategory, sourceForm } from "@/lib/text/plurals/plural-categories";
import { type InlineString, inlineString, type PartText, type Piece, spellPart } from "./inline-string";
import { hasJavaChoice, parseJavaChoice } from "./java-choice";
import { type Message, type MessagePart, plainMessage } from "./message";
import { refuseDeep } from "./nesting";
import { type PrintfMode, scanString } from "./string-pieces";

/**
 * How apostrophes are written: `icu` single unless something special follows, `double` always doubled
 * (`java.text.MessageFormat`), `none` unchanged, with no way to quote braces (Flutter's default).
 */
export type IcuQuoting = "icu" | "double" | "none";

/** Splits literal text into text and codes. */
type Scan = (text: string) => Piece[];

/**
 * Parses an ICU message. Each branch of a plural or select is a part, arguments and `#` are codes, and a plural inside
 * a sentence is a single code. Null if it is invalid or has no words.
 */
export function icuMessage(source: string, quoting: IcuQuoting, scan: Scan = scanString): Message | null {
  const elements = parseMessage(source, quoting);
  if (!elements) return null;
  const style = quoting === "icu" && source.includes("''") ? "double" : quoting;
  const reader = new Reader(source, style, scan);
  const body = reader.body(elements, [0, source.length], "", false, 0);
  if (reader.parts.length === 0) return null;
  return {
    parts: reader.parts,
    hasNumber: elements.some((element) => element.type !== TYPE.literal),
    compose: (texts, target) => render(body, source, texts, target),
  };
}

/**
 * The same, or plain text if it is not an ICU message. Null without words, and for an invalid message with a plural or
 * select, which nobody could translate.
 */
export function icuOrPlain(source: string, quoting: IcuQuoting, mode?: PrintfMode): Message | null {
  const isChoice = hasIcuChoice(source) || hasJavaChoice(source);
  return icuMessage(source, quoting) ?? (isChoice ? null : plainMessage(source, mode));
}

/** True if a text has a plural or select and so must be an ICU message. */
export function hasIcuChoice(text: string): boolean {
  return /\{\s{0,9}[\p{L}\p{N}_.-]{1,60}\s{0,9},\s{0,9}(?:plural|select|selectordinal)\s{0,9},/u.test(text);
}

/** True if a text has a plural, select or formatted argument and so must be an ICU message. */
export function looksLikeIcu(text: string): boolean {
  return /\{\s{0,9}[\p{L}\p{N}_.-]{1,60}\s{0,9},\s{0,9}(?:plural|select|selectordinal|number|date|time)\s{0,9}[,}]/u.test(
    text,
  );
}

function parseMessage(source: string, quoting: IcuQuoting): MessageFormatElement[] | null {
  // A plural inside a sentence is marked by a private-use character; messages that contain it are skipped.
  if (source.includes(MARK)) return null;
  if (quoting === "double" && hasJavaChoice(source)) return parseJavaChoice(source);
  try {
    return parse(quoting === "none" ? source.replaceAll("'", "’") : source, {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: false,
      shouldParseSkeletons: false,
    });
  } catch (error) {
    if (error instanceof RangeError) refuseDeep(Number.POSITIVE_INFINITY);
    if (error instanceof Error) return null;
    throw error;
  }
}

const MARK = "\uf8f1";

/** The whole message, or the content of a branch. */
type Body = {
  readonly start: number;
  readonly end: number;
  /** Null without words: then only the choices inside change. */
  readonly inline: InlineString | null;
  /** Index of its text among the parts of the message. */
  readonly part: number;
  readonly choices: readonly Choice[];
};

type Choice = {
  readonly start: number;
  readonly end: number;
  /** Number of enclosing choices. */
  readonly depth: number;
  /** Null for a select. */
  readonly plural: "cardinal" | "ordinal" | null;
  readonly branches: readonly Branch[];
};

type Branch = { readonly selector: string; readonly start: number; readonly body: Body; readonly hasNumber: boolean };

class Reader {
  readonly parts: MessagePart[] = [];

  constructor(
    private readonly source: string,
    private readonly quoting: IcuQuoting,
    private readonly scan: Scan,
  ) {}

  body(
    elements: readonly MessageFormatElement[],
    [start, end]: readonly [number, number],
    label: string,
    inPlural: boolean,
    depth: number,
  ): Body {
    refuseDeep(depth);
    const choices: Choice[] = [];
    const pending: (() => void)[] = [];
    const pieces = elements.flatMap((element): Piece[] => {
      const [from, to] = [element.location!.start.offset, element.location!.end.offset];
      const raw = this.source.slice(from, to);
      if (element.type === TYPE.literal) {
        const text = this.quoting === "none" ? raw : element.value;
        return this.scan(text).map((piece) => (piece.type === "text" ? piece : this.quoted(piece, inPlural)));
      }
      if (element.type !== TYPE.plural && element.type !== TYPE.select) {
        return [{ type: "code", raw, kind: "placeholder", equiv: raw }];
      }
      const index = choices.length;
      choices.push({ start: from, end: to, depth, plural: null, branches: [] });
      pending.push(() => {
        const plural = element.type === TYPE.plural ? element.pluralType : undefined;
        const branches = Object.entries(element.options).map(([selector, option]): Branch => {
          const inside = [option.location!.start.offset + 1, option.location!.end.offset - 1] as const;
          const name = [label, element.value, selector].filter(Boolean).join(" ");
          return {
            selector,
            start: this.selectorStart(option.location!.start.offset, selector),
            body: this.body(option.value, inside, name, plural !== undefined || inPlural, depth + 1),
            hasNumber: option.value.some((child) => child.type !== TYPE.literal),
          };
        });
        choices[index] = { start: from, end: to, depth, plural: plural ?? null, branches };
      });
      return [{ type: "code", raw: `${MARK}${index}${MARK}`, kind: "placeholder", equiv: `{${element.value}}` }];
    });
    const inline = inlineString(pieces);
    const part = inline
      ? this.parts.push({ inline: this.quotedInline(inline, inPlural, label !== ""), label }) - 1
      : -1;
    for (const read of pending) read();
    return { start, end, inline: part < 0 ? null : this.parts[part]!.inline, part, choices };
  }

  private quoted<P extends Exclude<Piece, { type: "text" }>>(piece: P, inPlural: boolean): P {
    return { ...piece, raw: quote(piece.raw, this.quoting, inPlural, "x") };
  }

  private quotedInline(inline: InlineString, inPlural: boolean, inBranch: boolean): InlineString {
    const { quoting } = this;
    const spell = (text: string, next: string) => quote(text, quoting, inPlural, next || (inBranch ? "}" : ""));
    return {
      ...inline,
      restore: (encoded) => inline.restore(encoded, spell),
      respell: (encoded, translation) => inline.respell(encoded, translation, spell),
    };
  }

  private selectorStart(brace: number, selector: string): number {
    return this.source.lastIndexOf(selector, brace - 1);
  }
}

/** Quotes special characters. `next` is what follows the text. */
function quote(text: string, quoting: IcuQuoting, inPlural: boolean, next: string): string {
  if (quoting === "none") return text;
  let result = "";
  let from = 0;
  // Special characters with only apostrophes between them are quoted together: two adjacent quotes would be an
  // apostrophe.
  for (const { 0: special, index } of text.matchAll(inPlural ? /[{}#](?:'*[{}#])*/g : /[{}](?:'*[{}])*/g)) {
    result += `${apostrophes(text.slice(from, index), quoting, from > 0, special)}'${special.replaceAll("'", "''")}'`;
    from = index + special.length;
  }
  return result + apostrophes(text.slice(from), quoting, from > 0, next);
}

/** A lone apostrophe is kept; next to a quote, another apostrophe or a special character it must be doubled. */
function apostrophes(text: string, quoting: IcuQuoting, afterQuote: boolean, next: string): string {
  return text.replace(/'+/g, (run, index: number) => {
    const follows = text[index + run.length] ?? next;
    const alone = run.length === 1 && !(afterQuote && index === 0) && !/^[{}<>#|\uf8f1]/.test(follows);
    return alone && quoting === "icu" ? run : run + run;
  });
}

function render(body: Body, source: string, texts: readonly PartText[], target: string): string {
  const text = texts[body.part] ?? null;
  if (text === null || !body.inline) {
    const edits = body.choices.map((choice): Edit => {
      const { start, end } = choice;
      return { start: start - body.start, end: end - body.start, text: renderChoice(choice, source, texts, target) };
    });
    return splice(source.slice(body.start, body.end), edits);
  }
  const pieces = spellPart(body.inline, text).split(MARK);
  return pieces
    .map((piece, index) => {
      const choice = index % 2 === 1 ? body.choices[Number(piece)] : undefined;
      return choice ? renderChoice(choice, source, texts, target) : piece;
    })
    .join("");
}

function renderChoice(choice: Choice, source: string, texts: readonly PartText[], target: string): string {
  const rendered = new Map(choice.branches.map((branch) => [branch, render(branch.body, source, texts, target)]));
  const changed = choice.branches.some(
    (branch) => rendered.get(branch) !== source.slice(branch.body.start, branch.body.end),
  );
  if (!changed) return source.slice(choice.start, choice.end);
  const edits = choice.branches.map(({ body }, index): Edit => {
    const text = rendered.get(formFor(choice, choice.branches[index]!, target))!;
    return { start: body.start - choice.start, end: body.end - choice.start, text };
  });
  const forms = formsOf(choice);
  const other = forms.get("other");
  // Each level multiplies the branches, so forms are added only down to a realistic depth.
  if (choice.plural && other && choice.depth < 3 && rendered.get(other)!.length < 10_000) {
    const at = other.start - choice.start;
    const gap = /\s*$/.exec(source.slice(Math.max(choice.start, other.start - 80), other.start))?.[0] || " ";
    for (const category of categoriesOf(target, choice.plural)) {
      if (!forms.has(category)) edits.push({ start: at, end: at, text: `${category} {${rendered.get(other)}}${gap}` });
    }
  }
  return splice(source.slice(choice.start, choice.end), edits);
}

/** The source branch for a branch of the target: the same one, unless it lacks the number. */
function formFor(choice: Choice, branch: Branch, target: string): Branch {
  if (!choice.plural || !isPluralCategory(branch.selector)) return branch;
  return sourceForm(branch.selector, formsOf(choice), target, choice.plural) ?? branch;
}

function formsOf(choice: Choice): Map<PluralCategory, Branch> {
  const forms = new Map<PluralCategory, Branch>();
  if (!choice.plural) return forms;
  for (const branch of choice.branches) if (isPluralCategory(branch.selector)) forms.set(branch.selector, branch);
  return forms;
}
