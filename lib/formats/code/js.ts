import { commentAbove } from "@/lib/formats/comment-above";
import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import { type Format, type FormatOptions, joinedWarning } from "@/lib/formats/format";
import type { Entry } from "@/lib/formats/l10n/message";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { TextValues } from "@/lib/formats/l10n/text-values";
import { type LayoutGroup, type LayoutNode, TreeLayout } from "@/lib/formats/l10n/tree-layout";
import { type Container, endElement, groupOf, namesOf, newContainer } from "./containers";
import { lexJs } from "./js-lexer";
import { isMark, isWord, type Lexeme, literalEntry } from "./literal";

/** Message modules in JavaScript or TypeScript, and JSON5. Parsed as data, never executed. */
export const js: Format = {
  id: "js",
  name: "JavaScript messages",
  extensions: ["js", "mjs", "cjs", "ts", "mts", "cts", "json5"],
  mediaTypes: ["text/javascript", "text/typescript", "application/json5"],
  translates: "Strings and template literals that are values of objects and arrays, with the branches of ICU plurals.",
  leaves:
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sentence names this syntax.
    "Keys, code, comments, types, strings that are concatenated or passed to functions, and the content of `${…}`; in settings files also single words that name an option.",
  options: ["keys"],
  matches: (bytes, extension) =>
    js.extensions.includes(extension) &&
    looksLikeText(bytes) &&
    (extension === "json5" ? STARTS_JSON5 : MODULE).test(peekText(bytes, 65_536)),
  async open(bytes, options) {
    const decoded = decodeText(bytes);
    const texts = new TextValues(decoded.text, options);
    const { entries, layout: group, joined } = new JsReader(decoded.text, lexJs(decoded.text), texts, options);
    const layout = new TreeLayout(decoded.text, group, decoded.newline);
    return stringsDocument(js, {
      decoded,
      entries,
      layout,
      warnings: [...joinedWarning(joined.size), ...texts.warnings],
    });
  },
};

const STARTS_JSON5 = /^\s{0,1000}(?:[[{]|\/[/*])/;

/** An export or an assignment, which contains the data. */
const MODULE = /\b(?:export|module\.exports|exports)\b|=\s*[[{]|^\s*(?:return\s*)?\(?\{/;

/** Calls that return their argument: `defineMessages({…})`. */
const TRANSPARENT = /^(?:define\w*|create\w*|.*\.freeze|messages?|i18n|satisfies|as)$/i;

type JsContainer = Container<"object" | "array" | "other">;

class JsReader {
  readonly entries: Entry[] = [];
  /** Names of texts that the code concatenates. */
  readonly joined = new Set<string>();
  /** The outermost objects and arrays. */
  private readonly roots: LayoutNode[] = [];
  private readonly stack: JsContainer[] = [];

  constructor(
    private readonly source: string,
    private readonly lexemes: readonly Lexeme[],
    private readonly texts: TextValues,
    private readonly options: FormatOptions,
  ) {
    for (const [index, lexeme] of lexemes.entries()) this.read(lexeme, index);
  }

  get layout(): LayoutGroup {
    return { style: "fixed", nodes: this.roots, inside: 0 };
  }

  private read(lexeme: Lexeme, index: number): void {
    const { lexemes, stack } = this;
    const previous = lexemes[index - 1];
    const next = lexemes[index + 1];
    const top = stack.at(-1);
    if (top && top.start < 0 && !isMark(lexeme, ",", "}", "]", ")")) top.start = lexeme.start;
    const isKey = top?.type === "object" && isMark(next, ":") && (isMark(previous, "{", ",") || !previous);
    if (isKey && lexeme.type !== "mark") {
      top.key = lexeme.type === "string" ? lexeme.literal.value : lexeme.text;
      top.mark = index + 1;
    } else if (lexeme.type === "string") {
      this.string(lexeme, index);
    } else if (lexeme.type === "mark") {
      if (lexeme.text === "{") this.open(isObject(lexemes, index, top) ? "object" : "other", lexeme);
      else if (lexeme.text === "[")
        this.open(previous?.type === "word" && !isStart(previous) ? "other" : "array", lexeme);
      else if (lexeme.text === "(") {
        const isOpen = isMark(next, "{", "[") && (previous?.type !== "word" || TRANSPARENT.test(previous.text));
        this.open(isOpen ? "array" : "other", lexeme);
      } else if (/^[)\]}]$/.test(lexeme.text)) this.close(previous, lexeme);
      else if (lexeme.text === "," && top) endElement(top, previous);
    }
  }

  private open(type: JsContainer["type"], { end }: Lexeme): void {
    this.stack.push(newContainer(type, end));
  }

  private close(last: Lexeme | undefined, bracket: Lexeme): void {
    const closed = this.stack.pop();
    if (!closed) return;
    if (closed.start >= 0) endElement(closed, last);
    const isCall = isMark(bracket, ")");
    // No element can be added to the arguments of a call.
    const group: LayoutGroup = isCall ? { ...groupOf(closed), style: "fixed" } : groupOf(closed);
    const parent = this.stack.at(-1);
    if (closed.type === "other") return;
    if (parent) parent.content = { group };
    else {
      const name = `#${this.roots.length}`;
      this.roots.push({ name, start: closed.inside, end: bracket.end, group, isFixed: true });
    }
  }

  private string(lexeme: Extract<Lexeme, { type: "string" }>, index: number): void {
    const { stack, lexemes } = this;
    const [previous, next, top] = [lexemes[index - 1], lexemes[index + 1], stack.at(-1)];
    const isValue = top?.type === "object" && top.mark === index - 1;
    const isItem = top?.type === "array" && isMark(previous, "[", ",");
    const isWhole = isMark(next, ",", "}", "]") || isWord(next, "as");
    if (!top || top.start < 0 || stack.some(({ type }) => type === "other")) return;
    const path = [...stack.map(({ key }) => key), ...(isItem ? [String(top.items)] : [])].filter(Boolean);
    const id = [`#${this.roots.length}`, ...namesOf(stack)].join("\0");
    const isChosen = isMark(previous, "?") || (isMark(previous, ":") && top?.type === "object" && !isValue);
    const isJoined = isChosen || isMark(previous, "+") || isMark(next, "+");
    const isText = (isJoined || ((isValue || isItem) && isWhole)) && this.texts.isText(lexeme.literal.value, path);
    if (isJoined && isText) this.joined.add(id);
    if ((!isValue && !isItem) || !isWhole) return;
    const note = commentAbove(this.source, top.start, "program");
    const entry = literalEntry(lexeme.literal, { key: path.join("."), id, note }, isText, this.options);
    if (!entry) return;
    this.entries.push(entry);
    top.content = { id };
  }
}

function isStart(lexeme: Lexeme): boolean {
  return isWord(lexeme, "return", "default", "module.exports", "satisfies", "as");
}

/** A brace begins an object where a value is expected, else a block. */
function isObject(lexemes: readonly Lexeme[], index: number, top: JsContainer | undefined): boolean {
  const previous = lexemes[index - 1];
  if (!previous) return true;
  if (isStart(previous)) return true;
  if (isMark(previous, "=")) return !isWord(lexemes[index - 3], "type");
  if (isMark(previous, ":")) return top?.type === "object" && top.mark === index - 1;
  return isMark(previous, "(", "[", ",", "?");
}
