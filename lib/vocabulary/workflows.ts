/** Steps from a pretranslated text to the finished language. */
export const WORKFLOWS = ["mt_review", "mt_translate_review", "mt_only", "human"] as const;
export type Workflow = (typeof WORKFLOWS)[number];

/** True if a translator works on every segment, so that drafts wait for a translator instead of a reviewer. */
export function hasTranslator(workflow: Workflow): boolean {
  return workflow === "mt_translate_review" || workflow === "human";
}
