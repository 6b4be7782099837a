import type { ProgressPart } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import type { Workflow } from "@/lib/vocabulary/projects";

/**
 * The parts of a progress bar, and the whole percentage next to it; null without content. Drafts fill the bar only where they
 * are the result, so that no bar looks full at 0 %.
 */
export function progressParts(
  workflow: Workflow,
  { words, segments, draftedPercent, translatedPercent }: Progress,
): { readonly percent: number | null; readonly parts: readonly ProgressPart[] } {
  const counts = words.total > 0 ? words : segments;
  const share = (part: number) => (counts.total === 0 ? 0 : (part / counts.total) * 100);
  const draftsCount = workflow === "mt_only";
  const percent = draftsCount ? draftedPercent : translatedPercent;
  return {
    // Rounded down: 100 means all.
    percent: percent === null ? null : Math.floor(percent),
    parts: [
      { percent: share(counts.reviewed), className: "fill-success" },
      {
        percent: share(counts.translated + (draftsCount ? counts.draft + counts.needsWork : 0)),
        className: "fill-accent",
      },
    ],
  };
}
