"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError } from "@/lib/client/api-error";
import { api } from "@/lib/client/fetch";
import { useErrorText } from "@/lib/client/texts";
import type { Unsubscribed } from "@/lib/schemas/notifications";
import type { NotificationKind } from "@/lib/vocabulary/events";
import { AuthPanel } from "./auth-panel";
import { useLinkToken } from "./use-link-token";

/** Ends the mails named by the link, without sign-in or another click. */
export function UnsubscribePanel() {
  const t = useTranslations("notifications");
  const errorText = useErrorText();
  const token = useLinkToken();
  const [kinds, setKinds] = useState<readonly NotificationKind[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    api<typeof Unsubscribed>("POST", "/unsubscribe", { body: { token }, signal: controller.signal })
      .then((answer) => setKinds(answer.kinds))
      .catch((error) => {
        if (controller.signal.aborted) return;
        setFailure(
          error instanceof ApiError && error.code === "not_found" ? t("unsubscribe.badLink") : errorText(error),
        );
      });
    return () => controller.abort();
  }, [token]);
  const problem = token === null ? t("unsubscribe.badLink") : failure;
  return (
    <AuthPanel title={t("unsubscribe.title")}>
      {problem ? (
        <p role="alert">{problem}</p>
      ) : kinds ? (
        <div role="status" className="flex flex-col gap-2">
          <p>{t("unsubscribe.done")}</p>
          <ul className="list-disc ps-5">
            {kinds.map((kind) => (
              <li key={kind}>{t(`kinds.${kind}`)}</li>
            ))}
          </ul>
        </div>
      ) : (
        <Skeleton className="h-6 w-3/4" />
      )}
      <Link href="/settings/notifications" className={buttonClass()}>
        {t("toSettings")}
      </Link>
    </AuthPanel>
  );
}
