"use client";

import Link from "next/link";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { Card, Section } from "@/components/ui/card";
import { OctagonAlert, TriangleAlert } from "@/components/ui/icons";
import { languageName } from "@/lib/text/languages";

/** The findings of one check in a language. */
export type Finding = {
  readonly language: string;
  readonly check: string;
  readonly severity: "error" | "warning";
  readonly segments: number;
  /** The check's description in the reader's language. */
  readonly text: string;
  /** Files that the check probably misinterprets. */
  readonly misreadings: readonly { readonly path: string; readonly findings: number; readonly translations: number }[];
};

/** Findings by check, each with a link to its segments. Nothing if there are none. */
export function FindingsPanel({ projectId, findings }: { projectId: string; findings: readonly Finding[] }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const format = useFormatter();
  if (findings.length === 0) return null;
  const languages = [...new Set(findings.map(({ language }) => language))];
  return (
    <Section title={t("findings")}>
      <Card className="divide-y divide-line text-sm">
        {languages.map((language) => (
          <section key={language} className="grid gap-x-6 gap-y-2 p-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
            <h3 className="text-sm">{languageName(language, locale)}</h3>
            <ul className="flex flex-col gap-1.5">
              {findings
                .filter((finding) => finding.language === language)
                .map(({ check, severity, segments, text, misreadings }) => (
                  <li key={`${check} ${severity}`}>
                    <Link
                      href={`/projects/${projectId}/edit/${language}?check=${check}`}
                      className="flex items-start gap-2 rounded-sm hover:underline"
                    >
                      {severity === "error" ? (
                        <OctagonAlert
                          role="img"
                          aria-label={t("severity.error")}
                          className="mt-0.5 size-4 shrink-0 text-danger"
                        />
                      ) : (
                        <TriangleAlert
                          role="img"
                          aria-label={t("severity.warning")}
                          className="mt-0.5 size-4 shrink-0 text-warning"
                        />
                      )}
                      <span className="min-w-0 grow">{text}</span>
                      <span className="tabular text-muted">
                        <span aria-hidden="true">{format.number(segments)}</span>
                        <span className="sr-only">{t("inSegments", { count: segments })}</span>
                      </span>
                    </Link>
                    {misreadings.map(({ path, ...counts }) => (
                      <p key={path} className="ps-6 text-muted">
                        {t("misreading", { file: path, ...counts })}
                      </p>
                    ))}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </Card>
    </Section>
  );
}
