"use client";

import { useTranslations } from "use-intl";
import { Button, buttonClass } from "@/components/ui/button";

/** Error page. The link to the start page is a plain link, because the router itself may have failed. */
export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const t = useTranslations("errors");
  const ui = useTranslations("ui");
  return (
    <div className="m-auto flex max-w-md flex-col items-center gap-4 px-6 py-16 text-center">
      <h1 className="text-2xl">{t("pageTitle")}</h1>
      <p className="text-muted">{t("pageText")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={reset}>
          {ui("retry")}
        </Button>
        <a href="/" className={buttonClass()}>
          {t("home")}
        </a>
      </div>
      {error.digest ? <p className="font-mono text-xs text-faint">{t("reference", { id: error.digest })}</p> : null}
    </div>
  );
}
