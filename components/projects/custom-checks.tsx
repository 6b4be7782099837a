"use client";

import { lazy, Suspense, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, IconButton } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { Pencil, Plus, Trash2 } from "@/components/ui/icons";
import { useCommaList } from "@/components/ui/writing";
import { type CustomCheck, useChangeCustomChecks } from "@/lib/client/custom-checks";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";
import { MAX_CUSTOM_CHECKS, type Severity } from "@/lib/vocabulary/segments";

const CustomCheckDialog = lazy(() => import("./custom-check-dialog"));
const DeleteDialog = lazy(() => import("@/components/language-resources/delete-dialog"));

const TONES: Readonly<Record<Severity, Tone>> = { error: "danger", warning: "warning", info: "neutral" };

type Open = { readonly dialog: "add" } | { readonly dialog: "edit" | "delete"; readonly check: CustomCheck };

/** The patterns against which a project's translations are checked. Changes are saved immediately. */
export function CustomChecks({ project, mayChange }: { readonly project: Project; readonly mayChange: boolean }) {
  const t = useTranslations("project.checks");
  const severities = useTranslations("projects.severity");
  const locale = useLocale();
  const commaList = useCommaList();
  const change = useChangeCustomChecks(project.id);
  const [open, setOpen] = useState<Open | null>(null);
  const checks = change.data?.settings.customChecks ?? project.settings.customChecks;
  const isFull = checks.length >= MAX_CUSTOM_CHECKS;
  const show = (next: Open) => {
    // Clears the errors of an earlier change, but not its data, which the list shows.
    if (change.error) change.reset();
    setOpen(next);
  };
  return (
    <Section
      title={t("title")}
      description={t("text")}
      actions={
        mayChange ? (
          <Button icon={Plus} onClick={() => show({ dialog: "add" })} disabled={isFull}>
            {t("add")}
          </Button>
        ) : null
      }
    >
      {isFull ? <p className="text-sm text-muted">{t("full", { maximum: MAX_CUSTOM_CHECKS })}</p> : null}
      {checks.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <Card>
          <ul aria-label={t("title")} className="divide-y divide-line">
            {checks.map((check) => (
              <li key={check.id} className="flex items-start gap-3 px-4 py-3">
                <div className="flex min-w-0 grow flex-col items-start gap-1.5">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                    <bdi className="min-w-0 break-words">{check.message}</bdi>
                    <Badge tone={TONES[check.severity]}>{severities(check.severity)}</Badge>
                  </p>
                  <p className="text-sm text-muted">
                    {t(check.finding === "match" ? "listMatch" : "listNoMatch")} <Pattern pattern={check.target} />
                  </p>
                  {check.source === undefined ? null : (
                    <p className="text-sm text-muted">
                      {t("listSource")} <Pattern pattern={check.source} />
                    </p>
                  )}
                  {check.languages ? (
                    <p className="text-sm text-muted">
                      {commaList(check.languages.map((language) => languageName(language, locale)))}
                    </p>
                  ) : null}
                </div>
                {mayChange ? (
                  <div className="flex shrink-0">
                    <IconButton
                      icon={Pencil}
                      size="sm"
                      label={t("editNamed", { message: check.message })}
                      onClick={() => show({ dialog: "edit", check })}
                    />
                    <IconButton
                      icon={Trash2}
                      size="sm"
                      label={t("deleteNamed", { message: check.message })}
                      onClick={() => show({ dialog: "delete", check })}
                    />
                  </div>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Suspense fallback={null}>
        {open?.dialog === "add" || open?.dialog === "edit" ? (
          <CustomCheckDialog
            project={project}
            checks={checks}
            check={open.dialog === "edit" ? open.check : null}
            change={change}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open?.dialog === "delete" ? (
          <DeleteDialog
            title={t("deleteTitle")}
            deletion={{
              isPending: change.isPending,
              isSuccess: false,
              error: change.error,
              reset: change.reset,
              mutate: (_, options) => change.mutate((list) => list.filter(({ id }) => id !== open.check.id), options),
            }}
            onDeleted={() => setOpen(null)}
            onClose={() => setOpen(null)}
          >
            {t("deleteText", { message: open.check.message })}
          </DeleteDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}

function Pattern({ pattern }: { readonly pattern: string }) {
  return (
    <code dir="ltr" className="font-mono text-xs break-all text-ink">
      {pattern}
    </code>
  );
}
