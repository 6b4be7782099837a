"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Radio } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { JobFailure } from "@/components/ui/job-failure";
import { Progress } from "@/components/ui/progress";
import { useMergeBranch } from "@/lib/client/branches";
import { isUnfinished, useJob } from "@/lib/client/jobs";
import type { BranchChanges } from "@/lib/schemas/branches";

const SIDES = ["branch", "main"] as const;
const COUNTS = ["added", "changed", "removed"] as const;

type MergeDialogProps = {
  readonly projectId: string;
  readonly name: string;
  readonly changes: BranchChanges;
  readonly onMerged: () => void;
  readonly onClose: () => void;
};

/** Previews a merge, asks which content to use where both sides changed, and merges. */
export default function MergeDialog({ projectId, name, changes, onMerged, onClose }: MergeDialogProps) {
  const t = useTranslations("branches");
  const format = useFormatter();
  const merge = useMergeBranch(projectId, name);
  const { data: job } = useJob(merge.data?.id ?? null);
  const [side, setSide] = useState<(typeof SIDES)[number]>("branch");
  const { documents } = changes;
  const conflicts = documents.filter(({ change }) => change === "conflict");
  const sum = (count: (typeof COUNTS)[number]) => documents.reduce((total, one) => total + one.segments[count], 0);
  const translations = documents.reduce((total, one) => total + one.translations, 0);
  const isMerging = merge.isPending || (merge.data !== undefined && (job === undefined || isUnfinished(job)));
  const isMerged = job?.status === "succeeded";
  const report = useEffectEvent(onMerged);
  useEffect(() => {
    if (isMerged) report();
  }, [isMerged]);
  return (
    <FormDialog
      title={t("mergeTitle", { name })}
      description={t("mergeText")}
      submitLabel={t("merge")}
      pending={isMerging || isMerged}
      onSubmit={() => merge.mutate(conflicts.length > 0 ? side : "fail")}
      onClose={onClose}
    >
      <ul className="list-disc ps-5 text-sm">
        <li>{t("mergeDocuments", { count: documents.length })}</li>
        <li>
          {format.list(
            COUNTS.map((count) => t(`mergeCounts.${count}`, { count: sum(count) })),
            { type: "unit" },
          )}
        </li>
        <li>{t("mergeTranslations", { count: translations })}</li>
      </ul>
      {conflicts.length > 0 ? (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 text-sm font-medium">{t("conflicts", { count: conflicts.length })}</legend>
          <ul className="list-disc ps-5 text-sm">
            {conflicts.map(({ documentId, path }) => (
              <li key={documentId}>
                <bdi className="break-all">{path}</bdi>
              </li>
            ))}
          </ul>
          {SIDES.map((value) => (
            <Radio
              key={value}
              name="side"
              checked={side === value}
              onChange={() => setSide(value)}
              label={t(`sides.${value}`)}
            />
          ))}
        </fieldset>
      ) : null}
      {merge.data && isMerging ? (
        <Progress
          label={t("merging")}
          percent={job && job.progress.total > 0 ? (job.progress.done / job.progress.total) * 100 : null}
        />
      ) : null}
      <Failure error={merge.error} title={t("mergeFailed")} />
      {job ? <JobFailure job={job} title={t("mergeFailed")} cancelled={t("mergeCancelled")} /> : null}
    </FormDialog>
  );
}
