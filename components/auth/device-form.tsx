"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { z } from "zod";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ApiError, toneOfFailure } from "@/lib/client/api-error";
import { api } from "@/lib/client/fetch";
import { useErrorText } from "@/lib/client/texts";
import type { DeviceLoginPreview } from "@/lib/schemas/device-logins";
import { AuthPanel } from "./auth-panel";
import { FailureNote, type ShownFailure } from "./failure-note";
import { useLinkToken } from "./use-link-token";
import { useSubmit } from "./use-submit";

type Preview = z.output<typeof DeviceLoginPreview>;
type Workspace = { readonly name: string; readonly mayConfirm: boolean };

/** Confirms the sign-in of a command line, which gets a key of the current workspace. */
export function DeviceForm({ workspace }: { workspace: Workspace | null }) {
  const t = useTranslations("auth");
  const code = useLinkToken();
  if (code === undefined)
    return (
      <AuthPanel title={t("device.title")}>
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-11" />
      </AuthPanel>
    );
  if (!workspace)
    return (
      <AuthPanel title={t("device.title")} text={t("device.signInFirst")}>
        <Link href={`/sign-in?callbackUrl=/device${code ? `#${code}` : ""}`} className={buttonClass("primary", "lg")}>
          {t("signIn.submit")}
        </Link>
      </AuthPanel>
    );
  if (!workspace.mayConfirm)
    return (
      <AuthPanel title={t("device.title")}>
        <Notice tone="warning">{t("device.needsManager", { workspace: workspace.name })}</Notice>
      </AuthPanel>
    );
  return code ? <Confirm key={code} code={code} workspace={workspace.name} /> : <EnterCode />;
}

function EnterCode() {
  const t = useTranslations("auth");
  const { submit } = useSubmit();
  return (
    <AuthPanel title={t("device.title")} text={t("device.text")}>
      <form
        className="flex flex-col gap-4"
        onSubmit={submit(async (form) => {
          window.location.hash = String(form.get("code")).trim();
        })}
      >
        <Field label={t("device.code")} required>
          <Input name="code" dir="ltr" autoComplete="off" spellCheck={false} maxLength={20} />
        </Field>
        <Button type="submit" variant="primary" size="lg">
          {t("device.next")}
        </Button>
      </form>
    </AuthPanel>
  );
}

function Confirm({ code, workspace }: { code: string; workspace: string }) {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const [pending, setPending] = useState<"approve" | "deny" | null>(null);
  const [done, setDone] = useState<"approve" | "deny" | null>(null);
  const fail = (error: unknown) =>
    setFailure({
      text: error instanceof ApiError && error.code === "not_found" ? t("device.expired") : errorText(error),
      tone: toneOfFailure(error),
    });

  useEffect(() => {
    const controller = new AbortController();
    const body = { userCode: code };
    api<typeof DeviceLoginPreview>("POST", "/account/device-logins/preview", { body, signal: controller.signal })
      .then(setPreview)
      .catch((error) => {
        if (!controller.signal.aborted) fail(error);
      });
    return () => controller.abort();
  }, [code]);

  const decide = async (choice: "approve" | "deny") => {
    setPending(choice);
    setFailure(null);
    try {
      const body = { userCode: code, approve: choice === "approve" };
      await api("POST", "/account/device-logins/decide", { body });
      setDone(choice);
    } catch (error) {
      fail(error);
    }
    setPending(null);
  };

  if (done)
    return (
      <AuthPanel title={t(done === "approve" ? "device.connected" : "device.denied")}>
        <p role="status">{t(done === "approve" ? "device.connectedText" : "device.deniedText")}</p>
      </AuthPanel>
    );
  const alert = failure ? <FailureNote failure={failure} /> : null;
  if (!preview)
    return (
      <AuthPanel title={t("device.title")}>
        {alert ?? (
          <>
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-11" />
          </>
        )}
      </AuthPanel>
    );
  const { clientName, clientAddress } = preview;
  return (
    <AuthPanel title={t("device.confirm", { client: clientName })} text={t("device.compare")}>
      <p dir="ltr" className="text-center font-mono text-2xl tracking-widest">
        {preview.userCode}
      </p>
      <p className="text-sm text-muted">{t("device.from", { address: clientAddress })}</p>
      <p>{t("device.grants", { workspace })}</p>
      {alert}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="primary" size="lg" pending={pending === "approve"} onClick={() => void decide("approve")}>
          {t("device.approve")}
        </Button>
        <Button size="lg" pending={pending === "deny"} onClick={() => void decide("deny")}>
          {t("device.deny")}
        </Button>
      </div>
    </AuthPanel>
  );
}
