import { useLocale, useTranslations } from "use-intl";
import type { Repository } from "@/lib/client/adopt";
import { pathOfFile } from "@/lib/client/import-target";
import { MAX_LANGUAGES } from "@/lib/schemas/projects";
import { languageName } from "@/lib/text/languages";

/** The content of a dropped repository: sources, translations by language, and other files. */
export function RepositoryTable({ repository, targets }: { repository: Repository; targets: readonly string[] }) {
  const t = useTranslations("projects");
  const locale = useLocale();
  const { sources, translations, unmatched, more } = repository;
  const chosen = translations.filter(({ language }) => targets.includes(language));
  const rows = [
    ...sources.map((file) => ({ path: pathOfFile(file), kind: t("adopt.source") })),
    ...chosen.map(({ file, language }) => ({ path: pathOfFile(file), kind: languageName(language, locale) })),
    ...unmatched.map((path) => ({ path, kind: t("adopt.unmatched") })),
  ];
  return (
    <section className="flex flex-col gap-2 text-sm" aria-label={t("adopt.title")}>
      <p role="status" className="font-medium">
        {t("adopt.found", { sources: sources.length, translations: chosen.length, unmatched: unmatched.length })}
      </p>
      <p className="text-muted">{t("adopt.order")}</p>
      {more.length > 0 ? (
        <p>
          {t("adopt.more", {
            limit: MAX_LANGUAGES,
            languages: more.map((language) => languageName(language, locale)).join(", "),
          })}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul tabIndex={0} aria-label={t("adopt.title")} className="flex max-h-64 flex-col gap-1 overflow-y-auto">
        {rows.map(({ path, kind }) => (
          <li key={path} className="flex flex-wrap justify-between gap-x-4">
            <bdi className="break-all">{path}</bdi>
            <span className="text-muted">{kind}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
