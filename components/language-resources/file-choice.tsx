"use client";

import { useDropzone } from "react-dropzone";
import { useTranslations } from "use-intl";
import { useByteSize } from "@/components/files/byte-size";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { FileUp } from "@/components/ui/icons";

type FileChoiceProps = {
  readonly file: File | null;
  /** Extensions to offer, such as `.tmx`. The service detects the format by content. */
  readonly accept: readonly string[];
  readonly disabled: boolean;
  readonly error: string | undefined;
  readonly onChoose: (file: File) => void;
};

/** Drop area for one file. */
export function FileChoice({ file, accept, disabled, error, onChoose }: FileChoiceProps) {
  const t = useTranslations("resources");
  const byteSize = useByteSize();
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    disabled,
    onDrop: ([dropped]) => dropped && onChoose(dropped),
  });
  return (
    <div className="flex flex-col gap-1.5">
      <div
        {...getRootProps()}
        className={cx(
          "flex flex-col items-center gap-2 rounded-lg border border-dashed px-4 py-6 text-center",
          isDragActive ? "border-accent bg-accent-soft" : error ? "border-danger" : "border-edge/60",
        )}
      >
        <input
          {...getInputProps({ style: undefined })}
          className="hidden"
          accept={accept.join(",")}
          aria-label={t("file")}
        />
        <FileUp className="size-6 text-accent" />
        {file ? (
          <p className="max-w-full break-words">
            <bdi className="font-medium">{file.name}</bdi> <span className="text-muted">({byteSize(file.size)})</span>
          </p>
        ) : (
          <p>{t("dropFile")}</p>
        )}
        <Button size="sm" disabled={disabled} onClick={open}>
          {t("chooseFile")}
        </Button>
      </div>
      <p aria-live="polite" className="text-sm text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
