"use client";

import { useDropzone } from "react-dropzone";
import { useTranslations } from "use-intl";
import { DropOverlay } from "@/components/ui/drop-overlay";

/** Accepts a file dropped on the element that has the props. `overlay` is shown while a file is dragged over it. */
export function usePageDrop(name: string, onFile: ((file: File) => void) | null) {
  const t = useTranslations("resources");
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    multiple: false,
    disabled: onFile === null,
    onDrop: ([file]) => file && onFile?.(file),
  });
  return {
    dropProps: getRootProps(),
    overlay: isDragActive ? <DropOverlay title={t("dropTitle", { name })} hint={t("dropHint")} /> : null,
  };
}
