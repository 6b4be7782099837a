"use client";

import { EllipsisVertical, Pencil, Plus, Trash2, WandSparkles } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button, buttonClass, IconButton } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { usePretranslate } from "@/lib/client/project-work";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { LanguageProgress } from "./language-progress";
import { isOverdue, OverdueBadge } from "./overdue";

const LanguageDialog = lazy(() => import("./language-dialog"));
const RemoveLanguageDialog = lazy(() => import("./remove-language-dialog"));

type Open = { readonly kind: "add" } | { readonly kind: "edit" | "remove"; readonly language: ProjectLanguage };

/** The target languages: progress, people, and a link to the editor. */
export function LanguagesPanel({ project, mayChange }: { project: Project; mayChange: boolean }) {
  const t = useTranslations("projects");
  const [open, setOpen] = useState<Open | null>(null);
  const pretranslate = usePretranslate(project.id);
  const fill = (languages: string[]) =>
    pretranslate.mutate({ languages }, { onSuccess: () => toast(t("pretranslateStarted")) });
  return (
    <Section
      title={t("languages")}
      actions={
        mayChange ? (
          <>
            <Button
              size="sm"
              pending={pretranslate.isPending}
              disabled={project.documentCount === 0}
              onClick={() => fill([...project.targetLanguages])}
            >
              <WandSparkles aria-hidden="true" />
              {t("pretranslate")}
            </Button>
            <Button size="sm" onClick={() => setOpen({ kind: "add" })}>
              <Plus aria-hidden="true" />
              {t("addLanguage")}
            </Button>
          </>
        ) : null
      }
    >
      {pretranslate.error ? <Failure error={pretranslate.error} title={t("notDone")} /> : null}
      <Card>
        <ul className="divide-y divide-line">
          {project.languages.map((language) => (
            <LanguageRow
              key={language.language}
              project={project}
              language={language}
              mayChange={mayChange}
              onOpen={(kind) => setOpen({ kind, language })}
              onFill={() => fill([language.language])}
            />
          ))}
        </ul>
      </Card>
      {project.documentCount > 0 ? (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          <Legend className="bg-success">{t("reviewed")}</Legend>
          <Legend className="bg-accent">{t("translated")}</Legend>
          <Legend className="bg-warning">{t("sentBack")}</Legend>
          <Legend className="bg-edge">{t("drafted")}</Legend>
        </p>
      ) : null}
      <Suspense fallback={null}>
        {open?.kind === "add" ? (
          <LanguageDialog project={project} language={null} onClose={() => setOpen(null)} />
        ) : null}
        {open?.kind === "edit" ? (
          <LanguageDialog project={project} language={open.language} onClose={() => setOpen(null)} />
        ) : null}
        {open?.kind === "remove" ? (
          <RemoveLanguageDialog project={project} language={open.language.language} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
    </Section>
  );
}

function LanguageRow({
  project,
  language,
  mayChange,
  onOpen,
  onFill,
}: {
  readonly project: Project;
  readonly language: ProjectLanguage;
  readonly mayChange: boolean;
  readonly onOpen: (kind: "edit" | "remove") => void;
  readonly onFill: () => void;
}) {
  const t = useTranslations("projects");
  const name = languageName(language.language, useLocale());
  const people = [
    language.translator ? t("translatorIs", { name: language.translator.name }) : null,
    language.reviewer ? t("reviewerIs", { name: language.reviewer.name }) : null,
  ].filter((text) => text !== null);
  const { segments, qa } = language.progress;
  const drafts = project.workflow === "mt_only" ? 0 : segments.draft;
  const findings = [
    { count: drafts, filter: "state=draft", says: "draftsWait", className: "text-accent-ink" },
    { count: qa.errors, filter: "qa=error", says: "withErrors", className: "text-danger" },
    { count: qa.warnings, filter: "qa=warning", says: "withWarnings", className: "text-warning" },
  ] as const;
  return (
    <li className="flex flex-col gap-2 p-4">
      <LanguageProgress language={language.language} progress={language.progress} />
      <div className="flex items-start gap-x-4">
        <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1 py-1.5 text-sm text-muted">
          <Facts
            facts={[
              t(`languageStatus.${language.status}`),
              ...(language.progress.words.total > 0 ? [t("words", { count: language.progress.words.total })] : []),
              ...people,
            ]}
          />
          {findings.map(({ count, filter, says, className }) =>
            count > 0 ? (
              <Link
                key={filter}
                href={`/projects/${project.id}/edit/${language.language}?${filter}`}
                className={`rounded-sm hover:underline ${className}`}
              >
                {t(says, { count })}
              </Link>
            ) : null,
          )}
          {language.dueAt ? (
            <span>
              {t("due")} <Time value={language.dueAt} show="date" />
            </span>
          ) : null}
          {isOverdue(project, language) ? <OverdueBadge /> : null}
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {language.progress.segments.total > 0 ? (
            <Link
              href={`/projects/${project.id}/edit/${language.language}`}
              aria-label={t("openEditor", { language: name })}
              className={buttonClass("secondary", "sm")}
            >
              {t("edit")}
            </Link>
          ) : null}
          {mayChange ? (
            <Menu
              trigger={
                <IconButton size="sm" label={t("languageActions", { language: name })}>
                  <EllipsisVertical aria-hidden="true" />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => onOpen("edit")}>
                <Pencil aria-hidden="true" />
                {t("assign")}
              </MenuItem>
              <MenuItem onSelect={onFill} disabled={project.documentCount === 0}>
                <WandSparkles aria-hidden="true" />
                {t("pretranslate")}
              </MenuItem>
              {project.languages.length > 1 ? (
                <MenuItem danger onSelect={() => onOpen("remove")}>
                  <Trash2 aria-hidden="true" />
                  {t("takeLanguageOut")}
                </MenuItem>
              ) : null}
            </Menu>
          ) : null}
        </div>
      </div>
    </li>
  );
}

function Legend({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
      {children}
    </span>
  );
}
