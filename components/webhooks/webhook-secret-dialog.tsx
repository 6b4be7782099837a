"use client";

import { useTranslations } from "use-intl";
import { CodeBlock } from "@/components/ui/code-block";
import { OnceDialog } from "@/components/ui/once-dialog";
import { Tabs } from "@/components/ui/tabs";
import { VERIFY_SNIPPETS } from "./verify-snippets";

/** The secret of a webhook, shown once, and code to verify signatures. */
export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations("webhooks");
  const keys = useTranslations("keys");
  return (
    <OnceDialog
      title={t("secretTitle")}
      secret={secret}
      copyLabel={t("copySecret")}
      onceText={keys("secretOnce")}
      leavingText={keys("secretLeaving")}
      doneLabel={keys("secretDone")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{t("verify")}</h3>
        <Tabs
          label={t("verify")}
          tabs={Object.entries(VERIFY_SNIPPETS).map(([language, code]) => ({
            value: language,
            label: language,
            content: <CodeBlock code={code} label={language} copyLabel={t("copyCode")} />,
          }))}
        />
      </div>
    </OnceDialog>
  );
}
