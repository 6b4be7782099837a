import { commentAbove } from "@/lib/formats/comment-above";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, joinedWarning } from "@/lib/formats/format";
import type { Entry } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { type LayoutGroup, type LayoutNode, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { lineStart } from "@/lib/formats/lines";
import { type Container, endElement, groupOf, namesOf, newContainer } from "./containers";
import { isMark, isWord, type Lexeme, literalEntry } from "./literal";
import { lexPhp } from "./php-lexer";

/** Message arrays in PHP: Laravel, CakePHP, CodeIgniter. Parsed as data, never executed. */
export const php: Format = {
  id: "php",
  name: "PHP messages",
  extensions: ["php"],
  mediaTypes: ["application/x-httpd-php", "text/x-php"],
  translates: "Strings in arrays that are returned or assigned, and messages assigned to an array one by one.",
  leaves: "Keys, code, comments, heredocs, strings that are concatenated or passed to functions, variables in strings.",
  matches: (bytes, extension) => extension === "php" && looksLikeText(bytes) && /<\?(?:php\b|=)/i.test(peekText(bytes)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const { entries, layout: group, joined } = new PhpReader(decoded.text, lexPhp(decoded.text), options);
    const layout = new TreeLayout(decoded.text, group, decoded.newline);
    return stringsDocument(php, { decoded, entries, layout, warnings: joinedWarning(joined.size) });
  },
};

/** Laravel validation rules: `required|max:255`. */
const RULES =
  /^(?:required|nullable|sometimes|string|integer|numeric|boolean|array|date|email|min:|max:)[\w:,|.]{0,200}$/;

class PhpReader {
  readonly entries: Entry[] = [];
  /** Names of texts that the code concatenates. */
  readonly joined = new Set<string>();
  /** Statements that contain strings. */
  private readonly statements: LayoutNode[] = [];
  private readonly stack: Container<"array" | "index" | "other">[] = [];
  /** Keys in the assignment target of an element: `$lang['save'] =` gives `$lang`, `save`. */
  private target: string[] = [];
  private statement = -1;
  private content: Pick<LayoutNode, "id" | "group"> = {};

  constructor(
    private readonly source: string,
    private readonly lexemes: readonly Lexeme[],
    private readonly options: FormatOptions,
  ) {
    for (const [index, lexeme] of lexemes.entries()) this.read(lexeme, index);
    this.endStatement(lexemes.at(-1));
  }

  get layout(): LayoutGroup {
    return { style: "lines", nodes: this.statements, inside: this.source.length };
  }

  private read(lexeme: Lexeme, index: number): void {
    const { stack, lexemes } = this;
    const previous = lexemes[index - 1];
    const next = lexemes[index + 1];
    const top = stack.at(-1);
    if (this.statement < 0) this.statement = lexeme.start;
    if (top?.type === "array" && top.start < 0 && !isMark(lexeme, ",", "]", ")")) top.start = lexeme.start;
    if (lexeme.type === "string") {
      this.string(lexeme, index);
    } else if (lexeme.type === "word") {
      if (lexeme.text.startsWith("$") && !top && !isMark(previous, "=", ".", "?", ":")) this.target = [lexeme.text];
      if (top?.type === "array" && isMark(next, "=>")) top.key = lexeme.text;
    } else if (lexeme.text === "[") {
      const isIndex = previous?.type === "word" ? !isWord(previous, "return") : isMark(previous, "]", ")", "}");
      stack.push(newContainer(isIndex ? "index" : "array", lexeme.end));
    } else if (lexeme.text === "(") {
      stack.push(newContainer(isWord(previous, "array", "Array") ? "array" : "other", lexeme.end));
    } else if (lexeme.text === "]" || lexeme.text === ")") {
      this.close(previous);
    } else if (lexeme.text === "," && top?.type === "array") {
      endElement(top, previous);
    } else if (lexeme.text === ";") {
      this.endStatement(lexeme);
    }
    if (isWord(lexeme, "return")) this.target = [];
    if (isMark(lexeme, "=") && this.target.length === 1) this.target = [];
  }

  private string(lexeme: Extract<Lexeme, { type: "string" }>, index: number): void {
    const { stack, target } = this;
    const [previous, next, top] = [this.lexemes[index - 1], this.lexemes[index + 1], stack.at(-1)];
    if (top?.type === "index") {
      target.push(lexeme.literal.value);
    } else if (top?.type === "array") {
      if (isMark(next, "=>")) top.key = lexeme.literal.value;
      else if (isMark(previous, ".", "?", ":") || isMark(next, "."))
        this.join(
          lexeme,
          stack.map(({ key }) => key),
        );
      else if (isMark(previous, "=>", "[", "(", ",") && isMark(next, ",", "]", ")") && isInArrays(stack)) {
        const keys = [...target, ...stack.map(({ key }) => key)];
        const path = isMark(previous, "=>") ? keys : [...keys, String(top.items)];
        const id = [this.arrayName(), ...namesOf(stack)].join("\0");
        if (this.message(lexeme, path, id, top.start)) top.content = { id };
      }
    } else if (isMark(previous, "=") && isMark(next, ";") && target.length > 1) {
      const id = target.join("\0");
      if (this.message(lexeme, target.slice(1), id, this.statement)) this.content = { id };
    } else if ((isMark(previous, ".", "?", ":") || isMark(next, ".")) && target.length > 1) this.join(lexeme, target);
  }

  private join({ literal }: Extract<Lexeme, { type: "string" }>, path: readonly string[]): void {
    if (isInArrays(this.stack) && isProse(literal.value, path.at(-1)))
      this.joined.add([this.arrayName(), ...namesOf(this.stack), ...this.target].join("\0"));
  }

  private arrayName(): string {
    return this.target.length > 0 ? this.target.join("\0") : `#${this.statements.length}`;
  }

  private message(
    lexeme: Extract<Lexeme, { type: "string" }>,
    path: readonly string[],
    id: string,
    start: number,
  ): boolean {
    const { value } = lexeme.literal;
    const isText = !RULES.test(value) && isProse(value, path.at(-1));
    const note = commentAbove(this.source, start, "program");
    const place = { key: path.filter(Boolean).join("."), id, note };
    const entry = literalEntry(lexeme.literal, place, isText, this.options);
    if (entry) this.entries.push(entry);
    return entry !== undefined;
  }

  private close(last: Lexeme | undefined): void {
    const closed = this.stack.pop();
    if (closed?.type !== "array") return;
    if (closed.start >= 0) endElement(closed, last);
    const parent = this.stack.at(-1);
    const group = groupOf(closed);
    if (parent?.type === "array") parent.content = { group };
    else if (!parent) this.content = { group };
  }

  private endStatement(last: Lexeme | undefined): void {
    const { statement: from, content, source } = this;
    if (last && (content.id !== undefined || content.group)) {
      const start = lineStart(source, from);
      const rest = /[^\r\n]*(?:\r\n|\r|\n)?/y;
      rest.lastIndex = last.end;
      rest.exec(source);
      const end = rest.lastIndex;
      const isWhole = source.slice(start, from).trim() === "" && /^\s*(?:\/\/|#|$)/.test(source.slice(last.end, end));
      const name = content.id ?? this.arrayName();
      const node = isWhole ? { start, end } : { start: from, end: last.end, isFixed: true };
      this.statements.push({ name, ...content, ...(content.group ? { isFixed: true } : {}), ...node });
    }
    this.stack.length = 0;
    this.target = [];
    this.statement = -1;
    this.content = {};
  }
}

function isInArrays(stack: readonly Container<string>[]): boolean {
  return stack.every(({ type }) => type === "array");
}
