"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Conflict } from "./use-editing";
import { WordDiff } from "./word-diff";

type ConflictNoticeProps = {
  readonly conflict: Conflict;
  readonly language: string;
  readonly onResolve: (choice: "mine" | "theirs") => void;
};

/** An edit conflict: both texts with their differences, and a choice. Nothing is lost. */
export function ConflictNotice({ conflict, language, onResolve }: ConflictNoticeProps) {
  const t = useTranslations("editor");
  return (
    <Notice
      live
      tone="warning"
      title={t("conflict.title")}
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
      <WordDiff
        before={conflict.theirs}
        after={conflict.mine}
        language={language}
        labels={{ deleted: t("conflict.onlyTheirs"), inserted: t("conflict.onlyMine") }}
      />
    </Notice>
  );
}
