"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Archive, ArchiveRestore, Ban, CircleCheck, Play, RotateCcw } from "@/components/ui/icons";
import { Textarea } from "@/components/ui/input";
import { useTransition } from "@/lib/client/project-work";
import type { Project } from "@/lib/schemas/projects";
import { tasksOf } from "./remaining";

type Target = "in_progress" | "completed" | "cancelled" | "archived";

/** Status actions for managers. Each asks for confirmation. */
export function StatusActions({ project }: { project: Project }) {
  const t = useTranslations("projects");
  const [asked, setAsked] = useState<Target | null>(null);
  const allowed = project.allowedTransitions.filter((to): to is Target => to !== "draft" && to !== "in_review");
  return (
    <>
      {allowed.map((to) => {
        const deed = actionOf(project, to);
        const Icon = ICONS[deed];
        return (
          <Button
            icon={Icon}
            key={to}
            size="sm"
            variant={deed === "start" ? "primary" : "secondary"}
            onClick={() => setAsked(to)}
          >
            {t(`deeds.${deed}`)}
          </Button>
        );
      })}
      {asked ? <TransitionDialog project={project} to={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

const ICONS = {
  start: Play,
  reopen: RotateCcw,
  restore: ArchiveRestore,
  complete: CircleCheck,
  cancel: Ban,
  archive: Archive,
} as const;

function actionOf(project: Project, to: Target): keyof typeof ICONS {
  if (to === "completed") return "complete";
  if (to === "cancelled") return "cancel";
  if (to === "archived") return "archive";
  if (project.status === "archived") return "restore";
  return project.status === "cancelled" ? "reopen" : "start";
}

function TransitionDialog({
  project,
  to,
  onClose,
}: {
  readonly project: Project;
  readonly to: Target;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const words = useTranslations("project");
  const ui = useTranslations("ui");
  const transition = useTransition(project.id);
  const [reason, setReason] = useState("");
  const deed = actionOf(project, to);
  const needsReason = deed === "complete";
  const failed = project.blockers.find(({ code }) => code === "documents_failed");
  const open = [
    ...(failed ? [t("blocker.documents_failed", { count: failed.count })] : []),
    ...tasksOf(project.workflow, project.progress).map(({ task, count }) => words(`left.${task}`, { count })),
  ];
  return (
    <Dialog
      open
      keepsInput
      onOpenChange={onClose}
      size="sm"
      title={t(`deeds.${deed}`)}
      description={t(`deedTexts.${deed}`)}
      footer={
        <>
          <Button onClick={onClose}>{deed === "cancel" ? t("goBack") : ui("cancel")}</Button>
          <Button
            variant={deed === "cancel" ? "danger" : "primary"}
            disabled={needsReason && reason.trim() === ""}
            pending={transition.isPending}
            onClick={() =>
              transition.mutate(
                { to, ...(needsReason ? { force: true } : {}), ...(reason.trim() ? { reason: reason.trim() } : {}) },
                { onSuccess: onClose },
              )
            }
          >
            {t(`deeds.${deed}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {deed === "complete" && open.length > 0 ? (
          <div>
            <p className="font-medium">{t("stillOpen")}</p>
            <ul className="list-disc ps-5">
              {open.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        ) : null}
        {deed === "complete" || deed === "cancel" ? (
          <Field label={t("reason")} required={needsReason}>
            <Textarea value={reason} maxLength={1000} dir="auto" onChange={(event) => setReason(event.target.value)} />
          </Field>
        ) : null}
        <Failure error={transition.error} title={t("notDone")} />
      </div>
    </Dialog>
  );
}
