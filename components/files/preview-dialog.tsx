"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { toneOfFailure } from "@/lib/client/api-error";
import { fetchDocument } from "@/lib/client/files";
import { useErrorText } from "@/lib/client/texts";
import { previewOf } from "./preview-formats";
import { PreviewSide } from "./preview-side";
import { type PreviewProps, SegmentPreview } from "./segment-preview";

/** Original and translation side by side. */
export default function PreviewDialog({ onClose, ...props }: PreviewProps & { readonly onClose: () => void }) {
  const Preview = previewOf(props.file) === "text" ? TextPreview : SegmentPreview;
  return (
    <Dialog open onOpenChange={onClose} size="xl" title={<span dir="auto">{props.file.outputName}</span>}>
      <Preview {...props} />
    </Dialog>
  );
}

/** Both files as text, unchanged. */
function TextPreview({ file, nameOf }: PreviewProps) {
  const t = useTranslations("files");
  const errorText = useErrorText();
  const { data, error } = useQuery({
    queryKey: ["file-preview", file.id],
    queryFn: async () => {
      const [before, after] = await Promise.all([fetchDocument(file, "original"), fetchDocument(file)]);
      return { before: decode(before), after: decode(after) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (error)
    return (
      <Notice tone={toneOfFailure(error)} live>
        {errorText(error)}
      </Notice>
    );
  return (
    <div className="grid gap-4 md:grid-cols-2" aria-busy={!data}>
      <PreviewSide heading={file.source ? nameOf(file.source) : t("original")} lang={file.source}>
        {data?.before}
      </PreviewSide>
      <PreviewSide heading={nameOf(file.target)} lang={file.target}>
        {data?.after}
      </PreviewSide>
    </div>
  );
}

/** Decodes text by its byte order mark, otherwise as UTF-8. */
function decode(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
}
