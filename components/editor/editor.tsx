"use client";

import { ArrowLeft, Filter, FilterX, ListChecks, PanelRight, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { lazy, type Ref, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Sheet } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { StackedProgress } from "@/components/ui/progress";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { afterPaint } from "@/lib/client/after-paint";
import { useOthersChanges } from "@/lib/client/others-changes";
import { type OtherPerson, useOtherPeople, useReportedPresence } from "@/lib/client/presence";
import { useSegment, useSegmentStore } from "@/lib/client/segment-store";
import {
  type EditorFilter,
  type ProjectBranch,
  useDocumentNames,
  useFirstSegments,
  useLanguageProgress,
  useLoadedSegments,
  useSegmentIds,
} from "@/lib/client/segments";
import type { Project } from "@/lib/schemas/projects";
import type { Segment } from "@/lib/schemas/segments";
import { languageName } from "@/lib/text/languages";
import { MAX_CHOSEN_SEGMENTS } from "@/lib/vocabulary/bulk-limits";
import type { ActiveHandle } from "./active-actions";
import { ActiveRow } from "./active-row";
import { BranchSelect } from "./branch-select";
import type { BulkKind } from "./bulk-dialog";
import { focusCommentField } from "./comments-panel";
import { EditorScopeProvider, useEditorScope } from "./editor-scope";
import { FilterBar } from "./filter-bar";
import { FilterPanel } from "./filter-panel";
import { addressOf, type EditorView, isNarrowed, NO_FILTER, typedOf } from "./filters";
import { NoSegments } from "./no-segments";
import { PeopleHere } from "./people";
import { numberOf, SegmentList } from "./segment-list";
import { NO_SELECTION, select } from "./selection";
import { SelectionBar } from "./selection-bar";
import { type PanelTab, SidePanel } from "./side-panel";
import { useDelayableState } from "./use-delayable-state";
import { useEditingSessions, useFailedIds, useResumedDecisions, useSaving } from "./use-editing";
import { useEditorKeys } from "./use-editor-keys";
import { useSettledRange } from "./use-settled-range";
import { useShortcuts } from "./use-shortcuts";

const BulkDialog = lazy(() => import("./bulk-dialog"));

type EditorProps = {
  readonly project: Project;
  /** The branch that is edited; null: main. */
  readonly branch: string | null;
  /** The names of the branches that have the language. */
  readonly branches: readonly string[];
  readonly language: string;
  readonly may: { readonly edit: boolean; readonly review: boolean; readonly manage: boolean };
  readonly filter: EditorFilter;
  readonly view: EditorView;
  /** The segment in the address. */
  readonly segmentId: string | null;
  /** The person's preference of shortcuts as stored, so that they are in force from the first key. */
  readonly shortcuts: unknown;
  /** The first segments of the filter, which show before the browser has loaded the list; null if it begins elsewhere. */
  readonly firstSegments: readonly Segment[] | null;
};

const SegmentGrid = lazy(() => import("./segment-grid"));
/** Rows by which the loaded range grows. */
const RANGE_STEP = 25;
/** Rows loaded beyond the visible ones, so that they have their height before they are seen. */
const AHEAD = 10;
const NO_IDS: readonly string[] = [];

const CONFIRMED: readonly string[] = ["translated", "reviewed"];

/** The editor of a project's language: filters, the segment list with the active segment, and its panels. */
export function Editor(props: EditorProps) {
  const { project, branch, branches, language, may, filter: firstFilter, view: firstView, segmentId } = props;
  const t = useTranslations("editor");
  const name = languageName(language, useLocale());
  const router = useRouter();
  const place = useMemo((): ProjectBranch => ({ projectId: project.id, branch }), [project.id, branch]);
  const [filter, setFilter] = useState(firstFilter);
  const { value: activeId, setNow: setActiveId, setSoon: setActiveIdSoon } = useDelayableState(segmentId);
  const [range, setRange] = useState({ start: 0, end: RANGE_STEP });
  const latestRange = useRef(range);
  // In steps, so that scrolling renders the rows alone.
  const onRange = useCallback(({ start, end }: { start: number; end: number }) => {
    const [from, to] = [Math.max(0, start - AHEAD), end + AHEAD];
    const next = { start: from - (from % RANGE_STEP), end: to + RANGE_STEP - (to % RANGE_STEP) };
    const known = latestRange.current;
    if (next.start === known.start && next.end === known.end) return;
    latestRange.current = next;
    setRange(next);
  }, []);
  const [tab, setTab] = useState<PanelTab>("matches");
  const [selection, setSelection] = useState(NO_SELECTION);
  const [bulkKind, setBulkKind] = useState<BulkKind | null>(null);
  const [layer, setLayer] = useState<"filters" | "panel" | "bulk" | null>(null);
  const [view, setView] = useState(firstView);
  const columns = useMemo(() => {
    const chosen = project.targetLanguages.filter((one) => view.columns.includes(one));
    if (!view.isGrid) return [language];
    return chosen.length > 0 ? chosen : project.targetLanguages;
  }, [view, language, project]);
  /** Of the grid's active cell. */
  const [gridLanguage, setGridLanguage] = useState(language);
  const activeLanguage = view.isGrid ? gridLanguage : language;
  const first = useFirstSegments(language, props.firstSegments);
  const list = useSegmentIds(place, language, filter, first);
  const ids = useMemo(() => list.data?.ids ?? [], [list.data]);
  const count = list.data && list.data !== first ? ids.length : null;
  const found = activeId === null ? -1 : ids.indexOf(activeId);
  const active = ids.length === 0 ? -1 : Math.max(0, found);
  const current = ids[active] ?? null;
  const { error, retry } = useLoadedSegments(place, language, view.isGrid ? NO_IDS : ids, [
    useSettledRange(range),
    { start: Math.max(0, active - 2), end: active + 3 },
  ]);
  const { data: documents } = useDocumentNames(place);
  const formats = useMemo(() => new Map(documents?.map(({ id, format }) => [id, format])), [documents]);
  const paths = useMemo(
    () => (documents && documents.length > 1 ? new Map(documents.map(({ id, path }) => [id, path])) : null),
    [documents],
  );
  const segments = useSegmentStore();
  const sessions = useEditingSessions();
  const shortcuts = useShortcuts(props.shortcuts);
  const row = useRef<ActiveHandle>(null);
  const search = useRef<HTMLInputElement>(null);
  const searchInSheet = useRef<HTMLInputElement>(null);
  const beside = useRef<HTMLElement>(null);
  useOthersChanges(place, columns, {
    shownIds: () => ids.slice(Math.max(0, range.start - 10), range.end + 10),
    isHeld: (id, one) => sessions.unsaved(id, one) !== null,
  });
  const people = useOtherPeople(place);
  const failedIds = useFailedIds(activeLanguage);
  const failed = useMemo(
    () => ids.filter((id) => id !== current && failedIds.split(",").includes(id)),
    [ids, current, failedIds],
  );
  const others = useMemo(() => bySegment(people, language), [people, language]);

  // The server did not see the fragment.
  useEffect(() => {
    const typed = typedOf(location.hash);
    if (Object.keys(typed).length > 0) setFilter((known) => ({ ...known, ...typed }));
  }, []);
  useEffect(
    () =>
      afterPaint(() =>
        history.replaceState(null, "", `${location.pathname}${addressOf(filter, current, branch, view)}`),
      ),
    [filter, current, branch, view],
  );

  const back =
    branch === null
      ? { href: `/projects/${project.id}`, label: t("toProject") }
      : { href: `/projects/${project.id}/branches/${encodeURIComponent(branch)}`, label: t("branch.back") };
  const open = useCallback((index: number) => setActiveId(ids[index] ?? null), [ids, setActiveId]);
  const move = (by: number) => {
    // The grid has keys of its own.
    if (view.isGrid) return;
    const next = active + by;
    if (next >= 0 && next < ids.length) open(next);
  };
  const onCell = useCallback(
    (id: string, one: string) => {
      setActiveId(id);
      setGridLanguage(one);
    },
    [setActiveId],
  );
  const goOn = async (saved: Promise<boolean>, mayBeRefused: () => boolean) => {
    const next = ids[active + 1];
    if (next !== undefined)
      // What was decided is seen first.
      return setActiveIdSoon(() => {
        if (!mayBeRefused()) return next;
        // A refusal is shown here. Moves on only if the person has not already opened another segment.
        void saved.then((isSaved) => isSaved && setActiveId((now) => (now === activeId ? next : now)));
        return activeId;
      });
    if (!(await saved)) return;
    toast(t("end"), { tone: "success", action: { label: back.label, onSelect: () => router.push(back.href) } });
  };
  const latestGoOn = useRef(goOn);
  latestGoOn.current = goOn;
  // The same function, so that the list renders only when something in it changes.
  const renderActive = useCallback(
    (one: Segment) => (
      <ActiveRow
        key={one.id}
        ref={row}
        segment={one}
        number={numberOf(one)}
        onDone={(saved, mayBeRefused) => void latestGoOn.current(saved, mayBeRefused)}
      />
    ),
    [],
  );
  /**
   * The next segment that is not confirmed (or, for reviewers, not approved). Segments not loaded yet count as open.
   */
  const nextOpen = () => {
    const done = may.review ? ["reviewed"] : CONFIRMED;
    const at = ids.findIndex(
      (id, i) => i > active && !done.includes(segments.get(id, language)?.translation.state ?? ""),
    );
    if (at >= 0) open(at);
  };
  useEditorKeys(row, shortcuts, {
    next: () => move(1),
    previous: () => move(-1),
    nextOpen,
    search: () => {
      if (search.current?.offsetParent) return search.current.focus();
      setLayer("filters");
      requestAnimationFrame(() => searchInSheet.current?.focus());
    },
    comment: () => {
      if (view.isGrid) return;
      setTab("comments");
      if (!beside.current?.offsetParent) setLayer("panel");
      requestAnimationFrame(focusCommentField);
    },
  });

  const onSelect = useCallback(
    (index: number, range: boolean) =>
      setSelection((known) => select(known, ids, index, { range, most: MAX_CHOSEN_SEGMENTS })),
    [ids],
  );
  const focusRow = useCallback(() => row.current?.focus(), []);
  // The same object while nothing in it changes: each row reads it.
  const scope = useMemo(
    () => ({ project, place, language, may, formats, shortcuts, others }),
    [project, place, language, may, formats, shortcuts, others],
  );
  // What the list no longer has is not changed unseen.
  const selected = useMemo(() => ids.filter((id) => selection.ids.has(id)), [ids, selection]);
  const segment = useSegment(current, language);
  const around = useMemo(
    () => (segment ? { segment, neighbourIds: ids.slice(Math.max(0, active - 2), active + 3) } : null),
    [segment, ids, active],
  );
  // After the active segment, whose field must take the next key.
  const inPanel = useDeferredValue(around);
  const onInsertMatch = useCallback((index: number) => row.current?.insertMatch(index), []);
  const onLabel = useCallback((label: string) => setFilter((known) => ({ ...known, label })), []);
  const showAll = () => {
    keepFocusNearby();
    setFilter({ ...NO_FILTER, sort: filter.sort });
  };
  const filters = (ref: Ref<HTMLInputElement>) => <FilterPanel filter={filter} onChange={setFilter} searchRef={ref} />;
  const panel = inPanel ? (
    <SidePanel {...inPanel} tab={tab} onTab={setTab} onInsertMatch={onInsertMatch} onLabel={onLabel} />
  ) : null;

  return (
    <EditorScopeProvider value={scope}>
      <div className="flex h-[calc(100dvh-7.5rem)] min-h-96 flex-col lg:h-dvh">
        <header className="flex flex-wrap items-center gap-2 sm:gap-x-4 border-b border-line px-4 py-2.5">
          <Link
            href={back.href}
            aria-label={back.label}
            className="grid size-8 place-items-center rounded-md text-muted hover:bg-hover"
          >
            <ArrowLeft aria-hidden="true" className="flip-rtl size-4.5" />
          </Link>
          <h1 className="flex max-w-[calc(100%-3rem)] min-w-0 gap-x-1 text-base font-medium max-sm:flex-1 max-sm:basis-48">
            <bdi className="truncate" title={project.name}>
              {project.name}
            </bdi>{" "}
            <span className="max-w-3/4 shrink-0 truncate text-muted">· {name}</span>
          </h1>
          {branch !== null || branches.length > 0 ? (
            <BranchSelect
              branch={branch}
              branches={branches}
              onBranch={(next) =>
                router.push(`/projects/${project.id}/edit/${language}${addressOf(NO_FILTER, null, next, view)}`)
              }
            />
          ) : null}
          <LanguageBar name={name} />
          {count === null ? null : (
            <span className="tabular text-xs text-muted max-sm:hidden">{t("shown", { count })}</span>
          )}
          {isNarrowed(filter) ? (
            <Button size="sm" variant="ghost" className="xl:hidden" onClick={showAll}>
              <FilterX aria-hidden="true" />
              {t("clearFilter")}
            </Button>
          ) : null}
          <PeopleHere people={people} />
          <SavingStatus segmentId={current} language={activeLanguage} />
          {failed.length > 0 ? (
            <Button size="sm" variant="ghost" onClick={() => setActiveId(failed[0] ?? null)}>
              <TriangleAlert aria-hidden="true" className="text-danger" />
              {t("notSaved", { count: failed.length })}
            </Button>
          ) : null}
          {project.targetLanguages.length > 1 ? (
            <Segmented
              label={t("grid.view")}
              value={view.isGrid ? "grid" : "list"}
              onValueChange={(next) => {
                setGridLanguage(language);
                setView({ ...view, isGrid: next === "grid" });
              }}
              options={[
                { value: "list", label: t("grid.list") },
                { value: "grid", label: t("grid.grid") },
              ]}
            />
          ) : null}
          <div className="flex gap-1">
            <IconButton size="sm" label={t("filters")} className="2xl:hidden" onClick={() => setLayer("filters")}>
              <Filter aria-hidden="true" />
            </IconButton>
            {may.edit ? (
              <IconButton size="sm" label={t("bulk.title")} onClick={() => setLayer("bulk")}>
                <ListChecks aria-hidden="true" />
              </IconButton>
            ) : null}
            {view.isGrid ? null : (
              <IconButton size="sm" label={t("panel.label")} className="xl:hidden" onClick={() => setLayer("panel")}>
                <PanelRight aria-hidden="true" />
              </IconButton>
            )}
          </div>
        </header>
        <div
          className={cx(
            "grid min-h-0 grow",
            view.isGrid
              ? "grid-cols-[minmax(0,1fr)] 2xl:grid-cols-[15rem_minmax(0,1fr)]"
              : "xl:grid-cols-[minmax(0,1fr)_23rem] 2xl:grid-cols-[15rem_minmax(0,1fr)_24rem]",
          )}
        >
          <aside aria-label={t("filters")} className="hidden overflow-y-auto border-e border-line p-4 2xl:block">
            {layer === "filters" ? null : filters(null)}
          </aside>
          <div className="flex min-h-0 flex-col">
            <FilterBar filter={filter} onChange={setFilter} shown={count} onEnter={focusRow} searchRef={search} />
            {error ? <Failure error={error} title={t("loadFailed")} onRetry={retry} className="mx-4 mt-3" /> : null}
            <div className="relative min-h-0 grow">
              {list.error ? (
                <div className="p-6">
                  <Failure error={list.error} title={t("loadFailed")} onRetry={() => void list.refetch()} />
                </div>
              ) : list.isPending ? (
                <Skeleton className="m-4 h-40" />
              ) : ids.length === 0 ? (
                <div className="p-6">
                  <NoSegments isNarrowed={isNarrowed(filter)} onShowAll={showAll} />
                </div>
              ) : view.isGrid ? (
                <Suspense fallback={<Skeleton className="m-4 h-40" />}>
                  <SegmentGrid
                    ids={ids}
                    languages={columns}
                    onLanguages={(next) =>
                      setView({ isGrid: true, columns: next.length === project.targetLanguages.length ? [] : next })
                    }
                    first={found}
                    people={people}
                    onActive={onCell}
                    onRange={onRange}
                    onOpenInList={(id, one) => {
                      if (one !== language)
                        return router.push(`/projects/${project.id}/edit/${one}${addressOf(NO_FILTER, id, branch)}`);
                      setActiveId(id);
                      setView({ ...view, isGrid: false });
                    }}
                  />
                </Suspense>
              ) : (
                <SegmentList
                  ids={ids}
                  active={active}
                  onOpen={open}
                  onRange={onRange}
                  paths={paths}
                  selected={may.edit ? selection.ids : null}
                  onSelect={onSelect}
                  renderActive={renderActive}
                />
              )}
            </div>
            {selected.length > 0 && !view.isGrid ? (
              <SelectionBar
                count={selected.length}
                all={ids.length <= MAX_CHOSEN_SEGMENTS ? ids.length : null}
                onAll={() => setSelection({ ids: new Set(ids), from: null })}
                onClear={() => setSelection(NO_SELECTION)}
                onAction={(kind) => {
                  setBulkKind(kind);
                  setLayer("bulk");
                }}
              />
            ) : null}
          </div>
          {view.isGrid ? null : (
            <aside
              ref={beside}
              aria-label={t("panel.label")}
              className="hidden overflow-y-auto border-s border-line p-4 pt-1 xl:block"
            >
              {layer === "panel" ? null : panel}
            </aside>
          )}
        </div>
      </div>
      {layer === "filters" ? (
        <Sheet open onOpenChange={() => setLayer(null)} title={t("filters")} side="start">
          {filters(searchInSheet)}
        </Sheet>
      ) : null}
      {layer === "panel" ? (
        <Sheet open onOpenChange={() => setLayer(null)} title={t("panel.label")}>
          {panel}
        </Sheet>
      ) : null}
      <Suspense fallback={null}>
        {layer === "bulk" ? (
          <BulkDialog
            filter={filter}
            chosen={bulkKind ? { kind: bulkKind, segmentIds: selected } : null}
            onClose={() => {
              setLayer(null);
              setBulkKind(null);
            }}
            onDone={() => {
              setSelection(NO_SELECTION);
              void list.refetch();
            }}
          />
        ) : null}
      </Suspense>
    </EditorScopeProvider>
  );
}

function bySegment(people: readonly OtherPerson[], language: string): ReadonlyMap<string, readonly OtherPerson[]> {
  const found = new Map<string, OtherPerson[]>();
  for (const person of people)
    if (person.segmentId !== null && person.language === language)
      found.set(person.segmentId, [...(found.get(person.segmentId) ?? []), person]);
  return found;
}

/** Whether all is saved. Apart from the editor, which typing does not render; others learn of it as well. */
function SavingStatus({ segmentId, language }: { readonly segmentId: string | null; readonly language: string }) {
  const t = useTranslations("editor");
  const { place, may } = useEditorScope();
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
function LanguageBar({ name }: { name: string }) {
  const t = useTranslations("editor");
  const { project, place, language } = useEditorScope();
  const { data } = useLanguageProgress(place, language, project);
  if (!data || data.progress.reviewedPercent === null) return null;
  const { reviewedPercent, translatedPercent, draftedPercent } = data.progress;
  const translated = translatedPercent ?? 0;
  const drafted = draftedPercent ?? 0;
  return (
    <span className="grid grid-cols-[3rem_auto] sm:grid-cols-[6rem_auto] items-center gap-2 text-xs text-muted">
      <StackedProgress
        label={t("progress", { language: name, reviewed: reviewedPercent, translated, drafted })}
        // Only what the percentage counts: no bar looks full at 0 %.
        parts={[{ percent: reviewedPercent, className: "fill-success" }]}
      />
      <span className="tabular">{t("reviewedShare", { percent: reviewedPercent / 100 })}</span>
    </span>
  );
}
