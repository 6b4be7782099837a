import { baseLanguage } from "@/lib/text/languages";
import { checkCodes } from "@/lib/text/message/codes";
import { plainText } from "@/lib/text/segment";
import type { Piece } from "./pieces";

/**
 * False for typical non-translations by language models: an answer to a question in the text, a refusal, an
 * explanation, several lines for one, or many times the length. True in case of doubt.
 */
export function isTranslation(
  source: Piece,
  translated: string,
  direction: { readonly source: string; readonly target: string },
): boolean {
  const from = plainText(source.text);
  const to = plainText(translated);
  if (to.trim() === "" || /[\r\n]/.test(to) || isOutOfProportion(from.length, to.length)) return false;
  if (asks(from, direction.source) && !mayAsk(to, direction.target)) return false;
  return !CHATTER.test(to) || CHATTER.test(from);
}

/** True if all codes of the source were returned, or were broken in the source. */
export function hasItsCodes(source: Piece, translated: string): boolean {
  const marks = source.text.match(/<[^<>]+>/g) ?? [];
  if (marks.every((mark) => translated.split(mark).length === source.text.split(mark).length)) return true;
  return checkCodes(source, source.text).length > 0 || checkCodes(source, translated).length === 0;
}

/** Length limit: a word may become a phrase, and a Chinese sentence five times as many letters. */
function isOutOfProportion(from: number, to: number): boolean {
  return to > 60 + 6 * from || from > 60 + 8 * to;
}

/** Languages that mark questions by words or by forms of words. */
const UNMARKED_QUESTIONS = new Set(["th", "lo", "km", "my", "bo", "dz", "hy", "ja"]);

function mayAsk(text: string, language: string): boolean {
  return UNMARKED_QUESTIONS.has(baseLanguage(language)) || asks(text, language);
}

/** Whether a text contains a question mark of any script; the Greek one is a semicolon. */
function asks(text: string, language: string): boolean {
  const end = text.replace(/["'”’»«›)\]\s]+$/, "").at(-1) ?? "";
  return "?？؟⸮፧".includes(end) ? end !== "" : language === "el" && ";;".includes(end) && end !== "";
}

/** Typical beginnings of non-translations, in any language. */
const CHATTER =
  /^\s*(?:(?:sure|certainly|of course)[,!.]? here|here(?:'s| is| are) (?:the|your) translat|the translation (?:is|of)\b|translation:|as an ai\b|(?:i'm|i am) sorry,? but i (?:can|am)|i can(?:no|')t (?:translate|assist)|```)/i;
