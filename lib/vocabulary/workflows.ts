/** How a project's texts get from the machine or a translator to the finished language. */
export const WORKFLOWS = ["mt_review", "mt_translate_review", "mt_only", "human"] as const;
export type Workflow = (typeof WORKFLOWS)[number];

/** True when a translator works on every segment, so that drafts wait for a translator and not for a reviewer. */
export function hasTranslator(workflow: Workflow): boolean {
  return workflow === "mt_translate_review" || workflow === "human";
}
