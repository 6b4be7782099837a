"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/lib/client/account";
import { useAllMemories, useCreateMemory, useCreateUnit } from "@/lib/client/memories";
import { baseLanguage, languageDirection, languageName } from "@/lib/text/languages";
import { roleAllows } from "@/lib/vocabulary/rights";
import type { Shown } from "./use-translator";

/** Value of the option that creates a memory. */
const NEW = "";

type RememberDialogProps = { readonly shown: Shown; readonly onClose: () => void };

/** Adds a text with its translation to a memory for its language. */
export default function RememberDialog({ shown: { request, answer }, onClose }: RememberDialogProps) {
  const t = useTranslations("translate");
  const locale = useLocale();
  const { data: me } = useMe();
  const { data: all, error: loadError, isPending } = useAllMemories();
  const create = useCreateMemory();
  const add = useCreateUnit();
  const [chosen, setChosen] = useState<string | null>(null);
  const memories = all?.filter(({ sourceLanguage }) => baseLanguage(sourceLanguage) === baseLanguage(answer.source));
  const mayCreate = roleAllows(me?.user?.role ?? "viewer", "manager");
  const memoryId = chosen ?? memories?.[0]?.id ?? (mayCreate && memories ? NEW : null);
  const name = t("newMemoryName", { language: languageName(answer.source, locale) });
  const submit = async () => {
    if (memoryId === null) return;
    try {
      const id = memoryId === NEW ? (await create.mutateAsync({ name, sourceLanguage: answer.source })).id : memoryId;
      const unit = { source: request.text.trim(), target: answer.translation.trim(), language: answer.target };
      await add.mutateAsync({ memoryId: id, unit });
      toast(t("remembered"), { tone: "success" });
      onClose();
    } catch {
      // The error is shown below the fields.
    }
  };
  const error = create.error ?? add.error ?? loadError;
  return (
    <FormDialog
      title={t("rememberTitle")}
      description={t("rememberText")}
      submitLabel={t("rememberSubmit")}
      pending={create.isPending || add.isPending}
      disabled={memoryId === null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isPending ? <Skeleton className="h-9" /> : null}
      {memories && (memories.length > 0 || mayCreate) ? (
        <Field label={t("memory")}>
          <Select
            value={memoryId ?? NEW}
            onValueChange={setChosen}
            options={[
              ...memories.map((memory) => [memory.id, memory.name] as const),
              ...(mayCreate ? [[NEW, t("newMemory", { name })] as const] : []),
            ]}
          />
        </Field>
      ) : null}
      {memories?.length === 0 && !mayCreate ? <p>{t("noMemory")}</p> : null}
      <dl className="flex flex-col gap-3 text-sm">
        <Text language={answer.source} text={request.text} />
        <Text language={answer.target} text={answer.translation} />
      </dl>
      <Failure error={error} title={t("rememberFailed")} />
    </FormDialog>
  );
}

function Text({ language, text }: { language: string; text: string }) {
  return (
    <div>
      <dt className="text-muted">{languageName(language, useLocale())}</dt>
      <dd lang={language} dir={languageDirection(language)} className="max-h-40 overflow-y-auto whitespace-pre-wrap">
        {text}
      </dd>
    </div>
  );
}
