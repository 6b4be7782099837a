"use client";

import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { CancelJobs } from "@/components/ui/cancel-jobs";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Download, PackageCheck } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { LoadMore } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { errorOfRecord } from "@/lib/client/error-record";
import { type ExportPage, useCreateExport, useExports } from "@/lib/client/project-work";
import { useProject } from "@/lib/client/projects";
import { useErrorText, useWarningText } from "@/lib/client/texts";
import type { Export } from "@/lib/schemas/exports";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { useNamedLanguages } from "./language-options";

/** Common exports: finished files, everything, files for CAT tools, the memory. */
const PRESETS = {
  final: { format: "original", minState: "reviewed", fallback: ["lastReviewed", "source"] },
  current: { format: "original", minState: "draft", fallback: ["source"] },
  bilingual: { format: "xliff", minState: "draft" },
  memory: { format: "tmx", minState: "reviewed" },
} as const;
type Preset = keyof typeof PRESETS;

type ExportsPanelProps = {
  readonly project: Project;
  /** The latest. */
  readonly made: ExportPage;
  readonly mayCancel: boolean;
};

/** Exports of the project, created by presets, with a report of their contents. */
export function ExportsPanel({ project: opened, made, mayCancel }: ExportsPanelProps) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const { data: project } = useProject(opened);
  const locale = useLocale();
  const [preset, setPreset] = useState<Preset>(opened.workflow === "mt_only" ? "current" : "final");
  const [language, setLanguage] = useState("");
  const create = useCreateExport(project.id);
  const list = useExports(project.id, made);
  const shown = list.data?.pages.flatMap((page) => page.exports) ?? [];
  const make = () => {
    const { fallback, ...rest } = { fallback: undefined, ...PRESETS[preset] };
    create.mutate({
      ...rest,
      ...(fallback ? { fallback: [...fallback] } : {}),
      ...(language ? { languages: [language] } : {}),
    });
  };
  return (
    <Section title={t("exports")} description={t("exportsText")}>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("exportPreset")}>
          <Select
            className="max-w-full min-w-56"
            value={preset}
            onChange={(event) => setPreset(event.target.value as Preset)}
          >
            {(Object.keys(PRESETS) as Preset[]).map((name) => (
              <option key={name} value={name}>
                {t(`presets.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("exportLanguage")}>
          <Select
            className="max-w-full min-w-48"
            value={language}
            onChange={(event) => setLanguage(event.target.value)}
          >
            <option value="">{t("allLanguages")}</option>
            {project.targetLanguages.map((code) => (
              <option key={code} value={code}>
                {languageName(code, locale)}
              </option>
            ))}
          </Select>
        </Field>
        <Button variant="primary" pending={create.isPending} disabled={project.documentCount === 0} onClick={make}>
          <PackageCheck aria-hidden="true" />
          {t("export")}
        </Button>
      </div>
      <p className="text-sm text-muted">{t(`presetTexts.${preset}`)}</p>
      <ExportBill
        languages={project.languages.filter((one) => language === "" || one.language === language)}
        preset={preset}
        onCurrent={() => setPreset("current")}
      />
      {create.error ? <Failure error={create.error} title={t("exportFailed")} /> : null}
      {list.error ? (
        <Failure error={list.error} title={t("exportsFailed")} onRetry={() => void list.refetch()} />
      ) : null}
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
      {list.hasNextPage ? (
        <LoadMore
          shown={shown.length}
          hasMore
          pending={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
    </Section>
  );
}

type ExportBillProps = {
  readonly languages: readonly ProjectLanguage[];
  readonly preset: Preset;
  /** Chooses the preset that exports what is not reviewed, too. */
  readonly onCurrent: () => void;
};

/** How many texts of each kind an export would hold, before it is made. */
function ExportBill({ languages, preset, onCurrent }: ExportBillProps) {
  const t = useTranslations("projects");
  const format = useFormatter();
  const locale = useLocale();
  const bills = languages.map(({ language, progress: { segments } }) => ({
    language,
    reviewed: segments.reviewed,
    other: segments.translated + segments.draft + segments.needsWork,
    source: segments.untranslated,
  }));
  const unreviewed = bills.reduce((sum, { other }) => sum + other, 0);
  const kinds = preset === "memory" ? (["reviewed"] as const) : (["reviewed", "other", "source"] as const);
  const lines = bills.flatMap((bill) => {
    const counts = kinds
      .filter((kind) => bill[kind] > 0)
      .map((kind) => t(`exportTexts.${kind}`, { count: bill[kind] }));
    return counts.length > 0
      ? [`${languageName(bill.language, locale)}: ${format.list(counts, { type: "unit" })}`]
      : [];
  });
  return (
    <>
      {lines.length > 0 ? (
        <ul aria-label={t("exportBill.label")} className="tabular flex flex-col gap-1 text-sm">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {preset === "final" && unreviewed > 0 ? (
        <Notice
          tone="warning"
          title={t("exportBill.unreviewed", { count: unreviewed })}
          actions={
            <Button size="sm" onClick={onCurrent}>
              {t("exportBill.include")}
            </Button>
          }
        >
          {t("exportBill.instead")}
        </Notice>
      ) : null}
    </>
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
  // Someone's decision, which is no failure.
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
            <Download aria-hidden="true" />
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
