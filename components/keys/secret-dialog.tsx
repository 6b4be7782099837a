"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { KeyMade } from "@/lib/client/keys";

type SecretDialogProps = { readonly made: KeyMade; readonly address: string; readonly onClose: () => void };

/** A new key, this once: to copy, and in a request that works. Closing it by accident asks first. */
export function SecretDialog({ made, address, onClose }: SecretDialogProps) {
  const t = useTranslations("keys");
  const [leaving, setLeaving] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={() => (leaving ? onClose() : setLeaving(true))}
      title={t("secretTitle")}
      size="lg"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("secretDone")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <Notice tone={leaving ? "danger" : "warning"} live={leaving}>
          {leaving ? t("secretLeaving") : t("secretOnce")}
        </Notice>
        <div className="flex flex-wrap items-center gap-2">
          <code
            dir="ltr"
            data-secret
            className="min-w-0 grow rounded-md border border-edge bg-sunken px-3 py-2 font-mono text-sm break-all select-all"
          >
            {made.secret}
          </code>
          <CopyButton text={made.secret} label={t("copyKey")} />
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t("tryIt")}</h3>
          <CodeBlock code={exampleRequest(address, made)} label={t("tryIt")} copyLabel={t("copyRequest")} />
        </div>
      </div>
    </Dialog>
  );
}

/** A request that the key may make: a translation, else who it is. */
function exampleRequest(address: string, { key, secret }: KeyMade): string {
  if (!key.scopes.includes("translate")) return `curl ${address}/v1/me \\\n  -H "Authorization: Bearer ${secret}"`;
  return [
    `curl ${address}/v1/translate \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"text": "Good morning", "source": "en", "target": "es"}'`,
  ].join("\n");
}
