"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { succeed } from "@/components/ui/toast";
import { useFieldError } from "@/lib/client/field-errors";
import type { ResourceKind } from "./resource-frame";
import { SourceLanguageField } from "./source-language-field";

type Saving<Input, Output> = {
  readonly mutate: (input: Input, options: { onSuccess: (output: Output) => void }) => void;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: unknown;
};

type ResourceDialogProps<More> = {
  readonly kind: ResourceKind;
  /** Null to create a new one. */
  readonly resource: { readonly name: string } | null;
  readonly create: Saving<{ name: string; sourceLanguage: string } & More, { readonly id: string }>;
  readonly change: Saving<{ name: string } & More, unknown>;
  /** Reads the additional fields of this kind. Null if one is invalid, whose error is then shown. */
  readonly read: (data: FormData) => More | null;
  /** Names of the additional fields. */
  readonly more?: readonly string[];
  /** The additional fields. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Creates or changes a glossary or a memory. */
export function ResourceDialog<More>(props: ResourceDialogProps<More>) {
  const { kind, resource, create, change, read, more = [], children, onClose } = props;
  const t = useTranslations(kind);
  const resources = useTranslations("resources");
  const ui = useTranslations("ui");
  const fieldError = useFieldError();
  const router = useRouter();
  const [sourceLanguage, setSourceLanguage] = useState<string | null>(null);
  const [faults, setFaults] = useState<{ name?: string; source?: string }>({});
  const error = create.error ?? change.error;

  const submit = (data: FormData) => {
    const name = String(data.get("name") ?? "").trim();
    const others = read(data);
    setFaults({
      ...(name ? {} : { name: resources("nameMissing") }),
      ...(resource || sourceLanguage ? {} : { source: resources("sourceMissing") }),
    });
    if (!name || !others) return;
    if (resource)
      change.mutate(
        { name, ...others },
        {
          onSuccess: succeed(ui("saved"), onClose),
        },
      );
    else if (sourceLanguage)
      create.mutate({ name, sourceLanguage, ...others }, { onSuccess: ({ id }) => router.push(`/${kind}/${id}`) });
  };

  return (
    <FormDialog
      title={resource ? t("changeTitle") : t("create")}
      description={resource ? undefined : t("createText")}
      submitLabel={resource ? ui("save") : ui("create")}
      pending={create.isPending || create.isSuccess || change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={resources("name")} error={faults.name ?? fieldError(error, "name")} required>
        <Input name="name" maxLength={200} autoComplete="off" dir="auto" defaultValue={resource?.name} />
      </Field>
      {resource ? null : (
        <SourceLanguageField
          value={sourceLanguage}
          error={faults.source ?? fieldError(error, "sourceLanguage")}
          onChange={setSourceLanguage}
        />
      )}
      {children}
      <Failure
        error={error}
        fields={["name", "sourceLanguage", ...more]}
        title={resource ? resources("notSaved") : t("createFailed")}
      />
    </FormDialog>
  );
}
