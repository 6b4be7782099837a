"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { RowCheckbox } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { ArchiveRestore, CalendarClock } from "@/components/ui/icons";
import { Time } from "@/components/ui/time";
import { useDeleteProject } from "@/lib/client/project-work";
import type { Project } from "@/lib/schemas/projects";
import { HealthBadge, StatusBadge } from "./badges";
import { LanguageProgress } from "./language-progress";
import { isOverdue, OverdueBadge } from "./overdue";

const MAX_LANGUAGES = 4;

/** A project in the list. */
export function ProjectRow({
  project,
  isDeleted,
  mayRestore,
  choice,
}: {
  readonly project: Project;
  readonly isDeleted: boolean;
  readonly mayRestore: boolean;
  /** Null if there are no bulk actions. */
  readonly choice: { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void } | null;
}) {
  const t = useTranslations("projects");
  const { restore } = useDeleteProject(project.id);
  const overdue = isDeleted ? [] : project.languages.filter((language) => isOverdue(project, language));
  // Overdue languages are listed first, so that they are never among those that are only counted.
  const languages = [...new Set([...overdue, ...project.languages])];
  const more = project.languages.length - MAX_LANGUAGES;
  return (
    <li
      className={cx(
        "relative grid gap-x-6 gap-y-3 p-4 hover:bg-hover",
        choice
          ? "grid-cols-[1.25rem_minmax(0,1fr)] *:not-first:col-start-2 md:grid-cols-[1.25rem_minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)] md:*:not-first:col-start-auto"
          : "md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)]",
      )}
    >
      {choice ? <Choice {...choice} label={t("chooseProject", { name: project.name })} /> : null}
      <div className="flex min-w-0 flex-col items-start gap-2">
        {isDeleted ? (
          <bdi className="max-w-full font-medium break-words">{project.name}</bdi>
        ) : (
          <Link
            href={`/projects/${project.id}`}
            className="max-w-full font-medium break-words after:absolute after:inset-0 hover:underline"
          >
            <bdi>{project.name}</bdi>
          </Link>
        )}
        <div className="flex flex-wrap gap-1.5">
          <StatusBadge status={project.status} />
          <HealthBadge health={project.health} />
        </div>
        {isDeleted && mayRestore ? (
          <Button icon={ArchiveRestore} size="sm" pending={restore.isPending} onClick={() => restore.mutate(undefined)}>
            {t("deeds.restore")}
          </Button>
        ) : null}
      </div>
      <ul className="flex min-w-0 flex-col gap-1.5" aria-label={t("languages")}>
        {languages.slice(0, MAX_LANGUAGES).map((language) => (
          <li key={language.language} className="flex flex-col items-start gap-1 *:first:self-stretch">
            <LanguageProgress workflow={project.workflow} language={language.language} progress={language.progress} />
            {overdue.includes(language) ? <OverdueBadge /> : null}
          </li>
        ))}
        {more > 0 ? <li className="text-sm text-muted">{t("moreLanguages", { count: more })}</li> : null}
      </ul>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm md:flex-col">
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{t("due")}</dt>
          <dd className="flex items-center gap-1">
            {project.dueAt ? (
              <>
                <CalendarClock className="size-4 text-muted" />
                <Time value={project.dueAt} show="date" />
              </>
            ) : (
              t("noDue")
            )}
          </dd>
        </div>
        <div className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{t("lastActivity")}</dt>
          <dd>
            <Time value={project.updatedAt} show="relative" />
          </dd>
        </div>
      </dl>
    </li>
  );
}

type ChoiceProps = {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly label: string;
};

function Choice({ isChosen, onChoose, label }: ChoiceProps) {
  return (
    <RowCheckbox
      // In front of the link that fills the row.
      className="relative z-10"
      checked={isChosen}
      onChange={(event) => onChoose(event.target.checked)}
      label={label}
    />
  );
}
