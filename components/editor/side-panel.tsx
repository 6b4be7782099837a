"use client";

import { memo, useDeferredValue, useMemo } from "react";
import { useTranslations } from "use-intl";
import { Tabs } from "@/components/ui/tabs";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { useSegment } from "@/lib/client/segment-store";
import type { Segment } from "@/lib/schemas/segments";
import { CommentsPanel } from "./comments-panel";
import { ContextPanel } from "./context-panel";
import { useEditorScope, useEditorState } from "./editor-scope";
import type { PanelTab } from "./editor-store";
import { HistoryPanel } from "./history-panel";
import { MatchesPanel, TermsPanel } from "./matches-panel";
import type { EditorList } from "./use-editor-list";

/** The panel of the open segment, rendered after its field, which must be ready for the next keystroke first. */
export function EditorPanel({ list: { ids, active, current } }: { readonly list: EditorList }) {
  const segment = useSegment(current, useEditorScope().language);
  const around = useMemo(
    () => (segment ? { segment, neighbourIds: ids.slice(Math.max(0, active - 2), active + 3) } : null),
    [segment, ids, active],
  );
  const shown = useDeferredValue(around);
  return shown ? <SidePanel {...shown} /> : null;
}

type SidePanelProps = {
  readonly segment: Segment;
  /** Ids of the segment and of the ones before and after it, in their order. */
  readonly neighbourIds: readonly string[];
};

/** Panels about the active segment. Another segment renders them again, but the chosen tab stays. */
const SidePanel = memo(function SidePanel({ segment, neighbourIds }: SidePanelProps) {
  const { store, refs } = useEditorScope();
  const tab = useEditorState((state) => state.tab);
  const t = useTranslations("editor");
  // The tabs have style attributes, which the content security policy blocks in the server's HTML. Rendering them is
  // not urgent, because the first keystrokes are for the segment.
  const isHydrated = useDeferredValue(useIsHydrated());
  if (!isHydrated) return null;
  const tabs = [
    {
      value: "matches",
      label: t("panel.matches"),
      content: (
        <MatchesPanel key={segment.id} segment={segment} onInsert={(index) => refs.row.current?.insertMatch(index)} />
      ),
    },
    { value: "glossary", label: t("panel.glossary"), content: <TermsPanel key={segment.id} segment={segment} /> },
    { value: "comments", label: t("panel.comments"), content: <CommentsPanel key={segment.id} segment={segment} /> },
    { value: "history", label: t("panel.history"), content: <HistoryPanel key={segment.id} segment={segment} /> },
    {
      value: "context",
      label: t("panel.context"),
      content: <ContextPanel key={segment.id} segment={segment} neighbourIds={neighbourIds} />,
    },
  ] as const;
  return (
    <Tabs
      label={t("panel.label")}
      dense
      value={tab}
      onValueChange={(next) => store.setTab(next as PanelTab)}
      className="gap-3"
      tabs={tabs.map((one) => ({ ...one, content: one.value === tab ? one.content : null }))}
    />
  );
});
