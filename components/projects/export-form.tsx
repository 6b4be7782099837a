"use client";

import { useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { PackageCheck } from "@/components/ui/icons";
import { Notice } from "@/components/ui/notice";
import { Select } from "@/components/ui/select";
import { useCreateExport } from "@/lib/client/project-work";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";

/** Common exports: finished files, everything, files for CAT tools, the memory. */
const PRESETS = {
  final: { format: "original", minState: "reviewed", fallback: ["lastReviewed", "source"] },
  current: { format: "original", minState: "draft", fallback: ["source"] },
  bilingual: { format: "xliff", minState: "draft" },
  memory: { format: "tmx", minState: "reviewed" },
} as const;
type Preset = keyof typeof PRESETS;

type LanguageProgress = Pick<ProjectDocument["languages"][number], "language" | "progress">;

type ExportFormProps = {
  readonly project: Project;
  /** The documents to export; by default all. */
  readonly documents?: readonly ProjectDocument[];
  readonly onMade?: () => void;
};

/** Creates an export by a preset, after a preview of its contents. */
export function ExportForm({ project, documents, onMade }: ExportFormProps) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const [preset, setPreset] = useState<Preset>(project.workflow === "mt_only" ? "current" : "final");
  const [language, setLanguage] = useState("");
  const create = useCreateExport(project.id);
  const make = () => {
    const { fallback, ...rest } = { fallback: undefined, ...PRESETS[preset] };
    create.mutate(
      {
        ...rest,
        ...(fallback ? { fallback: [...fallback] } : {}),
        ...(language ? { languages: [language] } : {}),
        ...(documents ? { documentIds: documents.map(({ id }) => id) } : {}),
      },
      { onSuccess: onMade },
    );
  };
  const counted: readonly LanguageProgress[] = documents?.flatMap(({ languages }) => languages) ?? project.languages;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t("exportPreset")}>
          <Select
            className="max-w-full min-w-56"
            value={preset}
            onValueChange={setPreset}
            options={(Object.keys(PRESETS) as Preset[]).map((name) => [name, t(`presets.${name}`)])}
          />
        </Field>
        <Field label={t("exportLanguage")}>
          <Select
            className="max-w-full min-w-48"
            value={language}
            onValueChange={setLanguage}
            options={project.targetLanguages.map((code) => [code, languageName(code, locale)])}
          >
            <option value="">{t("allLanguages")}</option>
          </Select>
        </Field>
        <Button
          icon={PackageCheck}
          variant="primary"
          pending={create.isPending}
          disabled={project.documentCount === 0}
          onClick={make}
        >
          {t("export")}
        </Button>
      </div>
      <p className="text-sm text-muted">{t(`presetTexts.${preset}`)}</p>
      <ExportBill
        languages={counted.filter((one) => language === "" || one.language === language)}
        preset={preset}
        onCurrent={() => setPreset("current")}
      />
      <Failure error={create.error} title={t("exportFailed")} />
    </>
  );
}

type ExportBillProps = {
  readonly languages: readonly LanguageProgress[];
  readonly preset: Preset;
  /** Chooses the preset that also exports unreviewed texts. */
  readonly onCurrent: () => void;
};

/** How many texts of each kind an export would contain, before it is created. */
function ExportBill({ languages, preset, onCurrent }: ExportBillProps) {
  const t = useTranslations("projects");
  const format = useFormatter();
  const locale = useLocale();
  const sums = new Map<string, { reviewed: number; other: number; source: number }>();
  for (const { language, progress } of languages) {
    const { reviewed, translated, draft, needsWork, untranslated } = progress.segments;
    const sum = sums.get(language) ?? { reviewed: 0, other: 0, source: 0 };
    sums.set(language, {
      reviewed: sum.reviewed + reviewed,
      other: sum.other + translated + draft + needsWork,
      source: sum.source + untranslated,
    });
  }
  const bills = [...sums].map(([language, sum]) => ({ language, ...sum }));
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
