"use client";

import { useTranslations } from "use-intl";
import { OnceDialog } from "@/components/ui/once-dialog";

/** Recovery codes, which are shown once. */
export default function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("secondFactor");
  return (
    <OnceDialog
      title={t("codesTitle")}
      secret={codes.join("\n")}
      copyLabel={t("copyCodes")}
      onceText={t("codesOnce")}
      leavingText={t("codesLeaving")}
      doneLabel={t("codesDone")}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t("recoveryText")}</p>
    </OnceDialog>
  );
}
