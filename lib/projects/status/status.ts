import type { LanguageStatus, ProjectStatus } from "@/lib/vocabulary/states";
import { hasTranslator, type Workflow } from "@/lib/vocabulary/workflows";

/** Segments per state that are to be translated; excluded ones are not among them. */
export type StateCounts = {
  readonly untranslated: number;
  readonly draft: number;
  readonly needsWork: number;
  readonly translated: number;
  readonly reviewed: number;
};

/**
 * How far a language is. In a workflow with a translator drafts still wait for one; otherwise they wait for review.
 * Completed is what stands at the workflow's end without an open error of a check.
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
 * How far a project is. People only start it, force its completion, cancel, archive and take these back; everything else
 * follows from its languages.
 */
export function projectStatus(project: {
  readonly stored: ProjectStatus;
  readonly started: boolean;
  /** A manager declared it completed and nothing has changed since. */
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
