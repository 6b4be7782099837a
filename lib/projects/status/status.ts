import { hasTranslator, type Workflow } from "@/lib/vocabulary/projects";
import type { LanguageStatus, ProjectStatus } from "@/lib/vocabulary/segments";

/** Number of translatable segments by state; excluded ones do not count. */
export type StateCounts = {
  readonly untranslated: number;
  readonly draft: number;
  readonly needsWork: number;
  readonly translated: number;
  readonly reviewed: number;
};

/**
 * Status of a language. In a workflow with a translator, drafts wait for translation, otherwise for review. Completed
 * means that all segments are in the workflow's last state without open errors.
 */
export function languageStatus(workflow: Workflow, counts: StateCounts, qaErrors: number): LanguageStatus {
  const { untranslated, draft, needsWork, translated, reviewed } = counts;
  const total = untranslated + draft + needsWork + translated + reviewed;
  if (total === 0) return "pending";
  if (untranslated > 0 || (hasTranslator(workflow) && draft + needsWork > 0)) return "translating";
  const atEnd = workflow === "mt_only" ? needsWork === 0 : reviewed === total;
  return atEnd && qaErrors === 0 ? "completed" : "in_review";
}

/**
 * Status of a project. People only start it, force its completion, cancel or archive it, or revert these; everything
 * else is derived from its languages.
 */
export function projectStatus(project: {
  readonly stored: ProjectStatus;
  readonly started: boolean;
  /** True if a manager marked it as completed and its content has not changed since. */
  readonly forced: boolean;
  readonly languages: readonly LanguageStatus[];
}): ProjectStatus {
  const { stored, started, forced, languages } = project;
  if (stored === "cancelled" || stored === "archived") return stored;
  if (!started || languages.every((status) => status === "pending")) return "draft";
  if (forced || languages.every((status) => status === "completed")) return "completed";
  const open = languages.some((status) => status === "pending" || status === "translating");
  return open ? "in_progress" : "in_review";
}
