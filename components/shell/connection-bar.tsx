"use client";

import { WifiOff } from "lucide-react";
import { useTranslations } from "use-intl";
import { useOnline } from "@/lib/client/use-online";

/** Shown while the network is unavailable. */
export function OfflineBar() {
  const online = useOnline();
  const t = useTranslations("shell");
  return (
    <div role="status" className="print:hidden">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 border-b bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {t("offline")}
        </p>
      )}
    </div>
  );
}
