"use client";

import { useTranslations } from "use-intl";
import { ForeignText } from "@/components/language/foreign-text";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Kbd } from "@/components/ui/kbd";
import { Skeleton } from "@/components/ui/skeleton";
import { useMatches } from "@/lib/client/segments";
import type { Segment } from "@/lib/schemas/segments";
import type { TermUsage } from "@/lib/vocabulary/texts";
import { useEditorScope } from "./editor-scope";
import { MessageText } from "./message-text";
import { orderedForms } from "./texts";
import { WordDiff } from "./word-diff";

/** Suggestions, and translations of the same and similar texts, with the differences between their sources. */
export function MatchesPanel({ segment, onInsert }: { segment: Segment; onInsert: (index: number) => void }) {
  const t = useTranslations("editor");
  const { project, language, may } = useEditorScope();
  const { data, error, refetch } = useMatches(segment.id, language);
  if (error) return <Failure error={error} title={t("loadFailed")} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  if (data.matches.length === 0) return <p className="text-sm text-muted">{t("noMatches")}</p>;
  return (
    <ol className="flex flex-col gap-3">
      {data.matches.map((match, index) => (
        <li
          key={match.forms ? JSON.stringify(match.forms) : match.target}
          className="flex flex-col gap-1.5 border-b border-line pb-3 text-sm last:border-0"
        >
          <span className="flex flex-wrap items-center gap-2">
            {match.origin === "suggestion" ? (
              <Badge tone="accent">{t("suggestion")}</Badge>
            ) : (
              <Badge tone={match.match >= 100 ? "success" : "neutral"}>
                {t("matchPercent", { percent: match.match })}
              </Badge>
            )}
            <span className="truncate text-xs text-muted">
              {match.origin === "repetition" ? (
                t("fromRepetition")
              ) : (
                <bdi>{match.memoryName ?? match.suggestedBy?.name}</bdi>
              )}
            </span>
          </span>
          {match.match < 100 ? (
            <WordDiff
              before={match.source}
              after={segment.source}
              language={project.sourceLanguage}
              labels={{ deleted: t("deleted"), inserted: t("inserted") }}
            />
          ) : null}
          <MessageText
            text={match.target}
            forms={segment.plural && match.forms && orderedForms(segment, match.forms)}
            codes={segment.codes}
            language={language}
            className="font-medium"
          />
          {may.edit ? (
            <Button size="sm" className="self-start" onClick={() => onInsert(index)}>
              {t("insert")}
              <span className="flex gap-0.5" dir="ltr">
                <Kbd>Alt</Kbd>
                <Kbd>{index + 1}</Kbd>
              </span>
            </Button>
          ) : null}
        </li>
      ))}
    </ol>
  );
}

const USAGES = { preferred: "success", admitted: "neutral", forbidden: "danger" } as const satisfies Record<
  TermUsage,
  unknown
>;

/** Glossary terms in the source. */
export function TermsPanel({ segment }: { segment: Segment }) {
  const t = useTranslations("editor");
  const { project, language } = useEditorScope();
  const { data, error, refetch } = useMatches(segment.id, language);
  if (error) return <Failure error={error} title={t("loadFailed")} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-16" />;
  if (data.terms.length === 0) return <p className="text-sm text-muted">{t("noTerms")}</p>;
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {data.terms.map((term) => (
        <div key={term.source} className="flex flex-col gap-1 border-b border-line pb-3 last:border-0">
          <dt className="font-medium">
            <ForeignText lang={project.sourceLanguage}>{term.source}</ForeignText>
          </dt>
          {term.doNotTranslate ? <dd className="text-muted">{t("doNotTranslate")}</dd> : null}
          {term.targets.map((target) => (
            <dd key={`${target.usage} ${target.text}`} className="flex items-center gap-2">
              <ForeignText lang={language} className="min-w-0">
                {target.text}
              </ForeignText>
              <Badge tone={USAGES[target.usage]}>{t(`usages.${target.usage}`)}</Badge>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
