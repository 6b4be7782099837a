"use client";

import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input, Textarea } from "@/components/ui/input";
import { useFieldError } from "@/lib/client/field-errors";
import { usePatchSegment } from "@/lib/client/segment-details";
import type { Segment } from "@/lib/schemas/segments";
import { useEditorScope } from "./editor-scope";

const FIELDS = ["labels", "description", "maxLength", "flags"];

/** Labels, description, maximum length and flags of a segment, for every language. */
export default function DetailsDialog({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const t = useTranslations("editor");
  const words = useTranslations("screenshots");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const { language } = useEditorScope();
  const patch = usePatchSegment(segment.id, language);
  const submit = (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const labels = text("labels").split(/[,،、]/);
    const maxLength = text("maxLength");
    const flags = text("flags").split(/\s*\n\s*/);
    patch.mutate(
      {
        labels: labels.map((label) => label.trim()).filter((label) => label !== ""),
        description: text("description") || null,
        ...(Number(maxLength) === (segment.maxLength ?? 0) ? {} : { maxLength: Number(maxLength) || null }),
        ...(flags.join("\n") === segment.flags.join("\n")
          ? {}
          : { flags: flags.filter(Boolean).length > 0 ? flags : null }),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={words("editDetails")}
      description={words("editDetailsText")}
      submitLabel={ui("save")}
      pending={patch.isPending}
      browserChecks
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t("labels")} hint={words("labelsHint")} error={fieldError(patch.error, "labels")}>
        <Input name="labels" defaultValue={segment.labels.join(", ")} maxLength={1_100} dir="auto" />
      </Field>
      <Field label={t("description")} error={fieldError(patch.error, "description")}>
        <Textarea name="description" defaultValue={segment.description ?? ""} maxLength={5_000} dir="auto" />
      </Field>
      <Field label={t("maxLength")} hint={words("maxLengthHint")} error={fieldError(patch.error, "maxLength")}>
        <Input type="number" name="maxLength" min={1} max={100_000} defaultValue={segment.maxLength ?? ""} />
      </Field>
      <Field label={words("flags")} hint={words("flagsHint")} error={fieldError(patch.error, "flags")}>
        <Textarea
          name="flags"
          defaultValue={segment.flags.join("\n")}
          maxLength={5_000}
          rows={3}
          dir="ltr"
          className="font-mono text-sm"
        />
      </Field>
      <Failure error={patch.error} fields={FIELDS} title={words("notSaved")} />
    </FormDialog>
  );
}
