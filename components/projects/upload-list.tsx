"use client";

import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { RotateCw, X } from "@/components/ui/icons";
import { Progress } from "@/components/ui/progress";
import { keepFocusNearby } from "@/components/ui/return-focus";
import type { DocumentUpload } from "@/lib/client/project-work";
import { useErrorText } from "@/lib/client/texts";

type UploadListProps = {
  readonly uploads: readonly DocumentUpload[];
  readonly onRetry: (upload: DocumentUpload) => void;
  readonly onDrop: (id: string) => void;
};

/** Documents that are being uploaded, or whose upload failed. */
export function UploadList({ uploads, onRetry, onDrop }: UploadListProps) {
  const t = useTranslations("projects");
  const errorText = useErrorText();
  if (uploads.length === 0) return null;
  return (
    <Card>
      <ul className="divide-y divide-line" aria-label={t("uploads")}>
        {uploads.map((upload) => (
          <li key={upload.id} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="flex min-w-0 grow flex-col gap-1">
              <bdi className="truncate rtl:text-right">{upload.file.name}</bdi>
              {upload.state === "failed" ? (
                <p role="alert" className="text-danger">
                  {errorText(upload.error)}
                </p>
              ) : (
                <Progress label={t("uploading", { name: upload.file.name })} percent={upload.percent} />
              )}
            </div>
            {upload.state === "failed" ? (
              <IconButton
                icon={RotateCw}
                size="sm"
                label={t("tryAgain", { name: upload.file.name })}
                onClick={() => onRetry(upload)}
              />
            ) : null}
            <IconButton
              icon={X}
              size="sm"
              label={t("stopUpload", { name: upload.file.name })}
              onClick={() => {
                keepFocusNearby();
                onDrop(upload.id);
              }}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}
