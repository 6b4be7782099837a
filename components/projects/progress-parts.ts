import type { ProgressPart } from "@/components/ui/progress";
import type { Progress } from "@/lib/schemas/projects";
import type { Workflow } from "@/lib/vocabulary/projects";

/** The final state of a text: reviewed, or drafted if the workflow has no review. */
export function measureOf(workflow: Workflow): "reviewed" | "drafted" {
  return workflow === "mt_only" ? "drafted" : "reviewed";
}

/** The parts of a progress bar, and the share of {@link measureOf} (0–100). Null without content. */
export function progressParts(
  workflow: Workflow,
  { words, segments, draftedPercent, reviewedPercent }: Progress,
): {
  readonly measure: "reviewed" | "drafted";
  readonly percent: number | null;
  readonly parts: readonly ProgressPart[];
} {
  const counts = words.total > 0 ? words : segments;
  const share = (part: number) => (counts.total === 0 ? 0 : (part / counts.total) * 100);
  const measure = measureOf(workflow);
  const percent = measure === "drafted" ? draftedPercent : reviewedPercent;
  return {
    measure,
    // Rounded down, so that 100 means all.
    percent: percent === null ? null : Math.floor(percent),
    parts: [
      { percent: share(counts.reviewed), className: "fill-success" },
      { percent: share(counts.translated), className: "fill-accent" },
      { percent: share(counts.draft + counts.needsWork), className: "fill-accent/30" },
    ],
  };
}
