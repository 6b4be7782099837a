"use client";

import Link from "next/link";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { z } from "zod";
import { Button, buttonClass } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/lib/client/fetch";
import { previewInvitation, signUp } from "@/lib/client/sign-in";
import type { InvitationAccepted, InvitationPreview } from "@/lib/schemas/sign-in";
import { AuthPanel } from "./auth-panel";
import { NewAccountForm } from "./new-account-form";
import { NoLink } from "./no-link";
import { START_PATH } from "./return-path";
import { useLinkPreview } from "./use-link-preview";
import { useLinkToken } from "./use-link-token";

type Preview = z.output<typeof InvitationPreview>;

/** An invitation to a workspace. New users sign up with it, existing users accept it. */
export function InvitationForm({ signedInAs }: { signedInAs: string | null }) {
  const t = useTranslations("auth");
  const token = useLinkToken();
  const { value: preview, refusal } = useLinkPreview(token, previewInvitation);

  if (token === null || refusal)
    return (
      <NoLink title={t("invitation.title")} signedIn={signedInAs !== null}>
        {refusal ?? t("invitation.noToken")}
      </NoLink>
    );
  if (!token || !preview)
    return (
      <AuthPanel title={t("invitation.title")}>
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="h-11" />
      </AuthPanel>
    );
  return (
    <AuthPanel title={t("invitation.to", { workspace: preview.accountName })} text={invitedBy(t, preview)}>
      {!preview.hasUser ? (
        <NewAccountForm
          create={(account) => signUp({ ...account, invitation: token })}
          submitLabel={t("invitation.join")}
          email={preview.email}
          withWorkspace={false}
        />
      ) : signedInAs === null ? (
        <>
          <p>{t("invitation.signInFirst", { email: preview.email })}</p>
          <Link
            // The token stays in the fragment, which is not sent to servers. Signing in preserves it.
            href={`/sign-in?callbackUrl=/invitation#${token}`}
            className={buttonClass("primary", "lg")}
          >
            {t("signIn.submit")}
          </Link>
        </>
      ) : (
        <Accept token={token} signedInAs={signedInAs} />
      )}
    </AuthPanel>
  );
}

function Accept({ token, signedInAs }: { token: string; signedInAs: string }) {
  const t = useTranslations("auth");
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const accept = async () => {
    setPending(true);
    setFailure(null);
    try {
      const { accountId } = await api<typeof InvitationAccepted>("POST", "/invitations/accept", { body: { token } });
      await api("PUT", "/account/workspace", { body: { accountId } });
      window.location.assign(START_PATH);
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  return (
    <>
      <p>{t("invitation.signedInAs", { email: signedInAs })}</p>
      <Failure error={failure} />
      <Button variant="primary" size="lg" pending={pending} onClick={() => void accept()}>
        {t("invitation.join")}
      </Button>
    </>
  );
}

function invitedBy(t: ReturnType<typeof useTranslations<"auth">>, { invitedBy: name, role }: Preview): string {
  const roleName = t(`role.${role}`);
  return name === null ? t("invitation.as", { role: roleName }) : t("invitation.byAs", { name, role: roleName });
}
