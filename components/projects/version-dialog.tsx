"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { FileInput } from "@/components/ui/input";
import { usePreviewVersion, useReplaceDocument } from "@/lib/client/project-work";
import type { ProjectDocument } from "@/lib/schemas/documents";
import type { Project } from "@/lib/schemas/projects";

/** Uploads a new version of a document, with a preview of its changes. */
export default function VersionDialog({
  project,
  document,
  onClose,
}: {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly onClose: () => void;
}) {
  const t = useTranslations("projects");
  const [file, setFile] = useState<File | null>(null);
  const preview = usePreviewVersion();
  const replace = useReplaceDocument(project.id);
  const changes = preview.data && "dryRun" in preview.data ? preview.data : null;
  return (
    <FormDialog
      title={t("newVersion")}
      description={t("newVersionText", { name: document.path })}
      submitLabel={t("replaceDocument")}
      pending={replace.isPending}
      disabled={!file || !changes}
      onSubmit={() => file && replace.mutate({ documentId: document.id, file }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field label={t("file")}>
        <FileInput
          onChange={(event) => {
            const chosen = event.target.files?.[0] ?? null;
            setFile(chosen);
            if (chosen) preview.mutate({ documentId: document.id, file: chosen });
          }}
        />
      </Field>
      {preview.isPending ? <p className="text-sm text-muted">{t("comparing")}</p> : null}
      {changes ? (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-1.5 text-sm sm:grid-cols-4">
          {(["added", "changed", "removed", "unchanged"] as const).map((kind) => (
            <div key={kind}>
              <dt className="text-muted">{t(`changes.${kind}`)}</dt>
              <dd className="tabular text-lg">{changes[kind]}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {changes ? (
        <p role="status" className="text-sm">
          {t("wordsToReview", { count: changes.wordsToReview })}
        </p>
      ) : null}
      <Failure error={preview.error ?? replace.error} title={t("versionFailed")} />
    </FormDialog>
  );
}
