"use client";

import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Monitor, Smartphone } from "@/components/ui/icons";
import { keepFocusNearby } from "@/components/ui/return-focus";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useLayer } from "@/components/ui/use-layer";
import { type OpenSession, useEndOtherSessions, useEndSession, useSessions } from "@/lib/client/sessions";
import { describeBrowser } from "./browser-name";

/** The person's sessions, which can be ended one by one, or all except this one. */
export function SessionList({ sessions: first }: { sessions: readonly OpenSession[] }) {
  const t = useTranslations("settings");
  const sessions = useSessions(first);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const [asking, ask, close] = useLayer<true>();
  const others = sessions.data.filter((session) => !session.isCurrent);
  const error = end.error ?? sessions.error;

  return (
    <Section
      beside
      title={t("sessions")}
      description={t("sessionsText")}
      actions={others.length > 0 ? <Button onClick={() => ask(true)}>{t("endOthers")}</Button> : null}
    >
      <Failure error={error} title={t("sessionsFailed")} onRetry={() => void sessions.refetch()} />
      <Card>
        <ul className="divide-y divide-line">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => {
                keepFocusNearby();
                end.mutate(session.id);
              }}
            />
          ))}
        </ul>
      </Card>
      {others.length === 0 ? <p className="text-sm text-muted">{t("onlyHere")}</p> : null}
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t("endOthers")}
            confirmLabel={t("endOthersConfirm")}
            action={endOthers}
            input={undefined}
            failedTitle={t("sessionsFailed")}
            onDone={({ ended }) => {
              toast(t("ended", { count: ended }), { tone: "success" });
              close();
            }}
            onClose={close}
          >
            {t("endOthersText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const t = useTranslations("settings");
  const { browser, system, isPhone } = describeBrowser(session.userAgent);
  const name = browser && system ? t("browserOn", { browser, system }) : (browser ?? system ?? t("unknownBrowser"));
  const Icon = isPhone ? Smartphone : Monitor;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2" title={session.userAgent}>
          {name}
          {session.isCurrent ? <Badge tone="accent">{t("thisBrowser")}</Badge> : null}
        </p>
        <Facts
          className="text-sm text-muted"
          facts={[
            <span key="seen">
              {t("lastSeen")} <Time value={session.lastSeenAt} show="relative" />
            </span>,
            <span key="begun">
              {t("signedIn")} <Time value={session.createdAt} show="date" />
            </span>,
          ]}
        />
      </div>
      {session.isCurrent ? null : (
        <Button size="sm" variant="danger-ghost" onClick={onEnd}>
          {t("end")}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  );
}
