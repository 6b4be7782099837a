import { abbreviationsOf } from "@/lib/text/abbreviations";
import { type EndMark, isForeignMark, markOf, meaningOf, OMITS_STOP, WITHOUT_STOP } from "./punctuation-marks";
import type { Finding, Subject } from "./subject";
import { type Edit, MARK_SYMBOL } from "./text-view";

/** The final mark must match the source's, in the notation of the target language. */
export function* punctuation(subject: Subject): Generator<Finding> {
  const { source, target, context, sourceLanguage, targetLanguage } = subject;
  if (target.isBlank || !/[\p{L}\uffee]/u.test(target.prose)) return;
  const expected = endOf(source.prose, sourceLanguage);
  const found = endOf(withoutLastTags(target), targetLanguage);
  const wanted = expected.meanings[0];
  if (
    wanted === undefined ? found.meanings.length === 0 : found.meanings.some((one) => expected.meanings.includes(one))
  ) {
    yield* foreign(subject, found);
    return;
  }
  // The visarga resembles a colon; and marks after a greeting differ: "Hi Ann," becomes "Hallo Ann!".
  if (wanted === "colon" && /[\u0903\u0983]\s*$/.test(target.prose)) return;
  if (wanted === "comma" && ["colon", "exclamation"].includes(found.meanings[0]!)) return;
  // Japanese and Chinese use a word for an ongoing action: "Testing…" as "テスト中".
  if (wanted === "ellipsis" && OMITS_STOP.has(targetLanguage) && /中\s*$/.test(target.prose)) return;
  // Right-to-left languages and Kurdish may put the ellipsis first, Sinhala before a last particle.
  if (wanted === "ellipsis" && /…|\.{3}/.test(target.prose)) return;
  // Languages whose questions contain a particle; Burmese ends exclamations like other sentences.
  if (wanted === "question" && WITHOUT_STOP.has(targetLanguage)) return;
  if ((wanted === "question" || wanted === "exclamation") && targetLanguage === "my" && found.text === "။") return;
  // Armenian puts question and exclamation marks inside the stressed word.
  if (targetLanguage === "hy" && /[՞՜]/.test(target.prose)) return;
  // The full stop may belong to an abbreviation.
  if (wanted === "stop" && (WITHOUT_STOP.has(targetLanguage) || expected.isAbbreviation)) return;
  const isTone = wanted === "question" || wanted === "exclamation";
  if (found.meanings[0] === "stop" && !isTone && (found.isAbbreviation || isShort(target.prose))) return;
  if (isOfName(source.prose, expected) || (wanted === undefined && isOfName(target.prose, found))) return;
  if (
    wanted === "stop" &&
    found.text === "" &&
    /[」』）】]\s*$|[:：]\s?["'“„«‘][^"'”»’]+["'”»’]\s*$/.test(target.prose)
  )
    return;
  if (wanted === undefined && ["stop", "question"].includes(found.meanings[0]!) && isSentence(target)) return;
  // "How to remove a device" may become a question.
  if (wanted === undefined && found.meanings[0] === "question" && /^(?:how|what|why|where)\b/i.test(source.prose))
    return;
  // Japanese and Chinese messages use fewer exclamation marks.
  if (wanted === "exclamation" && OMITS_STOP.has(targetLanguage) && /^[。．]?$/.test(found.text)) return;
  if (wanted === "stop" && found.text === "") {
    if (OMITS_STOP.has(targetLanguage) && !/[。．]/.test(target.prose)) return;
    // "%1 apps are missing." may become "Missing apps: %1".
    if (/[:：]\s?\uffee+\s*$/.test(target.prose)) return;
  }
  // The "…" in "Formats (PNG, SVG, …)" doesn't end a sentence, so a translation without the brackets needs no mark.
  if (found.text === "" && /^\s*[)\]）］]/.test(source.prose.slice(expected.end))) return;
  if (WITHOUT_STOP.has(sourceLanguage) && (wanted === undefined || WITHOUT_STOP.has(targetLanguage))) return;
  const mark = wanted === undefined ? "" : markOf(wanted, context.target, targetLanguage);
  const params = { expected: mark.trim(), found: found.text };
  const edit =
    found.text === "" ? append(subject, expected, found, mark) : target.replace(found.start, found.end, mark);
  yield { check: "punctuation.end", params, ...edit };
}

/** Inserted after closing quotes, brackets and tags if the source has its mark there, otherwise before them. */
function append({ source, target }: Subject, expected: End, found: End, mark: string): Edit {
  const isLast = expected.end === source.prose.trimEnd().length;
  if (isLast && !/<\/g\d{1,6}>$/.test(source.encoded.trimEnd())) {
    const start = target.encoded.trimEnd().length;
    return { start, end: start, replacement: mark };
  }
  const at = isLast ? target.prose.trimEnd().length : found.end;
  return target.replace(at, at, mark);
}

/** A mark with the right meaning in the wrong script: a Latin question mark in Arabic or Chinese. */
function* foreign({ target, context, targetLanguage }: Subject, found: End): Generator<Finding> {
  const [meaning] = found.meanings;
  if (meaning === undefined || !isForeignMark(found.text, meaning, targetLanguage)) return;
  const before = target.prose[found.start - 1];
  if (before === undefined || !/\p{L}/u.test(before) || /\p{Script=Latin}/u.test(before)) return;
  const mark = markOf(meaning, context.target, targetLanguage);
  const params = { expected: mark, found: found.text };
  yield { check: "punctuation.end", params, ...target.replace(found.start, found.end, mark) };
}

/** The text in which its last tags are replaced by spaces. */
function withoutLastTags({ prose, placeholders }: Subject["target"]): string {
  let text = prose;
  for (const { start, end, kind } of placeholders.toReversed()) {
    if (kind !== "close" || text.slice(end).trim() !== "") break;
    text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
  }
  return text;
}

type End = {
  readonly text: string;
  /** Meanings of the marks: `?!` means a question and an exclamation. Empty without marks. */
  readonly meanings: readonly EndMark[];
  readonly start: number;
  readonly end: number;
  readonly isAbbreviation: boolean;
};

/** Quotes, brackets and spaces that may come after the last mark. */
const CLOSING = /[\s\u200e\u200f\u202a-\u202e\u2066-\u2069"'”’»«“‘)\]}）］｝〉》」』】〕*_]/;

function endOf(text: string, language: string): End {
  const prose = MAY_BE_SMILEY.test(text) ? text.replace(SMILEY, (found) => " ".repeat(found.length)) : text;
  let end = prose.length;
  while (end > 0 && (CLOSING.test(prose[end - 1]!) || prose[end - 1] === MARK_SYMBOL)) end--;
  let start = end;
  while (start > 0 && meaningOf(prose[start - 1]!, language) !== undefined) start--;
  const marks = prose.slice(start, end);
  const meanings = /^(?:\.{2,}|。{2,})$/.test(marks)
    ? (["ellipsis"] as const)
    : [...marks].map((mark) => meaningOf(mark, language)!);
  // Includes the space that French writes before a mark.
  while (start > 0 && marks && /[ \u00a0\u202f]/.test(prose[start - 1]!)) start--;
  const isAbbreviated = marks === "." && (isAbbreviation(prose, end, language) || /\*\.\*$/.test(prose));
  return { text: marks, meanings, start, end, isAbbreviation: isAbbreviated };
}

const MAY_BE_SMILEY = /[:;؛]-?[()DP]/;
/** An emoticon at the end: "Nothing to be surprised about ;)". */
const SMILEY = /(?<=\s)[:;؛]-?[()DP]\s*$/;

const MAX_ABBREVIATION_LENGTH = 20;

/** True if a mark belongs to a quoted name: 'the button "Details:"'. */
function isOfName(prose: string, { start, end, meanings }: End): boolean {
  if (meanings[0] === undefined || meanings[0] === "stop" || !/^["”’»“']\s*$/.test(prose.slice(end))) return false;
  return /\p{L}\s["“‘«„'][^"“‘«„]{1,30}$/u.test(prose.slice(0, start));
}

/** One or two words with a full stop that the source lacks are an abbreviation of the source. */
function isShort(prose: string): boolean {
  return prose.length < 24 && !/\p{L}\P{L}+\p{L}+\P{L}+\p{L}/u.test(prose);
}

/** Minimum words of a sentence with a full stop; languages punctuate shorter texts differently. */
const SENTENCE = 5;

function isSentence({ words, prose }: Subject["target"]): boolean {
  return words.length >= SENTENCE || /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{6}/.test(prose);
}

/** "Inc.", "etc.", "p.m.", "J. S."; also text in final brackets, which is no sentence. */
function isAbbreviation(prose: string, end: number, language: string): boolean {
  if (/[)\]）］]/.test(prose[end] ?? "")) return true;
  const word =
    /[^\s(\u00a0\u202f"'“«]+$/u.exec(prose.slice(Math.max(0, end - MAX_ABBREVIATION_LENGTH), end))?.[0] ?? "";
  if (/^(?:\p{L}\p{M}*\.)+$/u.test(word) || /\d\.$/.test(word)) return true;
  return abbreviationsOf(language).has(word) || COMMON_ABBREVIATIONS.has(word.toLowerCase());
}

const COMMON_ABBREVIATIONS: ReadonlySet<string> = new Set(
  "etc. exp. inc. ltd. corp. co. jr. sr. usw. bzw. ecc. itp. itd. atd. osv. enz. др. т.д. т.п. стр. руб. dvs.".split(
    " ",
  ),
);
