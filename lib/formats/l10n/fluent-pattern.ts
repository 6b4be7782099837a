import { type FormatOptions, UnreadableFile } from "@/lib/formats/format";
import { lineStart, linesOf } from "@/lib/formats/lines";
import type { Edit } from "@/lib/formats/splice";
import { isPluralCategory } from "@/lib/text/plurals/plural-categories";
import { isFormName } from "@/lib/text/plurals/plural-forms";
import { literalString, type Piece } from "./inline-string";
import { inlineMessage, isForms, type Message, type MessageText } from "./message";
import { type Body, type ChoiceForms, composeBody, MessageTree, spliceWithin } from "./message-tree";
import { compareForms, formChanges, type PluralTexts } from "./plural-part";
import { scanString } from "./string-pieces";

/** Maximum depth of nested selectors in a message. */
const MAX_DEPTH = 10;

type Choice = {
  readonly start: number;
  readonly end: number;
  readonly branches: readonly Branch[];
  /** Branches that are translated separately. */
  readonly bodies: readonly Body<Choice>[];
  /** For a plural that is a single part with forms. */
  readonly forms?: ChoiceForms;
};

type Branch = {
  readonly name: string;
  readonly isDefault: boolean;
  /** Start of the variant's bracket. */
  readonly from: number;
  /** Its content without outer white space. */
  readonly start: number;
  readonly end: number;
};

/**
 * Reads a value of a Fluent message (syntax 1.0). Each branch of a selector is a part; with `plurals: "forms"` the
 * branches of a plural are a single part with forms. A selector inside a sentence is a code.
 */
export class FluentReader {
  private readonly tree = new MessageTree<Choice>();

  constructor(
    private readonly source: string,
    private readonly newline: string,
    /** Name of the message, for errors. */
    private readonly name: string,
    private readonly options: FormatOptions,
  ) {}

  /** Null for a value without words, unless all values are requested. */
  message(start: number, end: number): Message | null {
    const raw = this.source.slice(start, end);
    const body = this.body(start, end, "", 0);
    if (this.tree.parts.length === 0)
      return this.options.values === "all"
        ? { ...inlineMessage(literalString(scanString(raw)), raw), nonLinguistic: true }
        : null;
    const indent = /\n([ ]+)/.exec(raw)?.[1] ?? "    ";
    const writer = new FluentWriter(this.source, this.newline, this.newline + indent);
    return { parts: this.tree.parts, hasNumber: true, compose: (texts) => writer.body(body, texts) };
  }

  private body(start: number, end: number, label: string, depth: number): Body<Choice> {
    return this.tree.body({ start, end }, label, (nest) =>
      this.pieces(start, end, (from, to) => {
        const isChoice = this.source.slice(from, to).includes("->") && depth < MAX_DEPTH;
        return isChoice ? nest("{…}", () => this.choice(from, to, label, depth)) : undefined;
      }),
    );
  }

  /** `choiceOf` returns the code for a placeable that is a selector. */
  private pieces(start: number, end: number, choiceOf: (from: number, to: number) => Piece | undefined): Piece[] {
    const pieces: Piece[] = [];
    let at = start;
    const text = (until: number) => {
      if (until > at) pieces.push(...textPieces(this.source.slice(at, until)));
    };
    for (let open = this.source.indexOf("{", start); open >= 0 && open < end; open = this.source.indexOf("{", at)) {
      text(open);
      const close = braceEnd(this.source, open, end);
      if (close < 0) throw new UnreadableFile("corrupt", `A brace of the message ${this.name} is not closed.`);
      const raw = this.source.slice(open, close);
      const [equiv, identity] = [raw.includes("->") ? "{…}" : raw, `{${raw.slice(1, -1).trim()}}`];
      pieces.push(choiceOf(open, close) ?? { type: "code", raw, kind: "placeholder", equiv, identity });
      at = close;
    }
    text(end);
    return pieces;
  }

  private choice(start: number, end: number, label: string, depth: number): Choice {
    const branches = branchesOf(this.source, start, end);
    const plain = this.options.plurals ? this.formsOf(branches) : undefined;
    if (plain) {
      const isOrdinal = /type: *"ordinal"/.test(this.source.slice(start, branches[0]!.from));
      const forms = this.tree.forms(isOrdinal ? "ordinal" : "cardinal", plain, label || "plural");
      return { start, end, branches, bodies: [], forms };
    }
    const bodies = branches.map((branch) =>
      this.body(branch.start, branch.end, label ? `${label}] [${branch.name}` : branch.name, depth + 1),
    );
    return { start, end, branches, bodies };
  }

  /** The branches of a plural that contain no selectors, by name of form. */
  private formsOf(branches: readonly Branch[]): ReadonlyMap<string, readonly Piece[]> | undefined {
    const names = branches.map(({ name }) => formName(name));
    const isPlural = names.some(isPluralCategory) && names.every((name) => isFormName("cardinal", name));
    const isPlain = branches.every(({ start, end }) => !this.source.slice(start, end).includes("->"));
    if (!isPlural || !isPlain || branches.length < 2) return;
    return new Map(branches.map(({ start, end }, i) => [names[i]!, this.pieces(start, end, () => undefined)]));
  }
}

class FluentWriter {
  constructor(
    private readonly source: string,
    private readonly newline: string,
    private readonly lineBreak: string,
  ) {}

  body(body: Body<Choice>, texts: readonly MessageText[]): string {
    return composeBody(
      this.source,
      body,
      texts,
      (choice) => this.choice(choice, texts),
      (text) => this.spell(text),
    );
  }

  private choice(choice: Choice, texts: readonly MessageText[]): string {
    const given = choice.forms ? (texts[choice.forms.part] ?? null) : null;
    const edits = choice.bodies.map((body): Edit => {
      return { start: body.start, end: body.end, text: this.body(body, texts) };
    });
    const ofForms = choice.forms && isForms(given) ? this.formEdits(choice, choice.forms.pieces, given) : [];
    return spliceWithin(this.source, choice, [...edits, ...ofForms]);
  }

  /** The default branch stays, because every selector needs one. */
  private formEdits({ branches }: Choice, pieces: ReadonlyMap<string, readonly Piece[]>, given: PluralTexts): Edit[] {
    const { changed, added, removed } = formChanges(pieces, given);
    const spell = (text: string) => this.spell(given.joint.spell(text));
    const edits: Edit[] = [];
    for (const [i, { name, isDefault, from, start, end }] of branches.entries()) {
      const text = changed.get(formName(name));
      if (text !== undefined) edits.push({ start, end, text: spell(text) });
      const next = branches[i + 1];
      if (!removed.has(formName(name)) || isDefault) continue;
      const line = lineStart(this.source, from);
      edits.push({
        start: next ? line : this.lineEnd(line),
        end: next ? lineStart(this.source, next.from) : end,
        text: "",
      });
    }
    for (const name of [...added.keys()].sort(compareForms)) {
      const next = branches.find((branch) => compareForms(name, formName(branch.name)) < 0);
      const like = branches.find(({ isDefault }) => !isDefault) ?? branches[0]!;
      const line = lineStart(this.source, like.from);
      const lead = this.source.slice(line, like.from);
      const indent = lead.trim() === "" ? lead + (like.isDefault ? " " : "") : " ";
      const branch = `${indent}[${name.replace("=", "")}] ${spell(added.get(name)!)}`;
      const at = next ? lineStart(this.source, next.from) : branches.at(-1)!.end;
      edits.push({ start: at, end: at, text: next ? branch + this.newline : this.newline + branch });
    }
    return edits;
  }

  private lineEnd(line: number): number {
    return line > 1 && this.source[line - 2] === "\r" ? line - 2 : line - 1;
  }

  /** Text that would begin another construct at the start of a line is written as a string in braces. */
  private spell(value: string): string {
    const lines = value.split("\n").map((line) => line.replace(/^[ ]*([[*.}])/, '{ "$1" }'));
    return lines.reduce((all, line) => all + (line === "" ? this.newline : this.lineBreak + line));
  }
}

/** Number keys match exactly, like `=0` in ICU. */
function formName(name: string): string {
  return /^\d+$/.test(name) ? `=${name}` : name;
}

/** Wrapped lines of a value are one text; blank lines and list items begin new texts. */
function textPieces(raw: string): Piece[] {
  const lines = raw.split(/(?:\r\n|\n)[ ]*/);
  return lines.flatMap((line, index): Piece[] => {
    if (index === 0) return scanString(line);
    const isApart = line === "" || lines[index - 1] === "" || /^(?:[-•–] |\d{1,3}[.)] )/.test(line);
    return [{ type: "text", text: isApart ? "\n" : " " }, ...scanString(line)];
  });
}

function braceEnd(source: string, from: number, limit: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < limit; at++) {
    const character = source[at]!;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at++;
    else if (!isQuoted && character === "{") depth++;
    else if (!isQuoted && character === "}" && --depth === 0) return at + 1;
  }
  return -1;
}

const BRANCH = /^[ \t]*(\*?)\[[ ]*([^\]\r\n]{1,100}?)[ ]*\]/;

function branchesOf(source: string, start: number, end: number): Branch[] {
  const found: { name: string; isDefault: boolean; from: number; start: number; end: number }[] = [];
  let depth = 0;
  const offset = start + 1;
  for (const line of linesOf(source.slice(offset, end - 1))) {
    const branch = depth === 0 ? BRANCH.exec(line.text) : null;
    if (branch) {
      const [all, mark = "", name = ""] = branch;
      const after = offset + line.start + all.length;
      const from = offset + line.start + all.search(/\S/);
      found.push({ name, isDefault: mark !== "", from, start: after, end: offset + line.end });
      depth += depthIn(line.text.slice(all.length));
    } else {
      depth += depthIn(line.text);
      const open = found.at(-1);
      if (open && line.text.trim() !== "") open.end = offset + line.end;
    }
  }
  return found
    .map((branch) => ({ ...branch, ...trimRange(source, branch.start, branch.end) }))
    .filter((branch) => branch.end > branch.start);
}

export function trimRange(
  source: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(source[from]!)) from++;
  while (to > from && /\s/.test(source[to - 1]!)) to--;
  return { start: from, end: to };
}

/** Number of braces opened but not closed in a line; ignores string literals. */
export function depthIn(text: string): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"' && (isQuoted || depth > 0)) isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") at++;
    else if (!isQuoted && character === "{") depth++;
    else if (!isQuoted && character === "}") depth--;
  }
  return depth;
}
