"use client";

import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { useHistory, useRevert } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";
import { useFormName } from "./form-name";
import { StateMark } from "./state-mark";
import { orderedTexts, PLAIN, type Texts } from "./texts";
import { WordDiff } from "./word-diff";

/** The revisions of a translation with their differences, and a button to restore each. */
export function HistoryPanel({ segment }: { segment: Segment }) {
  const t = useTranslations("editor");
  const { language, may } = useEditorScope();
  const { data, error, refetch } = useHistory(segment.id, language);
  const revert = useRevert(language);
  const formName = useFormName();
  if (error) return <Failure error={error} title={t("loadFailed")} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.revisions.length === 0) return <p className="text-sm text-muted">{t("noHistory")}</p>;
  const now = segment.translation.revision;
  const textsAt = (revision: { text: string | null; forms?: Texts | undefined } | undefined) =>
    revision ? orderedTexts(segment, revision) : {};
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Failure error={revert.error} title={t("restoreFailed")} />
      <ol className="flex flex-col gap-3">
        {data.revisions.map((revision, i) => (
          <li key={revision.revision} className="flex flex-col gap-1 border-b border-line pb-3 last:border-0">
            <span className="flex flex-wrap items-center gap-2 text-xs text-muted">
              <StateMark state={revision.state} />
              <bdi>{revision.by.name ?? t("system")}</bdi>
              <Time value={revision.createdAt} />
              {revision.origin && revision.origin.type !== "human" ? (
                <span>{t(`origins.${revision.origin.type}`)}</span>
              ) : null}
            </span>
            {revision.state === "untranslated" ? (
              <p className="text-faint">{t("noTranslation")}</p>
            ) : (
              Object.keys({ ...textsAt(data.revisions[i + 1]), ...textsAt(revision) }).map((form) => (
                <div key={form} className="flex items-baseline gap-2">
                  {form === PLAIN ? null : <bdi className="shrink-0 text-xs text-faint">{formName(form)}</bdi>}
                  <WordDiff
                    before={textsAt(data.revisions[i + 1])[form] ?? ""}
                    after={textsAt(revision)[form] ?? ""}
                    language={language}
                    labels={{ deleted: t("deleted"), inserted: t("inserted") }}
                  />
                </div>
              ))
            )}
            {may.edit && revision.revision !== now ? (
              <Button
                size="sm"
                variant="ghost"
                className="self-start"
                pending={revert.isPending && revert.variables.revision === revision.revision}
                onClick={() => revert.mutate({ id: segment.id, revision: revision.revision, now })}
              >
                {t("restore")}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
