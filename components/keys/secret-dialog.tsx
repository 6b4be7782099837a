"use client";

import { useTranslations } from "use-intl";
import { CodeBlock } from "@/components/ui/code-block";
import { OnceDialog } from "@/components/ui/once-dialog";
import type { CreatedKey } from "@/lib/client/keys";

type SecretDialogProps = { readonly made: CreatedKey; readonly address: string; readonly onClose: () => void };

/** A new key, shown once: to copy, and in a working request. */
export function SecretDialog({ made, address, onClose }: SecretDialogProps) {
  const t = useTranslations("keys");
  return (
    <OnceDialog
      title={t("secretTitle")}
      secret={made.secret}
      copyLabel={t("copyKey")}
      onceText={t("secretOnce")}
      leavingText={t("secretLeaving")}
      doneLabel={t("secretDone")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{t("tryIt")}</h3>
        <CodeBlock code={exampleRequest(address, made)} label={t("tryIt")} copyLabel={t("copyRequest")} />
      </div>
    </OnceDialog>
  );
}

/** An example request that the key's scopes allow: a translation, else `/me`. */
function exampleRequest(address: string, { key, secret }: CreatedKey): string {
  if (!key.scopes.includes("translate")) return `curl ${address}/v1/me \\\n  -H "Authorization: Bearer ${secret}"`;
  return [
    `curl ${address}/v1/translate \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"text": "Good morning", "source": "en", "target": "es"}'`,
  ].join("\n");
}
