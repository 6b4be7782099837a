import type { BulkAction } from "@/lib/schemas/segments";
import { serialize, tokenize } from "@/lib/text/segment";
import type { Change, SegmentRow, TranslationRow } from "../change-translations";

/** What a bulk action does with one translation: a change, nothing, or a reason why it cannot. */
export type Planned =
  | { readonly type: "change"; readonly change: Change }
  | { readonly type: "nothing" }
  | { readonly type: "error"; readonly code: string; readonly message: string };

type TextAction = Extract<BulkAction, { type: "approve" | "confirm" | "reject" | "clear" | "replace" }>;

/** Plans an action on the text or the state of one translation. */
export function plan(action: TextAction, segment: SegmentRow, row: TranslationRow): Planned {
  const segmentId = segment.id;
  if (action.type === "clear")
    return row.text === null ? { type: "nothing" } : { type: "change", change: { segmentId, text: null } };
  if (row.text === null) return failure("untranslated", "The segment has no translation yet.");
  switch (action.type) {
    case "approve":
    case "confirm": {
      const state = action.type === "approve" ? "reviewed" : "translated";
      if (row.state === state || row.state === "reviewed") return { type: "nothing" };
      if (row.qaErrors > 0) return failure("qa_errors", "Checks found errors in the translation.");
      return { type: "change", change: { segmentId, state } };
    }
    case "reject":
      return row.state === "needs_work"
        ? { type: "nothing" }
        : { type: "change", change: { segmentId, state: "needs_work" } };
    case "replace": {
      const text = replaceIn(row.text, action);
      return text === row.text ? { type: "nothing" } : { type: "change", change: { segmentId, text } };
    }
  }
}

/** Replaces in the plain text between codes, so that a code can neither be found nor broken. */
export function replaceIn(
  encoded: string,
  { find, replace, caseSensitive }: { find: string; replace: string; caseSensitive: boolean },
): string {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), caseSensitive ? "gu" : "giu");
  return serialize(
    tokenize(encoded).map((token) =>
      token.type === "text" ? { ...token, text: token.text.replace(pattern, () => replace) } : token,
    ),
  );
}

function failure(code: string, message: string): Planned {
  return { type: "error", code, message };
}
