"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { Segment } from "@/lib/schemas/segments";
import { SaveProblem } from "./conflict";
import { useEditorScope } from "./editor-scope";
import { type IssueActions, IssueList } from "./issue-list";
import { EditingNotice } from "./people";
import { type FieldHandle, SegmentField } from "./segment-field";
import { shortcutOf } from "./shortcuts";
import { PLAIN, sameTexts } from "./texts";
import { useEditingSession, useEditingState } from "./use-editing";
import { hasErrors, useCheckContext, useLiveIssues } from "./use-live-issues";

/** Where to move after a cell: down, to the next or previous cell, or to the cell itself. */
export type GridMove = "down" | "next" | "previous" | "stay";

type GridFieldProps = {
  readonly segment: Segment;
  readonly label: string;
  /** `editing` continues editing in the next cell. */
  readonly onMove: (move: GridMove, editing: boolean) => void;
};

/** The text of a cell while it is edited, in the language of the editor's scope. */
export function GridField({ segment, label, onMove }: GridFieldProps) {
  const t = useTranslations("editor");
  const { language, may, shortcuts, others } = useEditorScope();
  const session = useEditingSession(segment);
  const { setTexts, act, resolve } = session;
  const { texts, saving, failure, conflict } = useEditingState(session, segment);
  const { issues, issuesNow, fix, type } = useLiveIssues(segment, texts, useCheckContext(segment), setTexts);
  const field = useRef<FieldHandle>(null);
  useEffect(() => field.current?.focus(), []);
  const isEmpty = sameTexts(texts, {});
  const issueActions: IssueActions = { fix };
  const latestIssueActions = useRef(issueActions);
  latestIssueActions.current = issueActions;

  const save = async (move: GridMove, state: "translated" | "reviewed" | null = null) => {
    const saved = act(state);
    const mayBeRefused = move === "stay" || conflict || (state && hasErrors(issuesNow()));
    if (!mayBeRefused || (await saved)) onMove(move, state !== null);
  };
  const confirm = () => !isEmpty && void save("down", may.review ? "reviewed" : "translated");
  const onKeyDown = (event: KeyboardEvent) => {
    // Ignores keys during composition, as in Japanese.
    if (event.nativeEvent.isComposing) return;
    const command = event.ctrlKey || event.metaKey;
    if (shortcutOf(event.nativeEvent) === shortcuts.confirm) confirm();
    else if (event.key === "Enter" && !command && !event.shiftKey && !event.altKey) void save("down");
    else if (event.key === "Tab" && !command) void save(event.shiftKey ? "previous" : "next");
    else if (event.key === "Escape") void save("stay");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const id = `grid-issues-${segment.id}-${language}`;
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field within */}
      <div onKeyDown={onKeyDown}>
        <SegmentField
          ref={field}
          value={texts[PLAIN] ?? ""}
          onChange={(next) => type({ [PLAIN]: next })}
          codes={segment.codes}
          language={language}
          label={label}
          describedBy={issues.length > 0 ? id : undefined}
          readOnly={!may.edit}
        />
      </div>
      <EditingNotice people={others.get(segment.id) ?? []} />
      <SaveProblem failure={failure} conflict={conflict} onResolve={resolve} />
      <IssueList id={id} issues={issues} actions={latestIssueActions} canIgnore={false} />
      {may.edit ? (
        <div className="flex flex-wrap justify-end gap-1.5">
          <Button size="sm" onClick={() => void save("stay")}>
            {t("saveDraft")}
          </Button>
          <Button size="sm" variant="primary" disabled={isEmpty} pending={saving === "saving"} onClick={confirm}>
            {may.review ? t("approve") : t("confirm")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
