"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Conflict } from "./editing-session";
import { useFormName } from "./form-name";
import { changedForms, PLAIN } from "./texts";
import { WordDiff } from "./word-diff";

type ConflictNoticeProps = {
  readonly conflict: Conflict;
  readonly language: string;
  readonly onResolve: (choice: "mine" | "theirs") => void;
};

/** An edit conflict: both texts with their differences, and a choice. Nothing is lost. */
export function ConflictNotice({ conflict, language, onResolve }: ConflictNoticeProps) {
  const t = useTranslations("editor");
  const name = useFormName();
  const { mine, theirs } = conflict;
  const changed = changedForms(theirs, mine);
  // Equal texts are shown as one: only the state is disputed.
  const shown = changed.length > 0 ? changed : Object.keys(mine);
  return (
    <Notice
      live
      tone="warning"
      title={t(conflict.isRepetition ? "conflict.repetition" : "conflict.title")}
      actions={
        <>
          <Button size="sm" onClick={() => onResolve("theirs")}>
            {t("conflict.theirs")}
          </Button>
          <Button size="sm" variant="primary" onClick={() => onResolve("mine")}>
            {t("conflict.mine")}
          </Button>
        </>
      }
    >
      <p className="mb-2">{t("conflict.text")}</p>
      {shown.map((form) => (
        <div key={form} className="flex items-baseline gap-2">
          {form === PLAIN ? null : <bdi className="shrink-0 text-xs text-muted">{name(form)}</bdi>}
          <WordDiff
            before={theirs[form] ?? ""}
            after={mine[form] ?? ""}
            language={language}
            labels={{ deleted: t("conflict.onlyTheirs"), inserted: t("conflict.onlyMine") }}
          />
        </div>
      ))}
    </Notice>
  );
}
