"use client";

import { useId } from "react";
import { useTranslations } from "use-intl";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { type TranslationRequest, useAlternatives } from "@/lib/client/translation";
import { languageDirection } from "@/lib/text/languages";
import { engineName } from "./engine-name";

type AlternativesProps = { readonly request: TranslationRequest; readonly onChoose: (translation: string) => void };

/** Other translations of the text; a click takes one. */
export default function Alternatives({ request, onChoose }: AlternativesProps) {
  const t = useTranslations("translate");
  const heading = useId();
  const { data, error, isPending, refetch } = useAlternatives(request);
  return (
    <section aria-labelledby={heading} aria-busy={isPending} className="mt-6 flex flex-col gap-2 border-t pt-4">
      <h2 id={heading} className="text-sm font-medium">
        {t("alternatives")}
      </h2>
      {error ? <Failure error={error} title={t("alternativesFailed")} onRetry={() => void refetch()} /> : null}
      {isPending ? <Skeleton className="h-12" /> : null}
      {data?.length === 0 ? <p className="text-sm text-muted">{t("noAlternatives")}</p> : null}
      <ul className="-mx-2 flex flex-col">
        {data?.map(({ translation, engine }) => (
          <li key={translation}>
            <button
              type="button"
              onClick={() => onChoose(translation)}
              className="flex w-full flex-col gap-0.5 rounded-md px-2 py-1.5 text-start hover:bg-hover"
            >
              <span lang={request.target} dir={languageDirection(request.target)} className="prose-text">
                {translation}
              </span>
              <span className="text-xs text-muted">{engineName(engine)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
