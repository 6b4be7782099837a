"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { LanguageProgress } from "@/components/projects/language-progress";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Failure } from "@/components/ui/failure";
import { GitMerge, Trash2 } from "@/components/ui/icons";
import { Table, Td, Th } from "@/components/ui/table";
import { toast } from "@/components/ui/toast";
import { useBranchChanges, useDeleteBranch, useRefreshAfterMerge } from "@/lib/client/branches";
import type { Branch, BranchChanges } from "@/lib/schemas/branches";
import type { Project } from "@/lib/schemas/projects";

const MergeDialog = lazy(() => import("./merge-dialog"));

const COUNTS = ["added", "changed", "removed", "unchanged"] as const;

type BranchPageProps = {
  readonly project: Project;
  readonly branch: Branch;
  readonly changes: BranchChanges;
  readonly mayChange: boolean;
};

/** A branch: its progress, a preview of its merge, and buttons to merge and delete it. */
export function BranchPage({ project, branch, changes: first, mayChange }: BranchPageProps) {
  const t = useTranslations("branches");
  const format = useFormatter();
  const router = useRouter();
  const { data: changes, error, refetch } = useBranchChanges(project.id, branch.name, first);
  const remove = useDeleteBranch(project.id, branch.name);
  const refresh = useRefreshAfterMerge(project.id, branch.name);
  const [open, setOpen] = useState<"merge" | "delete" | null>(null);
  const files = `/projects/${project.id}/files`;
  const isOpen = project.status !== "archived" && project.status !== "cancelled";
  return (
    <Section
      title={<bdi className="break-all">{branch.name}</bdi>}
      description={t("about")}
      actions={
        mayChange && isOpen ? (
          <>
            <Button icon={GitMerge} size="sm" variant="primary" onClick={() => setOpen("merge")}>
              {t("merge")}
            </Button>
            <Button icon={Trash2} size="sm" variant="danger-secondary" onClick={() => setOpen("delete")}>
              {t("delete")}
            </Button>
          </>
        ) : null
      }
    >
      <BackLink href={files}>{t("toFiles")}</BackLink>
      <div className="flex max-w-md flex-col gap-2">
        {branch.languages.map(({ language, progress }) => (
          <LanguageProgress
            key={language}
            workflow={project.workflow}
            language={language}
            progress={progress}
            href={`/projects/${project.id}/edit/${language}?branch=${encodeURIComponent(branch.name)}`}
          />
        ))}
      </div>
      <Failure error={error} title={t("changesFailed")} onRetry={() => void refetch()} />
      {changes.documents.length === 0 ? (
        <p className="text-sm text-muted">{t("noChanges")}</p>
      ) : (
        <Table caption={t("changes")}>
          <thead>
            <tr>
              <Th>{t("document")}</Th>
              {COUNTS.map((count) => (
                <Th key={count} className="text-end!">
                  {t(`counts.${count}`)}
                </Th>
              ))}
              <Th className="text-end!">{t("counts.translations")}</Th>
            </tr>
          </thead>
          <tbody>
            {changes.documents.map(({ documentId, path, change, segments, translations }) => (
              <tr key={documentId}>
                <Td className="min-w-38">
                  <bdi className="block max-w-72 truncate font-medium" title={path}>
                    {path}
                  </bdi>
                  <Badge tone={change === "conflict" ? "warning" : "neutral"}>{t(`kinds.${change}`)}</Badge>
                </Td>
                {COUNTS.map((count) => (
                  <Td key={count} className="tabular text-end">
                    {format.number(segments[count])}
                  </Td>
                ))}
                <Td className="tabular text-end">{format.number(translations)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <Suspense fallback={null}>
        {open === "merge" ? (
          <MergeDialog
            projectId={project.id}
            name={branch.name}
            changes={changes}
            onMerged={() => {
              void refresh();
              toast(t("merged", { name: branch.name }), { tone: "success" });
              router.push(files);
            }}
            onClose={() => setOpen(null)}
          />
        ) : null}
        {open === "delete" ? (
          <ConfirmDialog
            title={t("deleteTitle", { name: branch.name })}
            confirmLabel={t("delete")}
            action={remove}
            input={undefined}
            failedTitle={t("deleteFailed")}
            onDone={() => router.push(files)}
            onClose={() => setOpen(null)}
          >
            {t("deleteText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}
