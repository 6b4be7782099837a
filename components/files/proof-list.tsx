"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFileDifferences } from "@/lib/client/files";
import { useErrorText } from "@/lib/client/texts";
import type { FileTranslation } from "@/lib/schemas/files";

/** The differences between a finished file and its original, loaded when the list is opened. */
export function ProofList({ file, differences }: { readonly file: FileTranslation; readonly differences: number }) {
  const t = useTranslations("files");
  const errorText = useErrorText();
  const [open, setOpen] = useState(false);
  const { data, error } = useFileDifferences(file.id, open);
  const listed = data?.differences ?? [];
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-0.5 text-warning">{t("differences", { count: differences })}</summary>
      {error ? <p className="mt-1 text-muted">{errorText(error)}</p> : null}
      <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 text-muted" aria-busy={open && !data && !error}>
        {listed.map(({ kind, place, source, target }, index) => (
          <li key={index} className="break-words">
            {t(`differenceIn.${kind}`)} · <bdi>{place}</bdi>: <bdi className="font-mono">{source ?? t("missing")}</bdi>
            {" → "}
            <bdi className="font-mono">{target ?? t("missing")}</bdi>
          </li>
        ))}
      </ul>
      {data && differences > listed.length ? (
        <p className="mt-1 text-muted">{t("moreDifferences", { count: differences - listed.length })}</p>
      ) : null}
    </details>
  );
}
