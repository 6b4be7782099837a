"use client";

import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Pencil } from "@/components/ui/icons";
import { useSegment } from "@/lib/client/segment-store";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";
import { EncodedText } from "./encoded-text";
import { Screenshots } from "./screenshots";

const DetailsDialog = lazy(() => import("./details-dialog"));

type ContextPanelProps = {
  readonly segment: Segment;
  readonly neighbourIds: readonly string[];
};

/** Context of the segment: its descriptions, its screenshots, and the segments before and after it. */
export function ContextPanel({ segment, neighbourIds }: ContextPanelProps) {
  const t = useTranslations("editor");
  const words = useTranslations("screenshots");
  const { may, store } = useEditorScope();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex flex-col gap-4 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        <dt className="text-muted">{t("key")}</dt>
        <dd className="font-mono text-xs break-all">
          <bdi>{segment.key}</bdi>
        </dd>
        <dt className="text-muted">{t("words")}</dt>
        <dd className="tabular">{segment.wordCount}</dd>
        {segment.maxLength === null ? null : (
          <>
            <dt className="text-muted">{t("maxLength")}</dt>
            <dd className="tabular">{segment.maxLength}</dd>
          </>
        )}
        {segment.labels.length > 0 ? (
          <>
            <dt className="text-muted">{t("labels")}</dt>
            <dd className="flex flex-wrap gap-1">
              {segment.labels.map((label) => (
                <button
                  key={label}
                  type="button"
                  onClick={() => store.narrow({ label })}
                  title={words("onlyLabel", { label })}
                  className="rounded border border-line px-1.5 text-start text-xs hover:bg-hover"
                  dir="auto"
                >
                  {label}
                </button>
              ))}
            </dd>
          </>
        ) : null}
        {segment.description ? (
          <>
            <dt className="text-muted">{t("description")}</dt>
            <dd className="whitespace-pre-wrap" dir="auto">
              {segment.description}
            </dd>
          </>
        ) : null}
        {segment.note ? (
          <>
            <dt className="text-muted">{t("note")}</dt>
            <dd className="whitespace-pre-wrap" dir="auto">
              {segment.note}
            </dd>
          </>
        ) : null}
      </dl>
      {may.manage ? (
        <Button icon={Pencil} size="sm" className="self-start" onClick={() => setEditing(true)}>
          {words("editDetails")}
        </Button>
      ) : null}
      <Screenshots segment={segment} />
      <Suspense fallback={null}>
        {isEditing ? <DetailsDialog segment={segment} onClose={() => setEditing(false)} /> : null}
      </Suspense>
      <section aria-label={t("neighbours")} className="flex flex-col gap-2">
        <h3 className="text-muted">{t("neighbours")}</h3>
        {neighbourIds.map((id) => (
          <Neighbour key={id} id={id} isCurrent={id === segment.id} />
        ))}
      </section>
    </div>
  );
}

function Neighbour({ id, isCurrent }: { id: string; isCurrent: boolean }) {
  const { project, language } = useEditorScope();
  const segment = useSegment(id, language);
  if (!segment) return null;
  return (
    <EncodedText
      text={segment.source}
      codes={segment.codes}
      language={project.sourceLanguage}
      className={isCurrent ? "border-s-2 border-accent ps-2 font-medium" : "ps-2.5 text-muted"}
    />
  );
}
