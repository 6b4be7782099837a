import { type InlineString, inlineString } from "./inline-string";
import { type PrintfMode, scanString } from "./string-pieces";

/**
 * A menu or button string with an optional accelerator: `&File` (Windows, Qt), `_File` (GTK), `F~ile` (LibreOffice).
 * The mark is not part of the text; in a translation it is put before the same letter, or before the first one. Null
 * without words. `isCaption`: the format treats every `&` before a letter as such a mark.
 */
export function menuString(value: string, mode: PrintfMode = "loose", isCaption = false): InlineString | null {
  const found = findAccelerator(value, isCaption);
  const inline = found && inlineString(scanString(found.text, mode));
  if (!inline || inline.segment.codes.length > 0) return inlineString(scanString(value, mode));
  return {
    ...inline,
    restore: (encoded, escapeText) =>
      encoded === inline.segment.text ? value : mark(inline.restore(encoded, escapeText), found),
    respell: (encoded, translation, escapeText) => mark(inline.respell(encoded, translation, escapeText), found),
    adopt(translation) {
      const given = translation.map((piece) => (piece.type === "text" ? piece.text : piece.raw)).join("");
      return inline.adopt(scanString(findAccelerator(given, isCaption)?.text ?? given, mode));
    },
  };
}

type Accelerator = { readonly sign: string; readonly letter: string; readonly text: string };

/** Maximum length of a caption; in a sentence, `&` or `_` has another meaning. */
const MAX_LENGTH = 60;

/** A mark before a letter of a word: `E&xit`, `Wra&p`, but neither `AT&T` nor `rock&roll`. */
const MARKED = /(?<![\p{L}\p{N}_&~])(\p{L}{0,60})([&_~])(\p{L}{1,60})/u;

const WITHIN = /^(?:[&_~]|\p{Lu}\p{L}{0,2}[&_~]\p{L}{2}|\p{L}{2,}&\p{L}$)/u;

/** In scripts without keys, the Latin letter follows the text: `ファイル(&F)`. */
const BEHIND = /\(([&_~])([\p{L}\p{N}])\)/u;

const ENTITY = /&(?:[A-Za-z][A-Za-z0-9]{1,10}|#\w{1,8});/;

function findAccelerator(value: string, isCaption = false): Accelerator | undefined {
  if (
    (value.length > MAX_LENGTH && !isCaption) ||
    (value.replace(isCaption ? /&&/g : "", "").match(/[&_~]/g) ?? []).length !== 1 ||
    /[<>{}@=/\\]/.test(value)
  )
    return;
  if (ENTITY.test(value)) return;
  const behind = BEHIND.exec(value);
  if (behind) return { sign: behind[1]!, letter: behind[2]!, text: value.replace(behind[0], "") };
  const match = MARKED.exec(value);
  if (!match) return;
  const [, before = "", sign = "", after = ""] = match;
  if (before !== "" && after !== after.toLowerCase()) return;
  if (!isCaption && !WITHIN.test(before + sign + after)) return;
  const at = match.index + before.length;
  return { sign, letter: after[0]!, text: value.slice(0, at) + value.slice(at + 1) };
}

/** Scripts whose characters have no keys of their own. */
const NO_KEYS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function mark(text: string, { sign, letter }: Accelerator): string {
  if (new RegExp(`${sign}[\\p{L}\\p{N}]`, "u").test(text)) return text;
  if (NO_KEYS.test(text)) {
    const end = /(?:\.{3}|…|[:：])?\s*$/.exec(text)!.index;
    return `${text.slice(0, end)}(${sign}${letter.toUpperCase()})${text.slice(end)}`;
  }
  const caption = text.split("\t", 1)[0]!;
  const words = [...caption.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)];
  const same = [...words, ...caption.matchAll(/[\p{L}\p{N}]/gu)].filter(
    ({ 0: found }) => found.toLowerCase() === letter.toLowerCase(),
  );
  const first = words.filter(({ 0: found }) => /\p{L}/u.test(found)).slice(0, 1);
  const marked = [...same, ...first].map(({ index }) => text.slice(0, index) + sign + text.slice(index));
  // Prefers a position at which the mark is recognised as an accelerator when the file is read again.
  return (
    marked.find((one) => !/&\p{L}(?!\p{L})/u.test(one) && findAccelerator(one)?.text === text) ?? marked[0] ?? text
  );
}
