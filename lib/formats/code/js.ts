import { decodeText, looksLikeText, peekText } from "@/lib/formats/encoding";
import type { Format } from "@/lib/formats/format";
import type { Entry } from "@/lib/formats/l10n/message";
import { isProse } from "@/lib/formats/l10n/prose";
import { stringsDocument } from "@/lib/formats/l10n/strings-document";
import { lexJs } from "./js-lexer";
import { isMark, isWord, type Lexeme, literalEntry } from "./literal";

/** Message modules in JavaScript or TypeScript, and JSON5. Parsed as data, never executed. */
export const js: Format = {
  id: "js",
  name: "JavaScript messages",
  extensions: ["js", "mjs", "cjs", "ts", "mts", "cts", "json5"],
  mediaTypes: ["text/javascript", "text/typescript", "application/json5"],
  translates: "Strings and template literals that are values of objects and arrays, with the branches of ICU plurals.",
  leaves: "Keys, code, comments, types, strings that are joined or passed to functions, and what `${…}` fills in.",
  matches: (bytes, extension) =>
    js.extensions.includes(extension) &&
    looksLikeText(bytes) &&
    (extension === "json5" ? STARTS_JSON5 : MODULE).test(peekText(bytes, 65_536)),
  async open(bytes) {
    const decoded = decodeText(bytes);
    return stringsDocument(js, { decoded, entries: jsEntries(lexJs(decoded.text)) });
  },
};

const STARTS_JSON5 = /^\s{0,1000}(?:[[{]|\/[/*])/;

/** An export or an assignment, which contains the data. */
const MODULE = /\b(?:export|module\.exports|exports)\b|=\s*[[{]|^\s*(?:return\s*)?\(?\{/;

type Container = {
  readonly type: "object" | "array" | "other";
  key: string;
  /** Index of the colon after the current key. */
  colon: number;
  items: number;
};

/** Calls that return their argument: `defineMessages({…})`. */
const TRANSPARENT = /^(?:define\w*|create\w*|.*\.freeze|messages?|i18n|satisfies|as)$/i;

function jsEntries(lexemes: readonly Lexeme[]): Entry[] {
  const entries: Entry[] = [];
  const stack: Container[] = [];
  const push = (type: Container["type"], key = "") => stack.push({ type, key, colon: -1, items: 0 });
  for (const [index, lexeme] of lexemes.entries()) {
    const previous = lexemes[index - 1];
    const next = lexemes[index + 1];
    const top = stack.at(-1);
    const isKey = top?.type === "object" && isMark(next, ":") && (isMark(previous, "{", ",") || !previous);
    if (isKey && lexeme.type !== "mark") {
      top.key = lexeme.type === "string" ? lexeme.literal.value : lexeme.text;
      top.colon = index + 1;
    } else if (lexeme.type === "string") {
      const isValue = top?.type === "object" && top.colon === index - 1;
      const isItem = top?.type === "array" && isMark(previous, "[", ",");
      const isWhole = isMark(next, ",", "}", "]") || isWord(next, "as");
      if ((!isValue && !isItem) || !isWhole || stack.some(({ type }) => type === "other")) continue;
      const path = [...stack.map(({ key }) => key), ...(isItem ? [String(top.items)] : [])].filter(Boolean);
      if (isProse(lexeme.literal.value, top.key)) entries.push(...literalEntry(lexeme.literal, path.join(".")));
    } else if (lexeme.type === "mark") {
      if (lexeme.text === "{") push(isObject(lexemes, index, top) ? "object" : "other");
      else if (lexeme.text === "[") push(previous?.type === "word" && !isStart(previous) ? "other" : "array");
      else if (lexeme.text === "(") {
        const isOpen = isMark(next, "{", "[") && (previous?.type !== "word" || TRANSPARENT.test(previous.text));
        if (isOpen) push("array", "");
        else push("other");
      } else if (/^[)\]}]$/.test(lexeme.text)) stack.pop();
      else if (lexeme.text === "," && top) {
        top.key = "";
        top.colon = -1;
        top.items++;
      }
    }
  }
  return entries;
}

function isStart(lexeme: Lexeme): boolean {
  return isWord(lexeme, "return", "default", "module.exports", "satisfies", "as");
}

/** A brace begins an object where a value is expected, otherwise a block. */
function isObject(lexemes: readonly Lexeme[], index: number, top: Container | undefined): boolean {
  const previous = lexemes[index - 1];
  if (!previous) return true;
  if (isStart(previous)) return true;
  if (isMark(previous, "=")) return !isWord(lexemes[index - 3], "type");
  if (isMark(previous, ":")) return top?.type === "object" && top.colon === index - 1;
  return isMark(previous, "(", "[", ",", "?");
}
