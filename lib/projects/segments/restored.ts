import type { translationRevisions } from "@/db/schema";
import type { Change } from "@/lib/projects/translations/change-translations";

/**
 * The change that brings an earlier revision back, in the state it had then, outdated if it was that already; an approval that
 * is not kept is `translated`.
 */
export function restored(earlier: typeof translationRevisions.$inferSelect, keepsApproval: boolean): Change {
  return {
    segmentId: earlier.segmentId,
    text: earlier.text,
    // An earlier release wrote revisions without forms: those that are there stay.
    ...(earlier.forms ? { forms: earlier.forms } : {}),
    state: earlier.state === "reviewed" && !keepsApproval ? "translated" : earlier.state,
    ...(earlier.origin
      ? { origin: { type: earlier.origin, ...(earlier.originDetail ? { detail: earlier.originDetail } : {}) } }
      : {}),
    edited: earlier.edited,
    ...(earlier.outdated ? { outdated: true } : {}),
  };
}
