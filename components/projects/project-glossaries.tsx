"use client";

import { useTranslations } from "use-intl";
import { useAllGlossaries } from "@/lib/client/glossaries";
import { useProjectGlossaries } from "@/lib/client/project-resources";
import type { ProjectGlossaries as Glossaries } from "@/lib/schemas/glossaries";
import type { Project } from "@/lib/schemas/projects";
import { LinkedList } from "./linked-list";

type ProjectGlossariesProps = {
  readonly project: Project;
  readonly glossaries: Glossaries;
  readonly mayChange: boolean;
};

/** The glossaries of a project, in order of precedence. */
export function ProjectGlossaries({ project, glossaries, mayChange }: ProjectGlossariesProps) {
  const words = useTranslations("glossaries");
  const all = useAllGlossaries();
  const { linked, save } = useProjectGlossaries(project.id, glossaries);
  return (
    <LinkedList
      kind="glossaries"
      items={linked.glossaries.map(({ glossaryId, ...glossary }) => ({ id: glossaryId, ...glossary }))}
      all={all}
      sourceLanguage={project.sourceLanguage}
      mayChange={mayChange}
      error={save.error}
      onChange={(next) =>
        save.mutate({ glossaries: next.map(({ id, ...glossary }) => ({ glossaryId: id, ...glossary })) })
      }
      detail={({ terms }) => <p className="tabular text-sm text-muted">{words("count", { count: terms })}</p>}
    />
  );
}
