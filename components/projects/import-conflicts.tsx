import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { WordDiff } from "@/components/editor/word-diff";
import { ForeignText } from "@/components/language/foreign-text";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Kbd } from "@/components/ui/kbd";
import { type Conflict, useConflicts, useResolveConflicts } from "@/lib/client/import-target";
import type { Project } from "@/lib/schemas/projects";
import { plainText } from "@/lib/text/segment";

/** Which text is used, by the key that chooses it. */
const CHOICES = { "1": "here", "2": "file" } as const;
type Choice = (typeof CHOICES)[keyof typeof CHOICES];

type ImportConflictsProps = {
  readonly jobId: string;
  readonly project: Project;
  /** Shown if several files have conflicts. */
  readonly path?: string;
};

/** Texts that changed both here and in an imported file, one after another. A key decides, or a button for all. */
export function ImportConflicts({ jobId, project, path }: ImportConflictsProps) {
  const t = useTranslations("projects");
  const { data, error } = useConflicts(jobId);
  const [solved, setSolved] = useState(0);
  const resolve = useResolveConflicts(jobId, project.id, (count) => setSolved((before) => before + count));
  if (error) return <Failure error={error} title={t("conflicts.failed")} />;
  if (!data || data.conflicts.length === 0) return null;
  const left = data.conflicts.slice(solved);
  const [current] = left;
  const choose = (take: Choice, conflicts: readonly Conflict[]) => {
    if (!resolve.isPending) resolve.mutate({ take, conflicts });
  };
  const onKeyDown = ({ key, repeat }: KeyboardEvent) => {
    if (current && !repeat && Object.hasOwn(CHOICES, key)) choose(CHOICES[key as keyof typeof CHOICES], [current]);
  };
  return (
    <section className="flex flex-col gap-3 text-sm" aria-label={t("conflicts.title")} onKeyDown={onKeyDown}>
      <h3 className="font-medium">
        {t("conflicts.title")}
        {path ? <bdi className="ms-2 font-normal text-muted">{path}</bdi> : null}
      </h3>
      <Failure error={resolve.error} title={t("conflicts.failed")} />
      <p role="status">
        {current
          ? t("conflicts.position", { number: solved + 1, total: data.conflicts.length })
          : t("conflicts.done", { count: solved })}
      </p>
      {current ? (
        <>
          <Texts conflict={current} source={project.sourceLanguage} language={data.language} />
          <div className="flex flex-wrap gap-2">
            {Object.entries(CHOICES).map(([key, take]) => (
              <Button key={take} size="sm" pending={resolve.isPending} onClick={() => choose(take, [current])}>
                {t(`conflicts.${take}`)}
                <Kbd>{key}</Kbd>
              </Button>
            ))}
            {left.length > 1
              ? Object.values(CHOICES).map((take) => (
                  <Button
                    key={take}
                    size="sm"
                    variant="ghost"
                    pending={resolve.isPending}
                    onClick={() => choose(take, left)}
                  >
                    {t(`conflicts.${take}All`, { count: left.length })}
                  </Button>
                ))
              : null}
          </div>
        </>
      ) : null}
    </section>
  );
}

type TextsProps = { readonly conflict: Conflict; readonly source: string; readonly language: string };

/** The texts of a conflict: the one here and the one in the file, with their changes. */
function Texts({ conflict: { key, source: words, codes, here, file, base }, source, language }: TextsProps) {
  const t = useTranslations("projects");
  const before = base ? formsOf(base) : null;
  const rows = [
    ...(before ? [{ title: t("conflicts.base"), texts: before, from: before }] : []),
    { title: t("conflicts.textHere"), texts: formsOf(here), from: before ?? formsOf(here) },
    { title: t("conflicts.textFile"), texts: formsOf(file), from: before ?? formsOf(here) },
  ];
  return (
    <dl className="flex flex-col gap-2">
      <dt className="font-mono break-all text-muted">{key}</dt>
      <dd>
        <ForeignText lang={source}>{plainText(words, codes)}</ForeignText>
      </dd>
      {rows.map(({ title, texts, from }) => (
        <div key={title}>
          <dt className="text-muted">{title}</dt>
          {Object.entries(texts).map(([name, text]) => (
            <dd key={name} className="flex items-baseline gap-2">
              {name === "" ? null : <bdi className="shrink-0 text-xs text-muted">{name}</bdi>}
              <WordDiff
                before={from[name] ?? ""}
                after={text}
                language={language}
                labels={{ deleted: t("conflicts.removed"), inserted: t("conflicts.added") }}
              />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function formsOf({ text, forms }: Conflict["here"]): Readonly<Record<string, string>> {
  return forms ?? { "": text ?? "" };
}
