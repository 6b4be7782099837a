import type { translationRevisions } from "@/db/schema";
import type { Change } from "@/lib/projects/translations/change-translations";

/**
 * The change that restores an earlier revision with its state and its outdated mark. An approval that must not be
 * restored becomes `translated`.
 */
export function restored(earlier: typeof translationRevisions.$inferSelect, keepsApproval: boolean): Change {
  return {
    segmentId: earlier.segmentId,
    text: earlier.text,
    // An earlier release stored revisions without forms: then the current forms stay.
    ...(earlier.forms ? { forms: earlier.forms } : {}),
    state: earlier.state === "reviewed" && !keepsApproval ? "translated" : earlier.state,
    ...(earlier.origin
      ? { origin: { type: earlier.origin, ...(earlier.originDetail ? { detail: earlier.originDetail } : {}) } }
      : {}),
    edited: earlier.edited,
    ...(earlier.outdated ? { outdated: true } : {}),
  };
}
