"use client";

import { useLocale, useTranslations } from "use-intl";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
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
      title={t("takeLanguageOut")}
      confirmLabel={t("takeLanguageOut")}
      action={remove}
      input={language}
      failedTitle={t("notDone")}
      onClose={onClose}
    >
      {t("takeLanguageOutText", { language: languageName(language, useLocale()) })}
    </ConfirmDialog>
  );
}
