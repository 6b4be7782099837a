"use client";

import { useMemo } from "react";
import { encode } from "uqr";
import { useTranslations } from "use-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { useFieldError } from "@/lib/client/field-errors";
import { useFinishAuthenticator, useStartAuthenticator } from "@/lib/client/second-factor";
import { CurrentPasswordField, confirmationOf } from "./password-field";

type AuthenticatorDialogProps = {
  readonly hasPassword: boolean;
  /** Called with recovery codes if this is the first second factor. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onClose: () => void;
};

/** Asks for the password, then shows the secret and asks for the first code. */
export default function AuthenticatorDialog({ hasPassword, onDone, onClose }: AuthenticatorDialogProps) {
  const t = useTranslations("secondFactor");
  const fieldError = useFieldError();
  const begin = useStartAuthenticator();
  const finish = useFinishAuthenticator();
  if (!begin.data)
    return (
      <FormDialog
        title={t("setUp")}
        description={t(hasPassword ? "passwordFirst" : "appNext")}
        submitLabel={t("continue")}
        pending={begin.isPending}
        onSubmit={(form) => begin.mutate(confirmationOf(form, hasPassword))}
        onClose={onClose}
      >
        <CurrentPasswordField hasPassword={hasPassword} error={begin.error} />
        <Failure error={begin.error} fields={["currentPassword"]} />
      </FormDialog>
    );
  const { secret, uri } = begin.data;
  return (
    <FormDialog
      key="code"
      title={t("setUp")}
      description={t("scan")}
      submitLabel={t("turnOn")}
      pending={finish.isPending}
      onSubmit={(form) =>
        finish.mutate(String(form.get("code") ?? "").replace(/\s/g, ""), {
          onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
        })
      }
      onClose={onClose}
    >
      <QrCode text={uri} label={t("qr")} />
      <div className="flex flex-wrap items-center gap-2">
        <code
          dir="ltr"
          data-secret
          className="min-w-0 grow rounded-md border border-edge bg-sunken px-3 py-2 font-mono text-sm break-all select-all"
        >
          {secret}
        </code>
        <CopyButton text={secret} label={t("copyKey")} />
      </div>
      <Field label={t("code")} error={fieldError(finish.error, "code")} required>
        <Input name="code" dir="ltr" inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
      </Field>
      <Failure error={finish.error} fields={["code"]} />
    </FormDialog>
  );
}

/** Number of light modules around a QR code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Drawn in the browser, so that the secret is sent to no other service. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { border: QUIET_ZONE }), [text]);
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-48 rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
