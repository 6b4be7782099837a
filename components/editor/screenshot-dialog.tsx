"use client";

import { useTranslations } from "use-intl";
import { Dialog } from "@/components/ui/dialog";
import type { Screenshot } from "@/lib/schemas/screenshots";

/** A screenshot in full size. */
export default function ScreenshotDialog({ screenshot, onClose }: { screenshot: Screenshot; onClose: () => void }) {
  const t = useTranslations("screenshots");
  return (
    <Dialog open onOpenChange={onClose} size="xl" title={<bdi className="break-all">{screenshot.name}</bdi>}>
      <img
        src={`/api${screenshot.contentUrl}`}
        alt={t("of", { name: screenshot.name })}
        width={screenshot.width}
        height={screenshot.height}
        className="mx-auto h-auto max-h-[75vh] w-auto max-w-full"
      />
    </Dialog>
  );
}
