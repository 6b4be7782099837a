"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { isUnfinished, useJob } from "@/lib/client/jobs";
import { type BulkRequest, type EditorFilter, useBulk, useUndoJob } from "@/lib/client/segments";
import { useEditorScope } from "./editor-scope";

const ACTIONS = ["confirm", "approve", "reject", "replace"] as const;
export type BulkKind = (typeof ACTIONS)[number];
type BulkInput = {
  readonly kind: BulkKind;
  readonly find: string;
  readonly replacement: string;
  readonly wholeWord: boolean;
  readonly comment: string;
};

/** Changes selected segments, or all of the filter: previews the count, shows progress, and can be undone. */
export default function BulkDialog({
  filter,
  chosen: selected,
  onClose,
  onDone,
}: {
  readonly filter: EditorFilter;
  /** The selected segments and the action on them; null: all segments of the filter. */
  readonly chosen: { readonly kind: BulkKind; readonly segmentIds: readonly string[] } | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const t = useTranslations("editor");
  const { place, language, may } = useEditorScope();
  const { preview, start } = useBulk(place);
  const undo = useUndoJob();
  const job = useJob(start.data?.id ?? null);
  const [asked, setAsked] = useState<BulkInput>({
    kind: selected?.kind ?? (may.review ? "approve" : "confirm"),
    find: "",
    replacement: "",
    wholeWord: false,
    comment: "",
  });
  const { kind, find, replacement, wholeWord, comment } = asked;
  const ask = (change: Partial<BulkInput>) => {
    setAsked({ ...asked, ...change });
    preview.reset(); // the count was for another action
  };
  const allowed = ACTIONS.filter((action) => may.review || action === "confirm" || action === "replace");
  const request = (): BulkRequest => ({
    language,
    filter: selected ? { segmentIds: [...selected.segmentIds] } : filterOf(filter),
    action: actionOf(),
  });
  const actionOf = (): BulkRequest["action"] => {
    if (kind === "replace") return { type: "replace", find, replace: replacement, wholeWord };
    if (kind === "reject") return { type: "reject", comment };
    return { type: kind };
  };
  const incomplete = (kind === "replace" && find === "") || (kind === "reject" && comment.trim() === "");

  // What was chosen is counted at once.
  const count = useEffectEvent(() => {
    if (selected && !incomplete) preview.mutate(request());
  });
  useEffect(() => count(), []);

  const hasEnded = job.data !== undefined && !isUnfinished(job.data);
  const progress = job.data?.progress;
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
    <FormDialog
      title={t("bulk.title")}
      description={selected ? t("bulk.textSelected") : t("bulk.text")}
      submitLabel={
        preview.data === undefined ? t("bulk.preview") : t(`bulk.starts.${kind}`, { count: preview.data.matching })
      }
      pending={preview.isPending || start.isPending || (start.isSuccess && !hasEnded)}
      disabled={incomplete || preview.data?.matching === 0}
      onSubmit={() => (preview.data === undefined ? preview : start).mutate(request())}
      onClose={onClose}
    >
      <Field label={t("bulk.action")}>
        <Select value={kind} onChange={(event) => ask({ kind: event.target.value as BulkKind })}>
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
            <Input value={find} maxLength={500} dir="auto" onChange={(event) => ask({ find: event.target.value })} />
          </Field>
          <Field label={t("bulk.replace")}>
            <Input
              value={replacement}
              maxLength={500}
              dir="auto"
              onChange={(event) => ask({ replacement: event.target.value })}
            />
          </Field>
          <Checkbox
            checked={wholeWord}
            label={t("bulk.wholeWord")}
            onChange={(event) => ask({ wholeWord: event.target.checked })}
          />
        </>
      ) : null}
      {kind === "reject" ? (
        <Field label={t("sendBackDialog.reason")} required>
          <Textarea
            value={comment}
            maxLength={1000}
            dir="auto"
            onChange={(event) => ask({ comment: event.target.value })}
          />
        </Field>
      ) : null}
      {preview.data === undefined ? null : (
        <p role="status" className="text-sm">
          {t("bulk.matching", { count: preview.data.matching })}{" "}
          {preview.data.warned ? t("bulk.warned", { count: preview.data.warned }) : null}
        </p>
      )}
      {start.isSuccess ? (
        <Progress
          label={t("bulk.title")}
          percent={progress && progress.total > 0 ? ((progress.done + progress.failed) / progress.total) * 100 : null}
        />
      ) : null}
      {preview.error || start.error ? <Failure error={preview.error ?? start.error} title={t("bulk.failed")} /> : null}
    </FormDialog>
  );
}

/** The list's filter in the form of bulk actions. */
function filterOf(filter: EditorFilter): NonNullable<BulkRequest["filter"]> {
  const list = (text: string) => (text === "" ? undefined : text.split(","));
  const text = (value: string) => (value === "" ? undefined : value);
  const all = {
    documentId: text(filter.documentId),
    state: list(filter.state),
    origin: list(filter.origin),
    qa: list(filter.qa),
    check: text(filter.check),
    comments: text(filter.comments),
    outdated: filter.outdated === "" ? undefined : filter.outdated === "true",
    failedJobId: text(filter.failedJobId),
    q: text(filter.q),
    label: filter.label === "" ? undefined : [filter.label],
  };
  return JSON.parse(JSON.stringify(all));
}
