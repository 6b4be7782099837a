"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { fetchDocument } from "@/lib/client/files";
import { useErrorText } from "@/lib/client/use-error-text";
import type { FileTranslation } from "@/lib/schemas/files";
import { languageDirection } from "@/lib/text/languages";

type PreviewDialogProps = {
  readonly file: FileTranslation;
  readonly nameOf: (code: string) => string;
  readonly onClose: () => void;
};

/** Original and translation, side by side. */
export default function PreviewDialog({ file, nameOf, onClose }: PreviewDialogProps) {
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
  return (
    <Dialog open onOpenChange={onClose} size="xl" title={<span dir="auto">{file.outputName}</span>}>
      {error ? (
        <Notice tone="danger" live>
          {errorText(error)}
        </Notice>
      ) : (
        <div className="grid gap-4 md:grid-cols-2" aria-busy={!data}>
          <Side heading={file.source ? nameOf(file.source) : t("original")} lang={file.source} text={data?.before} />
          <Side heading={nameOf(file.target)} lang={file.target} text={data?.after} />
        </div>
      )}
    </Dialog>
  );
}

type SideProps = {
  readonly heading: string;
  readonly lang: string | null;
  /** Undefined while loading. */
  readonly text: string | undefined;
};

function Side({ heading, lang, text }: SideProps) {
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm text-muted">{heading}</h3>
      {text === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <section
          aria-label={heading}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          lang={lang ?? ""}
          dir={lang ? languageDirection(lang) : "auto"}
          className="prose-text h-[60vh] overflow-y-auto rounded-md bg-sunken p-4 text-sm"
        >
          {text}
        </section>
      )}
    </section>
  );
}

/** Decodes by byte order mark, else as UTF-8. */
function decode(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  return new TextDecoder(utf16 ?? "utf-8").decode(bytes);
}
