"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { WorkProgress } from "@/components/projects/language-progress";
import { Button, IconButton } from "@/components/ui/button";
import { ArrowLeft, Filter, FilterX, ListChecks, PanelRight, Rows4, TriangleAlert, Undo2 } from "@/components/ui/icons";
import { useModifierKey } from "@/components/ui/kbd";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Segmented } from "@/components/ui/segmented";
import { type OtherPerson, useReportedPresence } from "@/lib/client/presence";
import { useLanguageProgress } from "@/lib/client/segments";
import { languageName } from "@/lib/text/languages";
import { BranchSelect } from "./branch-select";
import { useEditorScope, useEditorState } from "./editor-scope";
import { addressOf, isNarrowed, NO_FILTER } from "./filters";
import { PeopleHere } from "./people";
import { shownKeys } from "./shortcuts";
import { useFailedIds, useResumedDecisions, useSaving } from "./use-editing";
import type { EditorList } from "./use-editor-list";
import { useChangeDensity } from "./use-preferences";

type EditorHeaderProps = {
  readonly list: EditorList;
  readonly people: readonly OtherPerson[];
  /** Names of the branches that have the language. */
  readonly branches: readonly string[];
  /** Null if no decision can be undone. */
  readonly undo: (() => void) | null;
};

/** Link to the project, progress of the language, save state, and buttons of the editor. */
export function EditorHeader({ list, people, branches, undo }: EditorHeaderProps) {
  const t = useTranslations("editor");
  const locale = useLocale();
  const router = useRouter();
  const { project, place, language, store } = useEditorScope();
  const view = useEditorState((state) => state.view);
  const isFiltered = useEditorState((state) => isNarrowed(state.filter));
  const back = useBackLink();
  return (
    <header className="flex flex-wrap items-center gap-2 sm:gap-x-4 border-b border-line px-4 py-2.5">
      <Link
        href={back.href}
        aria-label={back.label}
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover"
      >
        <ArrowLeft className="flip-rtl size-4.5" />
      </Link>
      <h1 className="flex max-w-[calc(100%-3rem)] min-w-0 gap-x-1 text-base font-medium max-sm:flex-1 max-sm:basis-48">
        <bdi className="truncate" title={project.name}>
          {project.name}
        </bdi>{" "}
        <span className="max-w-3/4 shrink-0 truncate text-muted">· {languageName(language, locale)}</span>
      </h1>
      {place.branch !== null || branches.length > 0 ? (
        <BranchSelect
          branch={place.branch}
          branches={branches}
          onBranch={(next) =>
            router.push(`/projects/${project.id}/edit/${language}${addressOf(NO_FILTER, null, next, view)}`)
          }
        />
      ) : null}
      <LanguageBar />
      {list.count === null ? null : (
        <span className="tabular text-xs text-muted max-xl:hidden">{t("shown", { count: list.count })}</span>
      )}
      {isFiltered ? (
        <Button
          icon={FilterX}
          size="sm"
          variant="ghost"
          className="xl:hidden"
          onClick={() => {
            keepFocusNearby();
            store.showAll();
          }}
        >
          {t("clearFilter")}
        </Button>
      ) : null}
      <PeopleHere people={people} />
      <SavingStatus segmentId={list.current} />
      <FailedSegments list={list} />
      {project.targetLanguages.length > 1 ? (
        <Segmented
          label={t("grid.view")}
          value={view.isGrid ? "grid" : "list"}
          onValueChange={(next) => store.setGrid(next === "grid")}
          options={[
            { value: "list", label: t("grid.list") },
            { value: "grid", label: t("grid.grid") },
          ]}
        />
      ) : null}
      <LayerButtons undo={undo} />
    </header>
  );
}

/** Address of the project or, if a branch is edited, of the branch. */
export function useBackLink(): { readonly href: string; readonly label: string } {
  const t = useTranslations("editor");
  const { projectId, branch } = useEditorScope().place;
  if (branch === null) return { href: `/projects/${projectId}`, label: t("toProject") };
  return { href: `/projects/${projectId}/branches/${encodeURIComponent(branch)}`, label: t("branch.back") };
}

function LayerButtons({ undo }: Pick<EditorHeaderProps, "undo">) {
  const t = useTranslations("editor");
  const modifier = useModifierKey();
  const { may, store, shortcuts, isCompact } = useEditorScope();
  const changeDensity = useChangeDensity();
  const isGrid = useEditorState((state) => state.view.isGrid);
  return (
    <div className="flex gap-1">
      {may.edit ? (
        <IconButton
          size="sm"
          label={t("undo")}
          keys={shownKeys(shortcuts.undo, modifier).join("+")}
          disabled={!undo}
          onClick={() => undo?.()}
        >
          <Undo2 className="flip-rtl" />
        </IconButton>
      ) : null}
      <IconButton
        icon={Filter}
        size="sm"
        label={t("filters")}
        className="2xl:hidden"
        onClick={() => store.show("filters")}
      />
      {may.edit ? (
        <IconButton icon={ListChecks} size="sm" label={t("bulk.title")} onClick={() => store.show("bulk")} />
      ) : null}
      {isGrid ? null : (
        <IconButton
          icon={Rows4}
          size="sm"
          label={t("compact")}
          aria-pressed={isCompact}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink max-sm:hidden"
          onClick={() => changeDensity(!isCompact)}
        />
      )}
      {isGrid ? null : (
        <IconButton
          icon={PanelRight}
          size="sm"
          label={t("panel.label")}
          className="xl:hidden"
          onClick={() => store.show("panel")}
        />
      )}
    </div>
  );
}

/** The language of the open segment. In the grid, it is that of the active cell. */
function useActiveLanguage(): string {
  const { language } = useEditorScope();
  return useEditorState(({ view, gridLanguage }) => (view.isGrid ? gridLanguage : language));
}

/** A link to the first segment of the list, other than the open one, whose save failed. */
function FailedSegments({ list: { ids, current } }: { readonly list: EditorList }) {
  const t = useTranslations("editor");
  const { store } = useEditorScope();
  const failedIds = useFailedIds(useActiveLanguage());
  const failed = useMemo(
    () => ids.filter((id) => id !== current && failedIds.split(",").includes(id)),
    [ids, current, failedIds],
  );
  if (failed.length === 0) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => store.openSegment(failed[0] ?? null)}>
      <TriangleAlert className="text-danger" />
      {t("notSaved", { count: failed.length })}
    </Button>
  );
}

/** Whether everything is saved. A component of its own, because typing does not render the editor. Announced. */
function SavingStatus({ segmentId }: { readonly segmentId: string | null }) {
  const t = useTranslations("editor");
  const { place, may } = useEditorScope();
  const language = useActiveLanguage();
  const { one, all } = useSaving(segmentId, language);
  useResumedDecisions();
  useReportedPresence(place, { language, segmentId, editing: one !== "saved" });
  return (
    <span role="status" className="min-w-0 grow basis-14 text-end text-xs text-muted">
      {may.edit ? t(`saving.${all}`) : t("readOnly")}
    </span>
  );
}

/** Live progress of the language. */
function LanguageBar() {
  const locale = useLocale();
  const { project, place, language } = useEditorScope();
  const { data } = useLanguageProgress(place, language, project);
  if (!data || data.progress.reviewedPercent === null) return null;
  return (
    <span className="w-36 sm:w-48">
      <WorkProgress name={languageName(language, locale)} workflow={project.workflow} progress={data.progress} />
    </span>
  );
}
