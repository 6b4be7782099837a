"use client";

import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Play } from "@/components/ui/icons";
import { OnceDialog } from "@/components/ui/once-dialog";
import { useChange } from "@/lib/client/change";
import { type CreatedKey, KEYS } from "@/lib/client/keys";
import { exampleRequest, runExample, shownAsCurl } from "./example-request";

type SecretDialogProps = {
  readonly made: CreatedKey;
  readonly address: string;
  /** Whether to send the example request immediately. */
  readonly runsAtOnce?: boolean;
  readonly onClose: () => void;
};

/** A new key, shown once, to copy, and an example request with it, which can be sent from here. */
export function SecretDialog({ made, address, runsAtOnce = false, onClose }: SecretDialogProps) {
  const t = useTranslations("keys");
  const { key, secret } = made;
  const request = exampleRequest(key.scopes);
  const run = useChange(KEYS, () => runExample(request, secret), { gcTime: 0 });
  const { mutate, data } = run;
  useEffect(() => {
    if (runsAtOnce) mutate();
  }, [runsAtOnce, mutate]);
  const summary = data ? t("answered", { status: String(data.status), ms: data.ms }) : run.error ? t("notSent") : "";
  return (
    <OnceDialog
      title={t("secretTitle")}
      secret={secret}
      copyLabel={t("copyKey")}
      onceText={t("secretOnce")}
      leavingText={t("secretLeaving")}
      doneLabel={t("secretDone")}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <h3 className="text-sm font-medium">{t("tryIt")}</h3>
        <CodeBlock code={shownAsCurl(address, request, secret)} label={t("tryIt")} copyLabel={t("copyRequest")} />
        <Button icon={Play} size="sm" className="self-start" pending={run.isPending} onClick={() => mutate()}>
          {t("run")}
        </Button>
        <div role="status" className="flex flex-col gap-2">
          {summary ? <p className="text-sm font-medium">{summary}</p> : null}
          {data ? <CodeBlock label={summary} code={data.body} /> : null}
        </div>
      </div>
    </OnceDialog>
  );
}
