"use client";

import Link from "next/link";
import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useMe } from "@/lib/client/account";
import { toneOfFailure } from "@/lib/client/api-error";
import { useErrorText } from "@/lib/client/texts";
import { type Missing, useRequestLanguage } from "./missing";

/** What the person can do if a language is missing: add it, ask an administrator, or see what works. */
export function WaysToLanguage({ missing }: { missing: Missing }) {
  const t = useTranslations("whyNot");
  // Visitors have no administrator to ask.
  const { data: me } = useMe(undefined, false);
  if (!me?.user) return null;
  const isAdmin = me.user.isAdmin === true;
  const language = missing.source ?? missing.target;
  return (
    <>
      {isAdmin ? (
        <>
          <Link href="/admin/models" className={buttonClass("secondary", "sm")}>
            {t("toModels")}
          </Link>
          <Link href="/admin/engines" className={buttonClass("secondary", "sm")}>
            {t("toEngines")}
          </Link>
        </>
      ) : null}
      {language ? <Ask missing={missing} label={t(isAdmin ? "notify" : "ask")} /> : null}
      {language && !isAdmin ? (
        <Link href={`/languages?of=${language}`} className={buttonClass("ghost", "sm")}>
          {t("whatWorks")}
        </Link>
      ) : null}
    </>
  );
}

function Ask({ missing, label }: { missing: Missing; label: string }) {
  const t = useTranslations("whyNot");
  const errorText = useErrorText();
  const [request, isRequested] = useRequestLanguage(missing);
  if (isRequested) return <span className="self-center text-sm text-muted">{t("asked")}</span>;
  return (
    <Button
      size="sm"
      pending={request.isPending}
      onClick={() =>
        request.mutate(undefined, { onError: (error) => toast(errorText(error), { tone: toneOfFailure(error) }) })
      }
    >
      {label}
    </Button>
  );
}
