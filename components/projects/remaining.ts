import type { Progress, Project } from "@/lib/schemas/projects";
import { hasTranslator, type Workflow } from "@/lib/vocabulary/projects";

/** Tasks on segments, in the order in which they are done. */
export const TASKS = ["translate", "revise", "review", "fix"] as const;
export type Task = (typeof TASKS)[number];

export type TaskCount = {
  readonly task: Task;
  /** Number of segments. */
  readonly count: number;
  /** The editor's filter for the segments, as written in its address. */
  readonly filter: string;
};

/** The remaining tasks of people in a language or in all languages, without empty ones. */
export function tasksOf(workflow: Workflow, { segments, qa }: Pick<Progress, "segments" | "qa">): TaskCount[] {
  const { untranslated, draft, needsWork, translated } = segments;
  const draftsGoTo = workflow === "mt_only" ? null : hasTranslator(workflow) ? "translate" : "review";
  const tasks: TaskCount[] = [
    {
      task: "translate",
      count: untranslated + (draftsGoTo === "translate" ? draft : 0),
      filter: draftsGoTo === "translate" ? "state=untranslated,draft" : "state=untranslated",
    },
    { task: "revise", count: needsWork, filter: "state=needs_work" },
    {
      task: "review",
      count: workflow === "mt_only" ? 0 : translated + (draftsGoTo === "review" ? draft : 0),
      filter: draftsGoTo === "review" ? "state=draft,translated" : "state=translated",
    },
    { task: "fix", count: qa.errors, filter: "qa=error" },
  ];
  return tasks.filter(({ count }) => count > 0);
}

/** What remains until a project is completed. */
export type Remaining =
  | {
      readonly kind:
        | "cancelled"
        | "archived"
        | "completed"
        | "importing"
        | "noDocuments"
        | "noText"
        | "unstarted"
        | "checking";
    }
  | { readonly kind: "work"; readonly tasks: readonly TaskCount[]; readonly done: number; readonly languages: number };

export function remainingOf(project: Project): Remaining {
  const { status, activity, documentCount, languages } = project;
  if (status === "cancelled" || status === "archived" || status === "completed") return { kind: status };
  if (activity === "importing") return { kind: "importing" };
  if (documentCount === 0) return { kind: "noDocuments" };
  // Occurs, for example, if every import failed.
  if (project.progress.segments.total === 0) return { kind: "noText" };
  if (project.allowedTransitions.includes("in_progress")) return { kind: "unstarted" };
  const tasks = tasksOf(project.workflow, project.progress);
  if (tasks.length === 0) return { kind: "checking" };
  const done = languages.filter((language) => language.status === "completed").length;
  return { kind: "work", tasks, done, languages: languages.length };
}
