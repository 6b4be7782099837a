import { repairCodes } from "@/lib/text/message/codes";
import { listCodes } from "@/lib/text/message/source-codes";
import { escapeText, type InlineCode, locateTokens, tokenize } from "@/lib/text/segment";
import type { QaSegment } from "./checked";
import type { Edit, TextView } from "./text-view";

/** Maximum length in UTF-16 units: in longer texts the position is a guess, and trying positions is slow. */
const MAX_TEXT_LENGTH = 20_000;

/** An edit that inserts a missing code of the source at its likely position; null if that is unknown. */
export function insertCode(segment: QaSegment, target: TextView, id: number): Edit | null {
  if (segment.text.length + target.encoded.length > MAX_TEXT_LENGTH) return null;
  const codes = codesOf(segment).map((code) => ({ ...code, deletable: code.id !== id }));
  const repaired = repairCodes({ text: segment.text, codes }, target.encoded).text;
  return outsidePlaceholders(changed(target.encoded, repaired), target);
}

/** An edit that copies a range of the source into the target unchanged. */
export function insertCopy(segment: QaSegment, target: TextView, place: Edit, plain: string): Edit | null {
  if (segment.text.length + target.encoded.length > MAX_TEXT_LENGTH) return null;
  const codes = codesOf(segment).map((code) => ({ ...code, deletable: true }));
  const id = codes.reduce((highest, code) => Math.max(highest, code.id), 0) + 1;
  const text = `${segment.text.slice(0, place.start)}<x${id}/>${segment.text.slice(place.end)}`;
  const repaired = repairCodes({ text, codes: [...codes, { id, kind: "placeholder" }] }, target.encoded).text;
  const edit = changed(
    target.encoded,
    repaired.replace(`<x${id}/>`, () => escapeText(plain)),
  );
  return outsidePlaceholders(edit, target);
}

/** Moves an insertion after the placeholder or address that it would split. */
function outsidePlaceholders(edit: Edit | null, target: TextView): Edit | null {
  if (!edit) return null;
  for (const placeholder of target.placeholders) {
    const { start, end } = target.range(placeholder.start, placeholder.end);
    const cuts = (at: number) => start < at && at < end;
    if (edit.start === edit.end && cuts(edit.start)) return { ...edit, start: end, end };
    if (cuts(edit.start) || cuts(edit.end)) return null;
  }
  return edit;
}

/** An edit that makes the codes of a target well nested without adding any. */
export function nestCodes(segment: QaSegment, target: string): Edit | null {
  const codes = codesOf(segment).map((code) => ({ ...code, deletable: true }));
  return changed(target, repairCodes({ text: segment.text, codes }, target).text);
}

/** The codes in the source, including undeclared ones. */
function codesOf(segment: QaSegment): readonly InlineCode[] {
  return [...listCodes(segment, tokenize(segment.text)).values()];
}

/** The smallest replacement that changes one text into the other. */
function changed(before: string, after: string): Edit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  // A tag is replaced as a whole.
  for (const token of locateTokens(before)) {
    if (token.type === "text") continue;
    if (token.start < start && start < token.end) start = token.start;
    if (token.start < before.length - end && before.length - end < token.end) end = before.length - token.end;
  }
  return { start, end: before.length - end, replacement: after.slice(start, after.length - end) };
}
