"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import type { Conflict } from "./editing-session";
import { useEditorScope } from "./editor-scope";
import { useFormName } from "./form-name";
import { changedForms, PLAIN } from "./texts";
import { WordDiff } from "./word-diff";

type ConflictNoticeProps = {
  readonly conflict: Conflict;
  readonly onResolve: (choice: "mine" | "theirs") => void;
};

type SaveProblemProps = {
  readonly failure: unknown;
  readonly conflict: Conflict | null;
  readonly onResolve: ConflictNoticeProps["onResolve"];
};

/** Why a text is not saved: a conflict or another failure. */
export function SaveProblem({ failure, conflict, onResolve }: SaveProblemProps) {
  const errorText = useErrorText();
  if (conflict) return <ConflictNotice conflict={conflict} onResolve={onResolve} />;
  if (!failure) return null;
  return (
    <Notice live="alert" tone={toneOfFailure(failure)}>
      {errorText(failure)}
    </Notice>
  );
}

/** An edit conflict: both texts with their differences, and a choice between them. Nothing is lost. */
function ConflictNotice({ conflict, onResolve }: ConflictNoticeProps) {
  const t = useTranslations("editor");
  const name = useFormName();
  const { language } = useEditorScope();
  const { mine, theirs } = conflict;
  const changed = changedForms(theirs, mine);
  // Equal texts are shown as one, because only the state differs.
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
