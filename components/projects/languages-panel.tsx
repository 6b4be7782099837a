"use client";

import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import WhyNot from "@/components/language/why-not";
import { Button, buttonClass, IconButton } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { EllipsisVertical, Pencil, Plus, Trash2, WandSparkles } from "@/components/ui/icons";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { usePretranslate } from "@/lib/client/project-work";
import type { Project, ProjectLanguage } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { hasTranslator } from "@/lib/vocabulary/projects";
import { ProgressLegend, WorkProgress } from "./language-progress";
import { isOverdue, OverdueBadge } from "./overdue";
import { tasksOf } from "./remaining";

const LanguageDialog = lazy(() => import("./language-dialog"));
const RemoveLanguageDialog = lazy(() => import("./remove-language-dialog"));

type Open = { readonly kind: "add" } | { readonly kind: "edit" | "remove"; readonly language: ProjectLanguage };

type LanguagesPanelProps = {
  readonly project: Project;
  /** Whether memories can provide drafts if no engine can. */
  readonly hasMemories: boolean;
  readonly mayChange: boolean;
};

/** The target languages: assigned people, due dates, progress, and links to the work. */
export function LanguagesPanel({ project, hasMemories, mayChange }: LanguagesPanelProps) {
  const t = useTranslations("projects");
  const [open, setOpen] = useState<Open | null>(null);
  const pretranslate = usePretranslate(project.id);
  const draftsOf = (language: ProjectLanguage) => draftsFor(project, language, hasMemories);
  const draft = (languages: readonly ProjectLanguage[], method: Drafts) =>
    pretranslate.mutate(
      {
        languages: languages.map(({ language }) => language),
        ...(method === "memory" ? { method: ["tm" as const] } : {}),
      },
      { onSuccess: () => toast(t("pretranslateStarted")) },
    );
  const byMachine = project.languages.filter((language) => draftsOf(language) === "machine");
  return (
    <Section
      title={t("languages")}
      actions={
        mayChange ? (
          <>
            {byMachine.length > 0 ? (
              <Button
                icon={WandSparkles}
                size="sm"
                pending={pretranslate.isPending}
                onClick={() => draft(byMachine, "machine")}
              >
                {t("pretranslate")}
              </Button>
            ) : null}
            <Button icon={Plus} size="sm" onClick={() => setOpen({ kind: "add" })}>
              {t("addLanguage")}
            </Button>
          </>
        ) : null
      }
    >
      <Failure error={pretranslate.error} title={t("notDone")} />
      <Card>
        <ul className="divide-y divide-line" aria-label={t("languages")}>
          {project.languages.map((language) => (
            <LanguageRow
              key={language.language}
              project={project}
              language={language}
              drafts={draftsOf(language)}
              mayChange={mayChange}
              onOpen={(kind) => setOpen({ kind, language })}
              onDraft={(method) => draft([language], method)}
            />
          ))}
        </ul>
      </Card>
      {project.documentCount > 0 ? <ProgressLegend workflow={project.workflow} /> : null}
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

type Drafts = "machine" | "memory";

/** The sources of drafts for the untranslated texts of a language. Null if there is no source or no such text. */
function draftsFor(project: Project, { language, progress }: ProjectLanguage, hasMemories: boolean): Drafts | null {
  if (progress.segments.untranslated === 0) return null;
  if (project.workflow !== "human" && !lacksEngine(project, language)) return "machine";
  return hasMemories ? "memory" : null;
}

function lacksEngine({ blockers }: Project, language: string): boolean {
  return blockers.some((blocker) => blocker.code === "no_machine_translation" && blocker.language === language);
}

type LanguageRowProps = {
  readonly project: Project;
  readonly language: ProjectLanguage;
  readonly drafts: Drafts | null;
  readonly mayChange: boolean;
  readonly onOpen: (kind: "edit" | "remove") => void;
  readonly onDraft: (method: Drafts) => void;
};

function LanguageRow({ project, language, drafts, mayChange, onOpen, onDraft }: LanguageRowProps) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const locale = useLocale();
  const name = languageName(language.language, locale);
  const editor = `/projects/${project.id}/edit/${language.language}`;
  const { qa, segments } = language.progress;
  return (
    <li className="flex flex-col gap-2 p-4 text-sm">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 grow flex-col gap-0.5">
          <h3 className="text-base break-words">{name}</h3>
          <div className="text-muted">
            <Facts
              facts={[
                t(`languageStatus.${language.status}`),
                ...(language.progress.words.total > 0 ? [t("words", { count: language.progress.words.total })] : []),
                ...peopleOf(project, language).map((role) => {
                  const person = language[role];
                  const nobody = words(role === "translator" ? "noTranslator" : "noReviewer");
                  if (!person && mayChange)
                    return (
                      <button
                        key={role}
                        type="button"
                        className="rounded-sm text-accent-ink hover:underline"
                        onClick={() => onOpen("edit")}
                      >
                        {words("assignNow", { role: nobody })}
                      </button>
                    );
                  if (!person) return nobody;
                  return t(role === "translator" ? "translatorIs" : "reviewerIs", { name: person.name });
                }),
                ...(language.dueAt
                  ? [
                      <span key="due">
                        {t("due")} <Time value={language.dueAt} show="date" />
                      </span>,
                    ]
                  : []),
              ]}
            />
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {segments.total > 0 ? (
            <Link
              href={editor}
              aria-label={t("openEditor", { language: name })}
              className={buttonClass("secondary", "sm")}
            >
              {t("edit")}
            </Link>
          ) : null}
          {mayChange ? (
            <Menu
              trigger={
                <IconButton icon={EllipsisVertical} size="sm" label={t("languageActions", { language: name })} />
              }
            >
              <MenuItem icon={Pencil} onSelect={() => onOpen("edit")}>
                {t("assign")}
              </MenuItem>
              {drafts ? (
                <MenuItem icon={WandSparkles} onSelect={() => onDraft(drafts)}>
                  {drafts === "machine" ? t("pretranslate") : words("draftFromMemory")}
                </MenuItem>
              ) : null}
              {project.languages.length > 1 ? (
                <MenuItem icon={Trash2} danger onSelect={() => onOpen("remove")}>
                  {t("takeLanguageOut")}
                </MenuItem>
              ) : null}
            </Menu>
          ) : null}
        </div>
      </div>
      <WorkProgress name={name} workflow={project.workflow} progress={language.progress} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 empty:hidden">
        {tasksOf(project.workflow, language.progress).map(({ task, count, filter }) => (
          <Link
            key={task}
            href={`${editor}?${filter}`}
            className={cx("rounded-sm hover:underline", task === "fix" ? "text-danger" : "text-accent-ink")}
          >
            {words(`do.${task}`, { count })}
          </Link>
        ))}
        {qa.warnings > 0 ? (
          <Link href={`${editor}?qa=warning`} className="rounded-sm text-muted hover:underline">
            {t("withWarnings", { count: qa.warnings })}
          </Link>
        ) : null}
        {isOverdue(project, language) ? <OverdueBadge /> : null}
      </div>
      {segments.untranslated > 0 && lacksEngine(project, language.language) ? (
        <WhyNot inline missing={{ source: project.sourceLanguage, target: language.language }} />
      ) : null}
    </li>
  );
}

/** The assigned people, and the roles with work but without an assigned person. */
function peopleOf(project: Project, language: ProjectLanguage): readonly ("translator" | "reviewer")[] {
  const tasks = new Set(tasksOf(project.workflow, language.progress).map(({ task }) => task));
  const translates = language.translator || (tasks.has("translate") && hasTranslator(project.workflow));
  return [
    ...(translates ? (["translator"] as const) : []),
    ...(language.reviewer || tasks.has("review") ? (["reviewer"] as const) : []),
  ];
}
