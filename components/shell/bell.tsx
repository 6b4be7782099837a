"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/components/ui/button";
import { Bell as BellIcon } from "@/components/ui/icons";
import { useLayer } from "@/components/ui/use-layer";
import { useUnread } from "@/lib/client/unread";

const loadSheet = () => import("@/components/notifications/notification-sheet");
const NotificationSheet = lazy(loadSheet);

const MAX_SHOWN = 99;

/** The number of unread notifications, on a button that opens them. */
export function Bell({ size }: { size: "md" | "lg" }) {
  const t = useTranslations("notifications");
  const unread = useUnread();
  const [shown, show, close] = useLayer<true>();
  return (
    <>
      <IconButton
        label={t("bell", { count: unread })}
        size={size}
        className="relative"
        onPointerEnter={loadSheet}
        onClick={() => show(true)}
      >
        <BellIcon />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="tabular absolute end-0 top-0 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent"
          >
            {Math.min(unread, MAX_SHOWN)}
          </span>
        ) : null}
      </IconButton>
      <Suspense fallback={null}>{shown ? <NotificationSheet onClose={close} /> : null}</Suspense>
    </>
  );
}
