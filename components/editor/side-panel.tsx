"use client";

import { memo, useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { Tabs } from "@/components/ui/tabs";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Segment } from "@/lib/schemas/segments";
import { CommentsPanel } from "./comments-panel";
import { ContextPanel } from "./context-panel";
import { HistoryPanel } from "./history-panel";
import { MatchesPanel, TermsPanel } from "./matches-panel";

export type PanelTab = "matches" | "glossary" | "comments" | "history" | "context";

type SidePanelProps = {
  readonly segment: Segment;
  /** Ids of the segment and of those before and after it, in their order. */
  readonly neighbourIds: readonly string[];
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  readonly onInsertMatch: (index: number) => void;
  readonly onLabel: (label: string) => void;
};

/** Panels with information about the active segment. Another segment replaces the panel and keeps the tabs. */
export const SidePanel = memo(function SidePanel(props: SidePanelProps) {
  const { segment, neighbourIds, tab, onTab, onInsertMatch, onLabel } = props;
  const t = useTranslations("editor");
  // The tabs have style attributes, which the content security policy refuses in the server's HTML. Not urgent: the
  // first keys are for the segment.
  const isHydrated = useDeferredValue(useIsHydrated());
  if (!isHydrated) return null;
  const tabs = [
    {
      value: "matches",
      label: t("panel.matches"),
      content: <MatchesPanel key={segment.id} segment={segment} onInsert={onInsertMatch} />,
    },
    { value: "glossary", label: t("panel.glossary"), content: <TermsPanel key={segment.id} segment={segment} /> },
    { value: "comments", label: t("panel.comments"), content: <CommentsPanel key={segment.id} segment={segment} /> },
    { value: "history", label: t("panel.history"), content: <HistoryPanel key={segment.id} segment={segment} /> },
    {
      value: "context",
      label: t("panel.context"),
      content: <ContextPanel key={segment.id} segment={segment} neighbourIds={neighbourIds} onLabel={onLabel} />,
    },
  ] as const;
  return (
    <Tabs
      label={t("panel.label")}
      dense
      value={tab}
      onValueChange={(next) => onTab(next as PanelTab)}
      className="gap-3"
      tabs={tabs.map((one) => ({ ...one, content: one.value === tab ? one.content : null }))}
    />
  );
});
