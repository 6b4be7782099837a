"use client";

import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { type BulkRequest, type EditorFilter, useBulk, useJob, useUndoJob } from "@/lib/client/segments";
import { useEditorScope } from "./editor-scope";

const ACTIONS = ["confirm", "approve", "reject", "replace"] as const;
type Kind = (typeof ACTIONS)[number];

/** Changes all segments of the filter at once: says first how many, shows how far it is, and can be undone. */
export default function BulkDialog({
  filter,
  onClose,
  onDone,
}: {
  readonly filter: EditorFilter;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useTranslations("editor");
  const ui = useTranslations("ui");
  const { project, language, may } = useEditorScope();
  const { preview, start } = useBulk(project.id);
  const undo = useUndoJob();
  const job = useJob(start.data?.id ?? null);
  const [kind, setKind] = useState<Kind>(may.review ? "approve" : "confirm");
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const [comment, setComment] = useState("");
  const allowed = ACTIONS.filter((action) => may.review || action === "confirm" || action === "replace");
  const request = (): BulkRequest => ({ language, filter: chosen(filter), action: actionOf() });
  const actionOf = (): BulkRequest["action"] => {
    if (kind === "replace") return { type: "replace", find, replace: replacement };
    if (kind === "reject") return { type: "reject", comment };
    return { type: kind };
  };
  const incomplete = (kind === "replace" && find === "") || (kind === "reject" && comment.trim() === "");

  const { status, progress } = job.data ?? {};
  const hasEnded = status !== undefined && status !== "queued" && status !== "running";
  useEffect(() => {
    if (!hasEnded || !start.data || !progress) return;
    const { id } = start.data;
    toast(t("bulk.done", { done: progress.done, failed: progress.failed }), {
      tone: progress.failed > 0 ? "neutral" : "success",
      action: { label: t("bulk.undo"), onSelect: () => undo.mutate(id, { onSuccess: onDone }) },
    });
    onDone();
    onClose();
  }, [hasEnded, start.data, progress, undo, t, onDone, onClose]);

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("bulk.title")}
      description={t("bulk.text")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          {preview.data === undefined ? (
            <Button
              variant="primary"
              disabled={incomplete}
              pending={preview.isPending}
              onClick={() => preview.mutate(request())}
            >
              {t("bulk.preview")}
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={preview.data === 0}
              pending={start.isPending || (start.isSuccess && !hasEnded)}
              onClick={() => start.mutate(request())}
            >
              {t("bulk.start", { count: preview.data })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t("bulk.action")}>
          <Select
            value={kind}
            onChange={(event) => {
              setKind(event.target.value as Kind);
              preview.reset();
            }}
          >
            {allowed.map((action) => (
              <option key={action} value={action}>
                {t(`bulk.actions.${action}`)}
              </option>
            ))}
          </Select>
        </Field>
        {kind === "replace" ? (
          <>
            <Field label={t("bulk.find")} required>
              <Input value={find} maxLength={500} onChange={(event) => setFind(event.target.value)} />
            </Field>
            <Field label={t("bulk.replace")}>
              <Input value={replacement} maxLength={500} onChange={(event) => setReplacement(event.target.value)} />
            </Field>
          </>
        ) : null}
        {kind === "reject" ? (
          <Field label={t("sendBackDialog.reason")} required>
            <Textarea value={comment} maxLength={1000} onChange={(event) => setComment(event.target.value)} />
          </Field>
        ) : null}
        {preview.data === undefined ? null : (
          <p role="status" className="text-sm">
            {t("bulk.matching", { count: preview.data })}
          </p>
        )}
        {start.isSuccess ? (
          <Progress
            label={t("bulk.title")}
            percent={progress && progress.total > 0 ? ((progress.done + progress.failed) / progress.total) * 100 : null}
          />
        ) : null}
        {preview.error || start.error ? (
          <Failure error={preview.error ?? start.error} title={t("bulk.failed")} />
        ) : null}
      </div>
    </Dialog>
  );
}

/** The list's filter as bulk actions take it. */
function chosen(filter: EditorFilter): NonNullable<BulkRequest["filter"]> {
  const list = (text: string) => (text === "" ? undefined : text.split(","));
  const text = (value: string) => (value === "" ? undefined : value);
  const all = {
    documentId: text(filter.documentId),
    state: list(filter.state),
    origin: list(filter.origin),
    qa: text(filter.qa),
    check: text(filter.check),
    comments: text(filter.comments),
    outdated: filter.outdated === "" ? undefined : filter.outdated === "true",
    failedJobId: text(filter.failedJobId),
    q: text(filter.q),
  };
  return JSON.parse(JSON.stringify(all));
}
