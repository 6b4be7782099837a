"use client";

import { useTranslations } from "use-intl";
import { ForeignText } from "@/components/language/foreign-text";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError, toneOfFailure } from "@/lib/client/api-error";
import { useFileComparison } from "@/lib/client/files";
import { useErrorText } from "@/lib/client/texts";
import type { FileComparison, FileTranslation } from "@/lib/schemas/files";
import { PreviewSide } from "./preview-side";

export type PreviewProps = {
  readonly file: FileTranslation;
  readonly nameOf: (code: string) => string;
};

/** The texts of two documents: in pairs, or separately if their segments do not match. */
export function SegmentPreview({ file, nameOf }: PreviewProps) {
  const t = useTranslations("files");
  const errorText = useErrorText();
  const { data, error } = useFileComparison(file);
  if (error)
    return (
      <Notice tone={toneOfFailure(error)} live>
        {error instanceof ApiError && error.code === "unreadable_file" ? t("cannotPreview") : errorText(error)}
      </Notice>
    );
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton className="h-64" />
      </div>
    );
  const source = { heading: file.source ? nameOf(file.source) : t("original"), lang: file.source };
  const target = { heading: nameOf(file.target), lang: file.target };
  if (data.aligned) return <Pairs comparison={data} source={source} target={target} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t("notAligned")}</p>
      <div className="grid items-end gap-4 md:grid-cols-2">
        <PreviewSide {...source} note={<Extent document={data.original} />}>
          <Texts document={data.original} />
        </PreviewSide>
        <PreviewSide {...target} note={<Extent document={data.translation} />}>
          <Texts document={data.translation} />
        </PreviewSide>
      </div>
    </div>
  );
}

type Heading = { readonly heading: string; readonly lang: string | null };

type PairsProps = {
  readonly comparison: FileComparison;
  readonly source: Heading;
  readonly target: Heading;
};

function Pairs({ comparison: { original, translation }, source, target }: PairsProps) {
  const t = useTranslations("files");
  return (
    <div className="flex flex-col gap-3">
      <Extent document={original} />
      <section
        aria-label={t("comparison")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="relative max-h-[65vh] overflow-y-auto rounded-md border border-line text-sm"
      >
        <div className="sticky top-0 flex gap-4 border-b border-line bg-sunken px-4 py-2 font-medium md:grid md:grid-cols-2">
          <h3 className="text-muted">{source.heading}</h3>
          <h3>{target.heading}</h3>
        </div>
        <ol>
          {original.segments.map(({ key, text }, index) => (
            <li
              key={index}
              className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0 md:grid-cols-2"
            >
              {key ? (
                <p dir="auto" className="text-xs text-muted md:col-span-2">
                  {key}
                </p>
              ) : null}
              <ForeignText as="p" lang={source.lang} className="prose-text text-muted">
                {text}
              </ForeignText>
              <ForeignText as="p" lang={target.lang} className="prose-text">
                {translation.segments[index]?.text}
              </ForeignText>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

type Document = FileComparison["original"];

function Texts({ document }: { readonly document: Document }) {
  return document.segments.map(({ text }, index) => (
    <p key={index} className="mb-3 last:mb-0">
      {text}
    </p>
  ));
}

/** Says that a document has more text than is shown, if so. */
function Extent({ document: { total, segments } }: { readonly document: Document }) {
  const t = useTranslations("files");
  if (total > 0 && segments.length === total) return null;
  return (
    <p className="text-sm text-muted">{total === 0 ? t("noText") : t("shownOf", { shown: segments.length, total })}</p>
  );
}
