import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import type { Entry } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { isMark, isWord, type Lexeme, literalEntry } from "./literal";
import { lexPhp } from "./php-lexer";

/** Message arrays in PHP: Laravel, CakePHP, CodeIgniter, WordPress `.l10n.php`. Parsed as data, never executed. */
export const php: Format = {
  id: "php",
  name: "PHP messages",
  extensions: ["php"],
  mediaTypes: ["application/x-httpd-php", "text/x-php"],
  translates: "Strings in arrays that are returned or assigned, and messages assigned to an array one by one.",
  leaves: "Keys, code, comments, heredocs, strings that are joined or passed to functions, variables in strings.",
  matches: (bytes, extension) => extension === "php" && looksLikeText(bytes) && /<\?(?:php\b|=)/i.test(peekText(bytes)),
  async open(bytes) {
    const decoded = decodeText(bytes);
    return stringsDocument(php, { decoded, entries: phpEntries(lexPhp(decoded.text)) });
  },
};

/** Laravel validation rules: `required|max:255`. */
const RULES =
  /^(?:required|nullable|sometimes|string|integer|numeric|boolean|array|date|email|min:|max:)[\w:,|.]{0,200}$/;

/** WordPress metadata next to the messages. */
const HEADER = new Set(
  "domain language plural-forms generator x-generator project-id-version pot-creation-date po-revision-date translation-revision-date".split(
    " ",
  ),
);

type Container = { readonly type: "array" | "index" | "other"; key: string; items: number };

function phpEntries(lexemes: readonly Lexeme[]): Entry[] {
  const entries: Entry[] = [];
  const stack: Container[] = [];
  /** Assignment target of an element: `$lang['save'] =` gives `$lang`, `save`. */
  let target: string[] = [];
  const push = (type: Container["type"]) => stack.push({ type, key: "", items: 0 });
  const message = (lexeme: Extract<Lexeme, { type: "string" }>, path: readonly string[]) => {
    const key = path.filter(Boolean).join(".");
    const { value } = lexeme.literal;
    if (RULES.test(value) || HEADER.has(path[0] ?? "")) return;
    if (isProse(value, path.at(-1))) entries.push(...literalEntry(lexeme.literal, key));
  };
  for (const [index, lexeme] of lexemes.entries()) {
    const previous = lexemes[index - 1];
    const next = lexemes[index + 1];
    const top = stack.at(-1);
    if (lexeme.type === "string") {
      if (top?.type === "index") target.push(lexeme.literal.value);
      else if (top?.type === "array") {
        if (isMark(next, "=>")) top.key = lexeme.literal.value;
        else if (isMark(previous, "=>", "[", "(", ",") && isMark(next, ",", "]", ")") && isInArrays(stack)) {
          const isListed = !isMark(previous, "=>");
          message(lexeme, [...target, ...stack.map(({ key }) => key), ...(isListed ? [String(top.items)] : [])]);
        }
      } else if (isMark(previous, "=") && isMark(next, ";") && target.length > 1) message(lexeme, target.slice(1));
    } else if (lexeme.type === "word") {
      if (lexeme.text.startsWith("$") && !top) target = [lexeme.text];
      if (top?.type === "array" && isMark(next, "=>")) top.key = lexeme.text;
    } else if (lexeme.text === "[") {
      const isIndex = previous?.type === "word" ? !isWord(previous, "return") : isMark(previous, "]", ")", "}");
      push(isIndex ? "index" : "array");
    } else if (lexeme.text === "(") push(isWord(previous, "array", "Array") ? "array" : "other");
    else if (lexeme.text === "]" || lexeme.text === ")") stack.pop();
    else if (lexeme.text === "," && top?.type === "array") {
      top.key = "";
      top.items++;
    } else if (lexeme.text === ";") {
      stack.length = 0;
      target = [];
    } else if (isWord(previous, "return")) target = [];
    if (isWord(lexeme, "return")) target = [];
    if (isMark(lexeme, "=") && target.length === 1) target = [];
  }
  return entries;
}

function isInArrays(stack: readonly Container[]): boolean {
  return stack.every(({ type }) => type === "array");
}
