import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { PluralReading } from "@/lib/formats/format";
import type { Edit } from "@/lib/formats/splice";
import { hasIcuChoice } from "@/lib/text/message/placeholders";
import { categoriesOf, isPluralCategory, type PluralCategory, sourceForm } from "@/lib/text/plurals/plural-categories";
import { isFormName } from "@/lib/text/plurals/plural-forms";
import type { InlineString, Piece } from "./inline-string";
import { hasJavaChoice, parseJavaChoice } from "./java-choice";
import { isForms, type Message, type MessageText, plainMessage } from "./message";
import {
  type Body,
  CHOICE_MARK,
  type ChoiceForms,
  composeBody,
  MessageTree,
  type Nest,
  spliceWithin,
} from "./message-tree";
import { refuseDeep } from "./nesting";
import { compareForms, formChanges, type PluralTexts } from "./plural-part";
import { scanString } from "./string-pieces";

/**
 * How apostrophes are written. `icu`: single unless something special follows; `double`: always doubled
 * (`java.text.MessageFormat`); `none`: unchanged, with no way to quote braces (Flutter's default).
 */
export type IcuQuoting = "icu" | "double" | "none";

/** Splits literal text into text and codes. */
type Scan = (text: string) => Piece[];

export type IcuOptions = { readonly plurals?: PluralReading };

/**
 * Parses an ICU message. Each branch of a plural or select is a part, arguments and `#` are codes, and a plural within
 * a sentence is a single code. Null if it is invalid or has no words.
 */
export function icuMessage(
  source: string,
  quoting: IcuQuoting,
  { plurals }: IcuOptions = {},
  scan: Scan = scanString,
): Message | null {
  const elements = parseMessage(source, quoting);
  if (!elements) return null;
  const style = quoting === "icu" && source.includes("''") ? "double" : quoting;
  const reader = new Reader(source, style, scan, plurals);
  const body = reader.body(elements, { start: 0, end: source.length }, "", false, 0);
  const { parts } = reader.tree;
  if (parts.length === 0) return null;
  return {
    parts,
    hasNumber: elements.some((element) => element.type !== TYPE.literal),
    compose: (texts, target) => render(body, source, texts, target),
  };
}

/**
 * Like {@link icuMessage}, or plain text if it is no ICU message. Null without words, and for an invalid message with a
 * plural or select, which no one could translate.
 */
export function icuOrPlain(source: string, quoting: IcuQuoting, options?: IcuOptions): Message | null {
  const isChoice = hasIcuChoice(source) || hasJavaChoice(source);
  return icuMessage(source, quoting, options) ?? (isChoice ? null : plainMessage(source));
}

/** True if a text contains a plural, select or formatted argument and therefore must be an ICU message. */
export function looksLikeIcu(text: string): boolean {
  return /\{\s{0,9}[\p{L}\p{N}_.-]{1,60}\s{0,9},\s{0,9}(?:plural|select|selectordinal|number|date|time)\s{0,9}[,}]/u.test(
    text,
  );
}

function parseMessage(source: string, quoting: IcuQuoting): MessageFormatElement[] | null {
  // A private-use character stands for a plural inside a sentence; messages that contain this character are skipped.
  if (source.includes(CHOICE_MARK)) return null;
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

type Choice = {
  readonly start: number;
  readonly end: number;
  /** Number of choices around it. */
  readonly depth: number;
  /** Null for a select. */
  readonly plural: "cardinal" | "ordinal" | null;
  readonly branches: readonly Branch[];
  /** For a plural that is a single part with forms. */
  readonly forms?: ChoiceForms & { readonly spell: Spell };
};

/** Writes a text inside a plural, with the message's quoting. */
type Spell = (text: string, texts: PluralTexts) => string;

type Branch = {
  readonly selector: string;
  readonly start: number;
  readonly body: Body<Choice>;
  readonly hasNumber: boolean;
};

class Reader {
  readonly tree = new MessageTree<Choice>();

  constructor(
    private readonly source: string,
    private readonly quoting: IcuQuoting,
    private readonly scan: Scan,
    private readonly plurals: IcuOptions["plurals"],
  ) {}

  body(
    elements: readonly MessageFormatElement[],
    span: { readonly start: number; readonly end: number },
    label: string,
    inPlural: boolean,
    depth: number,
  ): Body<Choice> {
    refuseDeep(depth);
    const piecesOf = (nest: Nest<Choice>) =>
      this.withTags(
        inPlural,
        elements.flatMap((element): Piece[] => {
          const { start, end } = spanOf(element);
          const raw = this.source.slice(start, end);
          if (element.type === TYPE.literal) {
            const text = this.quoting === "none" ? raw : element.value;
            return this.scan(text).map((piece) => (piece.type === "text" ? piece : this.quoted(piece, inPlural)));
          }
          if (element.type !== TYPE.plural && element.type !== TYPE.select) {
            return [{ type: "code", raw, kind: "placeholder", equiv: raw }];
          }
          return [nest(`{${element.value}}`, () => this.choice(element, label, inPlural, depth))];
        }),
      );
    return this.tree.body(span, label, piecesOf, (inline) => this.quotedInline(inline, inPlural, label !== ""));
  }

  private choice(element: PluralElement | SelectElement, label: string, inPlural: boolean, depth: number): Choice {
    if (element.type === TYPE.plural && hasFormNames(element) && this.plurals) {
      const isNested = !isOneText(element);
      if (!isNested || this.plurals === "nested") return this.forms(element, label, depth, isNested);
    }
    const plural = (element.type === TYPE.plural && element.pluralType) || null;
    const branches = Object.entries(element.options).map(([selector, option]): Branch => {
      const { start, end } = spanOf(option);
      const name = [label, element.value, selector].filter(Boolean).join(" ");
      return {
        selector,
        start: this.selectorStart(start, selector),
        body: this.body(option.value, { start: start + 1, end: end - 1 }, name, plural !== null || inPlural, depth + 1),
        hasNumber: option.value.some((child) => child.type !== TYPE.literal),
      };
    });
    return { ...spanOf(element), depth, plural, branches };
  }

  /**
   * A plural as one part whose forms are its branches. Selects inside them are codes. `isNested`: the branches contain
   * other plurals, which have other branches in each language, so they are text in ICU syntax.
   */
  private forms(element: PluralElement, label: string, depth: number, isNested: boolean): Choice {
    const plural = element.pluralType ?? "cardinal";
    const pieces = new Map(
      Object.entries(element.options).map(([selector, { value }]) => [
        selector,
        isNested ? this.messagePieces(value) : this.branchPieces(value, depth + 1),
      ]),
    );
    const name = [label, element.value].filter(Boolean).join(" ");
    const forms = this.tree.forms(plural, pieces, name, isNested);
    const branches = Object.entries(element.options).map(([selector, option]): Branch => {
      const { start, end } = spanOf(option);
      const body = { start: start + 1, end: end - 1, inline: null, part: -1, choices: [] };
      return { selector, start: this.selectorStart(start, selector), body, hasNumber: true };
    });
    const spell: Spell = (text, { joint, isMessage }) => {
      const message = joint.spell(text);
      if ((isNested || isMessage) && isBranch(message, this.quoting)) return message;
      return joint.spell(text, (plain, next) => quote(plain, this.quoting, true, next || "}"));
    };
    return { ...spanOf(element), depth, plural, branches, forms: { ...forms, spell } };
  }

  /** Arguments are codes; everything else is text as written. */
  private messagePieces(elements: readonly MessageFormatElement[]): Piece[] {
    return elements.flatMap((element): Piece[] => {
      const { start, end } = spanOf(element);
      const raw = this.source.slice(start, end);
      const isChoice = element.type === TYPE.plural || element.type === TYPE.select;
      if (isChoice && this.scan === scanString) return [{ type: "text", text: raw }];
      return isChoice || element.type === TYPE.literal
        ? this.scan(raw)
        : [{ type: "code", raw, kind: "placeholder", equiv: raw }];
    });
  }

  private branchPieces(elements: readonly MessageFormatElement[], depth: number): Piece[] {
    refuseDeep(depth);
    return this.withTags(
      true,
      elements.flatMap((element): Piece[] => {
        const [from, to] = [element.location!.start.offset, element.location!.end.offset];
        const code = (start: number, end: number, equiv?: string): Piece => {
          const raw = this.source.slice(start, end);
          return { type: "code", raw, kind: "placeholder", equiv: equiv ?? raw };
        };
        if (element.type === TYPE.literal) {
          const text = this.quoting === "none" ? this.source.slice(from, to) : element.value;
          return this.scan(text).map((piece) => (piece.type === "text" ? piece : this.quoted(piece, true)));
        }
        if (element.type !== TYPE.select) return [code(from, to)];
        let at = from;
        // The texts of a choice are translated separately.
        const inside = Object.values(element.options).flatMap(({ value, location }) => {
          const open = location!.start.offset + 1;
          const pieces = [
            code(at, open, `${this.source.slice(at, open).trim()}\n`),
            ...this.branchPieces(value, depth + 1),
          ];
          at = location!.end.offset - 1;
          return pieces;
        });
        return [...inside, code(at, to, `${this.source.slice(at, to).trim()}\n`)];
      }),
    );
  }

  /** Combines a tag whose attributes have arguments into one code: `<a href="{url}">`. */
  private withTags(inPlural: boolean, pieces: readonly Piece[]): Piece[] {
    const joined: Piece[] = [];
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at]!;
      const start = piece.type === "text" ? piece.text.search(/<[A-Za-z][^<>]*$/) : -1;
      const end = start < 0 ? -1 : pieces.findIndex((one, i) => i > at && one.type === "text" && /[<>]/.test(one.text));
      const last = pieces[end];
      const length = last?.type === "text" ? last.text.search(/[<>]/) + 1 : 0;
      const inside = pieces.slice(at + 1, Math.max(end, 0));
      const isTag =
        last?.type === "text" &&
        last.text[length - 1] === ">" &&
        inside.every((one) => one.type !== "open" && one.type !== "close");
      if (piece.type !== "text" || !isTag) {
        joined.push(piece);
        continue;
      }
      const parts = [
        { type: "text" as const, text: piece.text.slice(start) },
        ...inside,
        { type: "text" as const, text: last.text.slice(0, length) },
      ];
      const plain = parts.map((one) => (one.type === "text" ? one.text : "x")).join("");
      const raw = parts
        .map((one) => (one.type === "text" ? quote(one.text, this.quoting, inPlural, "x") : one.raw))
        .join("");
      const [tag] = this.scan(plain);
      if (start > 0) joined.push({ type: "text", text: piece.text.slice(0, start) });
      joined.push(tag && tag.type !== "text" ? { ...tag, raw } : { type: "code", raw, kind: "single" });
      const rest = last.text.slice(length);
      const after = pieces.slice(end + 1);
      return [...joined, ...this.withTags(inPlural, rest === "" ? after : [{ type: "text", text: rest }, ...after])];
    }
    return joined;
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

type PluralElement = Extract<MessageFormatElement, { type: TYPE.plural }>;
type SelectElement = Extract<MessageFormatElement, { type: TYPE.select }>;

function spanOf({ location }: { readonly location?: MessageFormatElement["location"] }) {
  return { start: location!.start.offset, end: location!.end.offset };
}

function hasFormNames({ options }: PluralElement): boolean {
  return Object.keys(options).every((name) => isFormName("cardinal", name));
}

/** True if the branches of a plural contain no other plural. */
function isOneText({ options }: PluralElement): boolean {
  return Object.values(options).every(({ value }) => isFlat(value));
}

/** True if a text is valid as the content of a branch. */
function isBranch(text: string, quoting: IcuQuoting): boolean {
  const [only, ...others] = parseMessage(`{n, plural, other {${text}}}`, quoting) ?? [];
  return others.length === 0 && only?.type === TYPE.plural && Object.keys(only.options).join() === "other";
}

function isFlat(elements: readonly MessageFormatElement[]): boolean {
  return elements.every((element) => {
    if (element.type === TYPE.plural) return false;
    return element.type !== TYPE.select || Object.values(element.options).every(({ value }) => isFlat(value));
  });
}

/** Special characters and names in braces; with only apostrophes between them together, as two quotes are one. */
const SPECIAL = /(?:\{[\w.-]+\}|[{}])(?:'*(?:\{[\w.-]+\}|[{}]))*/g;
const SPECIAL_IN_PLURAL = /(?:\{[\w.-]+\}|[{}#])(?:'*(?:\{[\w.-]+\}|[{}#]))*/g;

/** Quotes special characters. `next` is what follows the text. */
function quote(text: string, quoting: IcuQuoting, inPlural: boolean, next: string): string {
  if (quoting === "none") return text;
  let result = "";
  let from = 0;
  for (const { 0: special, index } of text.matchAll(inPlural ? SPECIAL_IN_PLURAL : SPECIAL)) {
    result += `${apostrophes(text.slice(from, index), quoting, from > 0, special)}'${special.replaceAll("'", "''")}'`;
    from = index + special.length;
  }
  return result + apostrophes(text.slice(from), quoting, from > 0, next);
}

/** A single apostrophe stays; next to a quote, another apostrophe or a special character it must be doubled. */
function apostrophes(text: string, quoting: IcuQuoting, afterQuote: boolean, next: string): string {
  return text.replace(/'+/g, (run, index: number) => {
    const follows = text[index + run.length] ?? next;
    const alone = run.length === 1 && !(afterQuote && index === 0) && !/^[{}<>#|\uf8f1]/.test(follows);
    return alone && quoting === "icu" ? run : run + run;
  });
}

function render(body: Body<Choice>, source: string, texts: readonly MessageText[], target: string): string {
  return composeBody(source, body, texts, (choice) => renderChoice(choice, source, texts, target));
}

/** A plural with other forms. Removes unneeded forms; every plural keeps `other`. */
function renderForms(choice: Choice, source: string, given: PluralTexts): string {
  const { start, branches, forms } = choice;
  const { pieces, spell } = forms!;
  const { changed, added, removed } = formChanges(pieces, given);
  const edits: Edit[] = [];
  for (const [i, { selector, start: from, body }] of branches.entries()) {
    const text = changed.get(selector);
    if (text !== undefined) edits.push({ start: body.start, end: body.end, text: spell(text, given) });
    if (!removed.has(selector) || selector === "other") continue;
    const next = branches[i + 1];
    const before = branches[i - 1];
    if (next) edits.push({ start: from, end: next.start, text: "" });
    else if (before) edits.push({ start: before.body.end + 1, end: body.end + 1, text: "" });
  }
  const last = branches.at(-1)!;
  const gapBefore = ({ start: at }: Branch) => /\s*$/.exec(source.slice(Math.max(start, at - 80), at))?.[0] || " ";
  for (const name of [...added.keys()].sort(compareForms)) {
    const next = branches.find((branch) => compareForms(name, branch.selector) < 0);
    const like = next ?? last;
    const brace = source.slice(like.start + like.selector.length, like.body.start);
    const branch = `${name}${brace}${spell(added.get(name)!, given)}}`;
    const gap = gapBefore(like);
    const at = next ? next.start : last.body.end + 1;
    edits.push({ start: at, end: at, text: next ? branch + gap : gap + branch });
  }
  return spliceWithin(source, choice, edits);
}

function renderChoice(choice: Choice, source: string, texts: readonly MessageText[], target: string): string {
  if (choice.forms) {
    const given = texts[choice.forms.part] ?? null;
    const isGiven = given !== null && isForms(given) && Object.keys(given.forms).length > 0;
    return isGiven ? renderForms(choice, source, given) : source.slice(choice.start, choice.end);
  }
  const rendered = new Map(choice.branches.map((branch) => [branch, render(branch.body, source, texts, target)]));
  const changed = choice.branches.some(
    (branch) => rendered.get(branch) !== source.slice(branch.body.start, branch.body.end),
  );
  if (!changed) return source.slice(choice.start, choice.end);
  const edits = choice.branches.map(({ body }, index): Edit => {
    const text = rendered.get(formFor(choice, choice.branches[index]!, target))!;
    return { start: body.start, end: body.end, text };
  });
  const forms = formsOf(choice);
  const other = forms.get("other");
  // Each level multiplies the number of branches, so forms are only added down to a realistic depth.
  if (choice.plural && other && choice.depth < 3 && rendered.get(other)!.length < 10_000) {
    const gap = /\s*$/.exec(source.slice(Math.max(choice.start, other.start - 80), other.start))?.[0] || " ";
    for (const category of categoriesOf(target, choice.plural)) {
      if (!forms.has(category))
        edits.push({ start: other.start, end: other.start, text: `${category} {${rendered.get(other)}}${gap}` });
    }
  }
  return spliceWithin(source, choice, edits);
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
