import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { hasTranslator } from "@/lib/vocabulary/workflows";

export type WorkRole = "translator" | "reviewer";

/** What waits for somebody in one language of a project. */
export type Work = {
  readonly project: Project;
  readonly language: ProjectLanguage;
  readonly role: WorkRole;
  /** Segments. */
  readonly count: number;
  /** States to look for in the editor, as its address names them. */
  readonly states: string;
  /** RFC 3339; the language's own date goes before the project's. */
  readonly dueAt: string | null;
};

/** The languages of projects that a person translates or reviews, the most urgent first; those without a date at the end. */
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
    // Where no translator is planned, a draft goes to review at once.
    const [count, states] = waitsForTranslator
      ? [untranslated + draft + needsWork, "untranslated,draft,needs_work"]
      : [untranslated + needsWork, "untranslated,needs_work"];
    works.push({ project, language, role: "translator", count, states, dueAt });
  }
  if (language.reviewer?.id === userId) {
    const [count, states] = waitsForTranslator
      ? [translated, "translated"]
      : // What was sent back comes to the reviewer again where nobody translates.
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
