"use client";

import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { FormDialog } from "@/components/ui/form-dialog";
import { Progress } from "@/components/ui/progress";
import { useFieldError } from "@/lib/client/field-errors";
import { FileChoice } from "./file-choice";
import type { ResourceKind } from "./resource-frame";

type ImportFormProps = {
  readonly kind: ResourceKind;
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
  /** Extensions to offer, such as `.tmx`. */
  readonly accept: readonly string[];
  readonly sending: { readonly isPending: boolean; readonly error: unknown };
  readonly onSend: (file: File, onProgress: (percent: number) => void) => void;
  /** Names of additional fields. */
  readonly more?: readonly string[];
  /** The additional fields. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Chooses a file to import into a glossary or memory, and shows its upload. */
export function ImportForm(props: ImportFormProps) {
  const { kind, file, onChoose, accept, sending, onSend, more = [], children, onClose } = props;
  const t = useTranslations(kind);
  const resources = useTranslations("resources");
  const fieldError = useFieldError();
  const [percent, setPercent] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const start = () => {
    setMissing(file === null);
    if (file) onSend(file, setPercent);
  };
  return (
    <FormDialog
      title={t("importTitle")}
      description={t("importText")}
      submitLabel={resources("import")}
      pending={sending.isPending}
      onSubmit={start}
      onClose={onClose}
    >
      <FileChoice
        file={file}
        accept={accept}
        disabled={sending.isPending}
        error={isMissing && !file ? resources("fileMissing") : fieldError(sending.error, "file")}
        onChoose={onChoose}
      />
      {children}
      {sending.isPending && file ? (
        <Progress label={resources("uploading", { name: file.name })} percent={percent < 100 ? percent : null} />
      ) : null}
      <Failure error={sending.error} fields={["file", ...more]} title={resources("importFailed")} />
    </FormDialog>
  );
}
