"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Sheet } from "@/components/ui/dialog";
import { useEditorScope, useEditorState } from "./editor-scope";
import { FilterPanel } from "./filter-panel";
import { EditorPanel } from "./side-panel";
import type { EditorList } from "./use-editor-list";

const BulkDialog = lazy(() => import("./bulk-dialog"));

type EditorDialogsProps = {
  readonly list: EditorList;
  /** Ids of the selected segments that are in the list. */
  readonly selected: readonly string[];
};

/** Layers over the list: bulk actions, and filters and panel if they do not fit next to the list. */
export function EditorDialogs({ list, selected }: EditorDialogsProps) {
  const t = useTranslations("editor");
  const { store, refs } = useEditorScope();
  const layer = useEditorState((state) => state.layer);
  const bulkKind = useEditorState((state) => state.bulkKind);
  const filter = useEditorState((state) => state.filter);
  return (
    <>
      {layer === "filters" ? (
        <Sheet open onOpenChange={store.closeLayer} title={t("filters")} side="start">
          <FilterPanel searchRef={refs.searchInSheet} />
        </Sheet>
      ) : null}
      {layer === "panel" ? (
        <Sheet open onOpenChange={store.closeLayer} title={t("panel.label")}>
          <EditorPanel list={list} />
        </Sheet>
      ) : null}
      <Suspense fallback={null}>
        {layer === "bulk" ? (
          <BulkDialog
            filter={filter}
            chosen={bulkKind ? { kind: bulkKind, segmentIds: selected } : null}
            onClose={store.closeLayer}
            onDone={() => {
              store.clearSelection();
              list.refetch();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
