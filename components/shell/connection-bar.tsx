"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { buttonClass } from "@/components/ui/button";
import { LogIn, WifiOff } from "@/components/ui/icons";
import { useSessionEnded } from "@/lib/client/session-ended";
import { useOnline } from "@/lib/client/use-online";

/** A notice while the network is unavailable or after the session has ended. */
export function ConnectionBar() {
  const online = useOnline();
  const hasEnded = useSessionEnded();
  const t = useTranslations("shell");
  const errors = useTranslations("errors");
  return (
    <div role="status" className="print:hidden">
      {!online ? (
        <Bar icon={<WifiOff />}>{t("offline")}</Bar>
      ) : hasEnded ? (
        <Bar
          icon={<LogIn />}
          action={
            <a
              href="/sign-in"
              className={buttonClass("secondary", "sm")}
              // Leaves out the fragment, because it contains typed text that must not be sent to a server.
              onClick={({ currentTarget }) => {
                currentTarget.href = `/sign-in?callbackUrl=${encodeURIComponent(location.pathname + location.search)}`;
              }}
            >
              {t("signIn")}
            </a>
          }
        >
          {errors("unauthorized")}
        </Bar>
      ) : null}
    </div>
  );
}

type BarProps = { readonly icon: ReactNode; readonly action?: ReactNode; readonly children: ReactNode };

function Bar({ icon, action, children }: BarProps) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-sm text-warning">
      <span className="flex gap-2">
        <span aria-hidden="true" className="mt-0.5 shrink-0 [&>svg]:size-4">
          {icon}
        </span>
        {children}
      </span>
      {action}
    </div>
  );
}
