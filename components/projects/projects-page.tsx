"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { FolderKanban, Plus, SearchX } from "@/components/ui/icons";
import { Page } from "@/components/ui/page";
import { LoadMore } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";
import { type ProjectFilters, type ProjectPage, useProjects } from "@/lib/client/projects";
import type { Project } from "@/lib/schemas/projects";
import { ArchiveBar } from "./archive-bar";
import { FilterBar } from "./filter-bar";
import { filterAddress, queryOf, readFilters } from "./filters";
import { ProjectRow } from "./project-row";
import { CreateSampleButton } from "./sample-project";

type ProjectsPageProps = {
  /** Filters of the server-rendered first page. */
  readonly filters: ProjectFilters;
  readonly projects: ProjectPage | undefined;
  readonly mayCreate: boolean;
};

const NONE: ReadonlySet<string> = new Set();

export function ProjectsPage({ filters: firstFilters, projects: firstPage, mayCreate }: ProjectsPageProps) {
  const t = useTranslations("projects");
  const filters = readFilters(Object.fromEntries(useSearchParams()));
  const isFirst = filterAddress(filters) === filterAddress(firstFilters);
  const projects = useProjects(queryOf(filters), isFirst ? firstPage : undefined);
  const shown = projects.data?.pages.flatMap((page) => page.projects) ?? [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NONE);
  const offersChoice = mayCreate && filters.view !== "deleted" && shown.some(canBeArchived);
  const choiceOf = (project: Project) => {
    if (!offersChoice) return null;
    const choose = (isChosen: boolean) =>
      setChosen(new Set(isChosen ? [...chosen, project.id] : [...chosen].filter((id) => id !== project.id)));
    return { isChosen: chosen.has(project.id), onChoose: choose };
  };
  const chosenProjects = offersChoice ? shown.filter(({ id }) => chosen.has(id)) : [];
  const isFiltered = filterAddress({ ...filters, sort: "" }) !== "/projects";
  const show = (next: ProjectFilters) => window.history.replaceState(null, "", filterAddress(next));
  const create = (
    <Link href="/projects/new" className={buttonClass("primary")}>
      <Plus />
      {t("new")}
    </Link>
  );
  const isEmpty = projects.isSuccess && shown.length === 0;

  return (
    <Page
      title={t("title")}
      description={t("description")}
      actions={mayCreate && !(isEmpty && !isFiltered) ? create : null}
    >
      <div className="flex flex-col gap-4">
        {isEmpty && !isFiltered ? null : <FilterBar filters={filters} onChange={show} />}
        <Failure error={projects.error} title={t("listFailed")} onRetry={() => void projects.refetch()} />
        {projects.isPending ? <LoadingRows /> : null}
        {isEmpty && isFiltered ? (
          <EmptyState
            icon={<SearchX />}
            title={t("noneFit")}
            actions={
              <Button onClick={() => show({ ...readFilters({}), sort: filters.sort })}>{t("clearFilters")}</Button>
            }
          />
        ) : null}
        {isEmpty && !isFiltered ? (
          <EmptyState
            icon={<FolderKanban />}
            title={t("emptyTitle")}
            actions={
              mayCreate ? (
                <>
                  {create}
                  <CreateSampleButton />
                </>
              ) : null
            }
          >
            <p>{t("emptyText")}</p>
            {mayCreate ? null : <p className="mt-2">{t("managersOnly")}</p>}
          </EmptyState>
        ) : null}
        {shown.length > 0 ? (
          <>
            {chosenProjects.length > 0 ? (
              <ArchiveBar
                chosen={chosenProjects.length}
                archivable={chosenProjects.filter(canBeArchived).map(({ id }) => id)}
                onClear={() => setChosen(NONE)}
              />
            ) : null}
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface" aria-label={t("title")}>
              {shown.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  isDeleted={filters.view === "deleted"}
                  mayRestore={mayCreate}
                  choice={choiceOf(project)}
                />
              ))}
            </ul>
            <LoadMore list={projects} shown={shown.length} />
          </>
        ) : null}
      </div>
    </Page>
  );
}

function canBeArchived({ allowedTransitions }: Project): boolean {
  return allowedTransitions.includes("archived");
}

function LoadingRows() {
  const t = useTranslations("ui");
  return (
    <div aria-busy="true" className="flex animate-fade flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <span className="sr-only">{t("loading")}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
