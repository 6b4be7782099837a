"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Time } from "@/components/ui/time";
import { useLayer } from "@/components/ui/use-layer";
import { type Reset, useResets } from "@/lib/client/admin";

const ResetLinkDialog = lazy(() => import("./reset-link-dialog"));

/** Users who requested a password reset. Without a mail server, administrators forward the link. */
export function ResetList({ resets: first }: { resets: readonly Reset[] }) {
  const t = useTranslations("admin");
  const resets = useResets(first);
  const [asking, ask, close] = useLayer<Reset>();
  if (resets.data.length === 0 && !resets.error) return null;
  return (
    <Section title={t("resets")} description={t("resetsText")}>
      <Failure error={resets.error} title={t("loadFailed")} onRetry={() => void resets.refetch()} />
      {resets.data.length > 0 ? (
        <Card>
          <ul className="divide-y divide-line">
            {resets.data.map((reset) => (
              <li key={reset.userId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
                <div className="min-w-48">
                  <p className="flex flex-wrap items-center gap-2">
                    <bdi>{reset.name}</bdi>
                    {reset.mailed ? (
                      <Badge tone="success">{t("mailed")}</Badge>
                    ) : (
                      <Badge tone="warning">{t("waits")}</Badge>
                    )}
                  </p>
                  <Facts
                    className="text-sm wrap-anywhere text-muted"
                    facts={[
                      <bdi key="email">{reset.email}</bdi>,
                      <Time key="asked" value={reset.requestedAt} show="relative" />,
                    ]}
                  />
                </div>
                <Button size="sm" onClick={() => ask(reset)}>
                  {t("makeLink")}
                  <span className="sr-only"> {reset.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Suspense fallback={null}>
        {asking ? <ResetLinkDialog userId={asking.userId} name={asking.name} onClose={close} /> : null}
      </Suspense>
    </Section>
  );
}
