import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { hasTranslator } from "@/lib/vocabulary/projects";

export type WorkRole = "translator" | "reviewer";

/** Pending work in one language of a project. */
export type Work = {
  readonly project: Project;
  readonly language: ProjectLanguage;
  readonly role: WorkRole;
  /** Number of segments. */
  readonly count: number;
  /** States for the editor's filter, as written in its address. */
  readonly states: string;
  /** RFC 3339. The date of the language takes precedence over that of the project. */
  readonly dueAt: string | null;
};

/** The languages that a person translates or reviews, most urgent first. Those without a date are last. */
export function workOf(projects: readonly Project[], userId: string): readonly Work[] {
  return projects
    .flatMap((project) => project.languages.flatMap((language) => ofLanguage(project, language, userId)))
    .sort((a, b) => time(a.dueAt) - time(b.dueAt));
}

function ofLanguage(project: Project, language: ProjectLanguage, userId: string): Work[] {
  const dueAt = language.dueAt ?? project.dueAt;
  const { untranslated, draft, needsWork, translated } = language.progress.segments;
  const waitsForTranslator = hasTranslator(project.workflow);
  const works: Work[] = [];
  if (language.translator?.id === userId) {
    // Without a translator step, drafts are reviewed directly.
    const [count, states] = waitsForTranslator
      ? [untranslated + draft + needsWork, "untranslated,draft,needs_work"]
      : [untranslated + needsWork, "untranslated,needs_work"];
    works.push({ project, language, role: "translator", count, states, dueAt });
  }
  if (language.reviewer?.id === userId) {
    const [count, states] = waitsForTranslator
      ? [translated, "translated"]
      : // Rejected texts return to the reviewer if there is no translator.
        language.translator
        ? [draft + translated, "draft,translated"]
        : [draft + needsWork + translated, "draft,needs_work,translated"];
    works.push({
      project,
      language,
      role: "reviewer",
      count: project.workflow === "mt_only" ? 0 : count,
      states,
      dueAt,
    });
  }
  return works;
}

function time(dueAt: string | null): number {
  return dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt);
}
