"use client";

import { useLocale, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { useLanguageChanges } from "@/lib/client/project-work";
import type { Project } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";

/** Confirms the removal of a language with all its translations. */
export default function RemoveLanguageDialog({
  project,
  language,
  onClose,
}: {
  readonly project: Project;
  readonly language: string;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const { remove } = useLanguageChanges(project.id);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("takeLanguageOut")}
      confirmLabel={t("takeLanguageOut")}
      pending={remove.isPending}
      onConfirm={() => remove.mutate(language, { onSuccess: onClose })}
    >
      <p>{t("takeLanguageOutText", { language: languageName(language, useLocale()) })}</p>
      {remove.error ? <Failure error={remove.error} title={t("notDone")} /> : null}
    </ConfirmDialog>
  );
}
