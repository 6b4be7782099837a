"use client";

import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Badge, type Tone } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/button";
import { CancelJobs } from "@/components/ui/cancel-jobs";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Download } from "@/components/ui/icons";
import { LoadMore } from "@/components/ui/pagination";
import { Time } from "@/components/ui/time";
import { errorOfRecord } from "@/lib/client/error-record";
import { type ExportPage, useExports } from "@/lib/client/project-work";
import { useProject } from "@/lib/client/projects";
import { useErrorText, useWarningText } from "@/lib/client/texts";
import type { Export } from "@/lib/schemas/exports";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { ExportForm } from "./export-form";
import { useNamedLanguages } from "./language-options";

type ExportsPanelProps = {
  readonly project: Project;
  /** The latest exports. */
  readonly made: ExportPage;
  readonly mayCancel: boolean;
};

/** Exports of the project, created by presets, with reports of their contents. */
export function ExportsPanel({ project: opened, made, mayCancel }: ExportsPanelProps) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const { data: project } = useProject(opened);
  const list = useExports(project.id, made);
  const shown = list.data?.pages.flatMap((page) => page.exports) ?? [];
  return (
    <Section title={t("exports")} description={t("exportsText")}>
      <ExportForm project={project} />
      <Failure error={list.error} title={t("exportsFailed")} onRetry={() => void list.refetch()} />
      {shown.length === 0 && !list.error ? (
        <p className="text-sm text-muted">{words(project.documentCount === 0 ? "summary.noDocuments" : "noExports")}</p>
      ) : null}
      {shown.length > 0 ? (
        <Card>
          <ul className="divide-y divide-line" aria-label={t("exports")}>
            {shown.map((one) => (
              <ExportRow key={one.id} made={one} mayCancel={mayCancel} />
            ))}
          </ul>
        </Card>
      ) : null}
      {list.hasNextPage ? <LoadMore list={list} shown={shown.length} /> : null}
    </Section>
  );
}

function ExportRow({ made, mayCancel }: { made: Export; mayCancel: boolean }) {
  const t = useTranslations("projects");
  const format = useFormatter();
  const locale = useLocale();
  const named = useNamedLanguages();
  const languages = [...new Set(made.files.map(({ language }) => language))];
  const byteSize = useByteSize();
  const errorText = useErrorText();
  const warningText = useWarningText();
  const sum = (name: "reviewed" | "lastReviewed" | "translated" | "draft" | "source") =>
    made.files.reduce((total, file) => total + file.segments[name], 0);
  const counts = [
    ["reviewed", sum("reviewed") + sum("lastReviewed")],
    ["other", sum("translated") + sum("draft")],
    ["source", sum("source")],
  ] as const;
  const texts = counts.filter(([, count]) => count > 0);
  const segments = texts.reduce((total, [, count]) => total + count, 0);
  // A cancellation is a decision of a person, not a failure.
  const isCancelled = made.error?.code === "cancelled";
  const { jobId, projectId, status } = made;
  const tone: Tone = status === "failed" && !isCancelled ? "danger" : status === "succeeded" ? "success" : "neutral";
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex min-w-48 grow flex-wrap items-center gap-2">
          <bdi className="min-w-0 font-medium">{made.fileName ?? t(`exportFormats.${made.format as "original"}`)}</bdi>
          <Badge tone={tone}>{isCancelled ? t("jobStatus.cancelled") : t(`exportStatus.${status}`)}</Badge>
        </span>
        <Time value={made.createdAt} show="relative" className="text-muted" />
        {made.downloadUrl && made.bytes !== null ? (
          <a href={`/api${made.downloadUrl}`} download className={buttonClass("secondary", "sm")}>
            <Download />
            {t("download", { size: byteSize(made.bytes) })}
          </a>
        ) : null}
        {mayCancel && jobId ? (
          <CancelJobs jobs={[{ id: jobId, projectId, status }]} size="sm">
            {t("stopJob")}
          </CancelJobs>
        ) : null}
      </div>
      {made.status === "succeeded" ? (
        <Facts
          className="text-muted"
          facts={[
            t(`exportFormats.${made.format as "original"}`),
            named(languages),
            t("exportFiles", { count: made.files.length }),
            ...(segments > 0
              ? [
                  t("exportReport", {
                    segments: t("exportSegments", { count: segments }),
                    texts: format.list(texts.map(([name, count]) => t(`exportTexts.${name}`, { count }))),
                  }),
                ]
              : []),
          ]}
        />
      ) : null}
      {made.error && !isCancelled ? <p className="text-danger">{errorText(errorOfRecord(made.error))}</p> : null}
      {made.warnings.length > 0 ? (
        <ul className="list-disc ps-5 text-warning">
          {made.warnings.map((warning) => (
            <li key={`${warning.code} ${warning.language} ${warning.documentId}`}>
              {warning.language ? `${languageName(warning.language, locale)}: ` : null}
              {warningText(warning)}
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
