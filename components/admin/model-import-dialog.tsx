"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { FileInput, Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { toast } from "@/components/ui/toast";
import { useImportModels } from "@/lib/client/engines";
import { useFieldError } from "@/lib/client/field-errors";

/** Installs models from files, for servers without internet access. */
export default function ModelImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("engines");
  const fieldError = useFieldError();
  const load = useImportModels();
  const [from, setFrom] = useState<"files" | "folder">("files");
  const [isMissing, setMissing] = useState(false);

  const submit = (data: FormData) => {
    const files = data.getAll("file").filter((value): value is File => value instanceof File && value.size > 0);
    const folder = String(data.get("folder") ?? "").trim();
    const isNothing = from === "files" ? files.length === 0 : folder === "";
    setMissing(isNothing);
    if (isNothing) return;
    load.mutate(from === "files" ? files : { folder }, {
      onSuccess: ({ pairs, incomplete }) => {
        toast(t("imported", { pairs: pairs.join(", ") }), { tone: "success" });
        if (incomplete.length > 0) toast(t("incomplete", { files: incomplete.join(", ") }), { tone: "warning" });
        onClose();
      },
    });
  };

  return (
    <FormDialog
      title={t("import")}
      description={t("importText")}
      submitLabel={t("install")}
      pending={load.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Segmented
        label={t("importFrom")}
        value={from}
        onValueChange={(value) => {
          load.reset();
          setMissing(false);
          setFrom(value);
        }}
        options={[
          { value: "files", label: t("fromFiles") },
          { value: "folder", label: t("fromFolder") },
        ]}
        className="self-start"
      />
      {from === "files" ? (
        <Field
          label={t("files")}
          hint={t("filesHint")}
          error={isMissing ? t("filesMissing") : fieldError(load.error, "file")}
          required
        >
          <FileInput name="file" multiple />
        </Field>
      ) : (
        <Field
          label={t("folder")}
          hint={t("folderHint")}
          error={isMissing ? t("folderMissing") : fieldError(load.error, "folder")}
          required
        >
          <Input name="folder" dir="ltr" placeholder="/srv/models" autoComplete="off" className="font-mono" />
        </Field>
      )}
      <Failure error={load.error} fields={["file", "folder"]} title={t("notInstalled")} />
    </FormDialog>
  );
}
