"use client";

import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { useImportModels } from "@/lib/client/engines";
import { fieldError, isAllBesideFields } from "@/lib/client/field-errors";

/** Installs models that somebody has fetched elsewhere: for servers without a connection. */
export default function ModelImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("engines");
  const ui = useTranslations("ui");
  const load = useImportModels();
  const formId = useId();
  const [from, setFrom] = useState<"files" | "folder">("files");

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const files = data.getAll("file").filter((value): value is File => value instanceof File && value.size > 0);
    load.mutate(from === "files" ? files : { folder: String(data.get("folder") ?? "").trim() }, {
      onSuccess: ({ pairs }) => {
        toast(t("imported", { pairs: pairs.join(", ") }), { tone: "success" });
        onClose();
      },
    });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("import")}
      description={t("importText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" pending={load.isPending}>
            {t("install")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
        <Segmented
          label={t("importFrom")}
          value={from}
          onValueChange={(value) => {
            load.reset();
            setFrom(value);
          }}
          options={[
            { value: "files", label: t("fromFiles") },
            { value: "folder", label: t("fromFolder") },
          ]}
          className="self-start"
        />
        {from === "files" ? (
          <Field label={t("files")} hint={t("filesHint")} error={fieldError(load.error, "file")} required>
            <Input type="file" name="file" multiple className="h-auto py-1.5" />
          </Field>
        ) : (
          <Field label={t("folder")} hint={t("folderHint")} error={fieldError(load.error, "folder")} required>
            <Input name="folder" dir="ltr" placeholder="/srv/models" autoComplete="off" className="font-mono" />
          </Field>
        )}
        {load.error && !isAllBesideFields(load.error, ["file", "folder"]) ? (
          <Failure error={load.error} title={t("notInstalled")} />
        ) : null}
      </form>
    </Dialog>
  );
}
