"use client";

import { useFormatter, useTranslations } from "use-intl";

const KINDS = ["added", "updated", "skipped"] as const;

/** The result of an import in three numbers. */
export function ImportCounts({ counts }: { counts: Readonly<Record<(typeof KINDS)[number], number>> }) {
  const t = useTranslations("resources");
  const format = useFormatter();
  return (
    <dl className="grid grid-cols-3 gap-3">
      {KINDS.map((kind) => (
        <div key={kind} className="rounded-md bg-sunken px-3 py-2.5">
          <dt className="text-sm text-muted">{t(kind)}</dt>
          <dd className="tabular text-xl font-medium">{format.number(counts[kind])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why an item was skipped, in the reader's language; unknown reasons keep the service's message. */
export function useSkipReason(): (code: string, message: string) => string {
  const t = useTranslations("resources");
  return (code, message) => (t.has(`reasons.${code as "empty"}`) ? t(`reasons.${code as "empty"}`) : message);
}
