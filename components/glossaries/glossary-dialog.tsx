"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { SourceLanguageField } from "@/components/language-resources/source-language-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { fieldError, isAllBesideFields } from "@/lib/client/field-errors";
import { type Glossary, useCreateGlossary, useRenameGlossary } from "@/lib/client/glossaries";

type GlossaryDialogProps = {
  /** Null: a new one is made. */
  readonly glossary: Glossary | null;
  readonly onClose: () => void;
};

/** Makes a glossary, or renames one. */
export default function GlossaryDialog({ glossary, onClose }: GlossaryDialogProps) {
  const t = useTranslations("glossaries");
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const router = useRouter();
  const create = useCreateGlossary();
  const rename = useRenameGlossary(glossary?.id ?? "");
  const [sourceLanguage, setSourceLanguage] = useState<string | null>(null);
  const [faults, setFaults] = useState<{ name?: string; source?: string }>({});
  const formId = useId();
  const error = create.error ?? rename.error;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    const found = {
      ...(name ? {} : { name: resources("nameMissing") }),
      ...(glossary || sourceLanguage ? {} : { source: resources("sourceMissing") }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    if (glossary)
      rename.mutate(
        { name },
        {
          onSuccess: () => {
            toast(ui("saved"), { tone: "success" });
            onClose();
          },
        },
      );
    else if (sourceLanguage)
      create.mutate({ name, sourceLanguage }, { onSuccess: ({ id }) => router.push(`/glossaries/${id}`) });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={glossary ? t("renameTitle") : t("create")}
      description={glossary ? undefined : t("createText")}
      footer={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            pending={create.isPending || create.isSuccess || rename.isPending}
          >
            {glossary ? ui("save") : ui("create")}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label={resources("name")} error={faults.name ?? fieldError(error, "name")} required>
          <Input name="name" maxLength={200} autoComplete="off" dir="auto" defaultValue={glossary?.name} />
        </Field>
        {glossary ? null : (
          <SourceLanguageField
            value={sourceLanguage}
            error={faults.source ?? fieldError(error, "sourceLanguage")}
            onChange={setSourceLanguage}
          />
        )}
        {error && !isAllBesideFields(error, ["name", "sourceLanguage"]) ? (
          <Failure error={error} title={glossary ? resources("notSaved") : t("createFailed")} />
        ) : null}
      </form>
    </Dialog>
  );
}
