"use client";

import { lazy, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Calculator, Download } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { type AnalysisFormat, useAnalysis, useDownloadAnalysis } from "@/lib/client/analysis";
import { useProject } from "@/lib/client/projects";
import type { Rates } from "@/lib/schemas/analysis";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { AnalysisTables } from "./analysis-tables";
import type { Phase } from "./bands";

const RatesDialog = lazy(() => import("./rates-dialog"));
const FORMATS = ["csv", "json"] as const satisfies readonly AnalysisFormat[];

type AnalysisPanelProps = {
  readonly project: Project;
  /** Prices that the workspace pays for words; null if there are none. */
  readonly rates: Rates | null;
  readonly mayChangeRates: boolean;
};

/** The analysis of a project by match band, in segments, words, characters and costs. */
export function AnalysisPanel({ project: opened, rates: first, mayChangeRates }: AnalysisPanelProps) {
  const t = useTranslations("analysis");
  const projects = useTranslations("projects");
  const locale = useLocale();
  const { data: project } = useProject(opened);
  const [language, setLanguage] = useState(project.targetLanguages[0] ?? "");
  const [phase, setPhase] = useState<Phase>("before");
  const [rates, setRates] = useState(first);
  const [isEditing, setEditing] = useState(false);
  const analysis = useAnalysis(project.id, language);
  const download = useDownloadAnalysis(project.id);
  const isEmpty = project.documentCount === 0;
  return (
    <Section
      title={t("title")}
      description={t("text")}
      actions={
        <>
          {mayChangeRates ? (
            <Button size="sm" onClick={() => setEditing(true)}>
              {t(rates ? "editRates" : "setRates")}
            </Button>
          ) : null}
          {isEmpty ? null : (
            <Menu
              trigger={
                <Button icon={Download} size="sm" pending={download.isPending}>
                  {t("download")}
                </Button>
              }
            >
              {FORMATS.map((format) => (
                <MenuItem key={format} onSelect={() => download.mutate({ language, format })}>
                  {t(`formats.${format}`)}
                </MenuItem>
              ))}
            </Menu>
          )}
        </>
      }
    >
      {isEmpty ? (
        <EmptyState icon={<Calculator />} title={t("emptyTitle")}>
          <p>{t("emptyText")}</p>
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-end gap-4">
            <Field label={projects("language")}>
              <Select
                className="max-w-full min-w-56"
                value={language}
                onValueChange={setLanguage}
                options={[
                  ...project.targetLanguages.map((code) => [code, languageName(code, locale)] as const),
                  ...(project.targetLanguages.length > 1 ? [["", projects("allLanguages")] as const] : []),
                ]}
              />
            </Field>
            <Segmented
              label={t("phase")}
              value={phase}
              onValueChange={setPhase}
              options={[
                { value: "before", label: t("phases.before") },
                { value: "after", label: t("phases.after") },
              ]}
            />
          </div>
          <p className="max-w-prose text-sm text-muted">{t(`phaseTexts.${phase}`)}</p>
          <Failure error={download.error} title={t("downloadFailed")} />
          <Failure error={analysis.error} title={t("failed")} onRetry={() => void analysis.refetch()} />
          {analysis.isPending ? (
            <div aria-busy="true" className="flex flex-col gap-3">
              {["a", "b", "c", "d"].map((line) => (
                <Skeleton key={line} className="h-8 w-full" />
              ))}
            </div>
          ) : null}
          {analysis.data ? <AnalysisTables analysis={analysis.data} phase={phase} /> : null}
        </>
      )}
      <Suspense fallback={null}>
        {isEditing ? (
          <RatesDialog
            rates={rates}
            onSaved={(next) => {
              setRates(next);
              void analysis.refetch();
            }}
            onClose={() => setEditing(false)}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}
