"use client";

import { useDropzone } from "react-dropzone";
import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Button, IconButton } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FileUp, X } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { pathOfFile } from "@/lib/client/import-target";
import { FolderButton } from "./folder-button";

type FileDropProps = {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  readonly disabled: boolean;
  /** True if another component shows the files as sources and translations. */
  readonly isRepository: boolean;
};

/** Chooses the documents of a new project. Each can be removed again. */
export function FileDrop({ files, onChange, disabled, isRepository }: FileDropProps) {
  const t = useTranslations("projects");
  const byteSize = useByteSize();
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled,
    onDrop: (dropped) => add(dropped),
  });
  const add = (more: readonly File[]) => {
    const paths = new Set(files.map(pathOfFile));
    onChange([...files, ...more.filter((file) => !paths.has(pathOfFile(file)))]);
  };
  return (
    <div className="flex flex-col gap-2">
      <span className="text-sm font-medium">{t("documents")}</span>
      <div
        {...getRootProps()}
        className={cx(
          "flex flex-col items-center gap-1.5 rounded-lg border border-dashed px-6 py-8 text-center",
          isDragActive ? "border-accent bg-accent-soft" : "border-edge/60",
          disabled && "opacity-50",
        )}
      >
        <input {...getInputProps({ style: undefined })} className="hidden" aria-label={t("addDocuments")} />
        <FileUp className="size-6 text-accent" />
        <span>{t("dropHere")}</span>
        <span className="text-sm text-muted">{t("dropLater")}</span>
        <span className="text-sm text-muted">{t("adopt.hint")}</span>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button size="sm" disabled={disabled} onClick={open}>
            {t("addDocuments")}
          </Button>
          <FolderButton disabled={disabled} onChoose={add} />
        </div>
      </div>
      {files.length > 0 && !isRepository ? (
        <ul className="flex flex-col gap-1 text-sm" aria-label={t("documents")}>
          {files.map((file) => (
            <li key={pathOfFile(file)} className="flex items-center gap-2">
              <bdi className="min-w-0 grow truncate rtl:text-right">{pathOfFile(file)}</bdi>
              <span className="tabular text-muted">{byteSize(file.size)}</span>
              <IconButton
                icon={X}
                size="sm"
                label={t("takeOut", { name: file.name })}
                disabled={disabled}
                onClick={() => {
                  keepFocusNearby();
                  onChange(files.filter((one) => one !== file));
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
