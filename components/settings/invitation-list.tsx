"use client";

import { type SubmitEvent, Suspense, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Field } from "@/components/ui/field";
import { MailPlus } from "@/components/ui/icons";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { LoadMore } from "@/components/ui/pagination";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { useLayer } from "@/components/ui/use-layer";
import { useFieldError } from "@/lib/client/field-errors";
import { type InvitationPage, useInvitations, useInvite, useRevokeInvitation } from "@/lib/client/workspace";
import type { Invitation } from "@/lib/schemas/members";
import { grantableRoles, type Role } from "@/lib/vocabulary/rights";

type InvitationListProps = {
  readonly invitations: InvitationPage;
  /** The reader's role. */
  readonly role: Role;
};

/** Invites people, and lists open invitations. */
export function InvitationList({ invitations: first, role }: InvitationListProps) {
  const t = useTranslations("settings");
  const invitations = useInvitations(first);
  const revoke = useRevokeInvitation();
  const [asking, ask, close] = useLayer<Invitation>();
  const shown = invitations.data?.pages.flatMap((page) => page.invitations) ?? [];
  return (
    <Section beside title={t("invitations")} description={t("invitationsText")}>
      <InviteForm roles={grantableRoles(role)} />
      <Failure error={invitations.error} title={t("invitationsFailed")} onRetry={() => void invitations.refetch()} />
      {shown.length === 0 ? (
        <p className="text-sm text-muted">{t("noInvitations")}</p>
      ) : (
        <>
          <Card>
            <ul className="divide-y divide-line">
              {shown.map((invitation) => (
                <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
                  <div className="min-w-48 grow basis-1/2">
                    <bdi className="wrap-anywhere">{invitation.email}</bdi>
                    <Facts
                      className="text-sm text-muted"
                      facts={[
                        t(`roles.${invitation.role}`),
                        invitation.mailed ? t("mailed") : t("notMailed"),
                        <span key="until">
                          {t("until")} <Time value={invitation.expiresAt} show="date" />
                        </span>,
                      ]}
                    />
                  </div>
                  <Button size="sm" variant="danger-ghost" onClick={() => ask(invitation)}>
                    {t("takeBack")}
                    <span className="sr-only"> {invitation.email}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
          {invitations.hasNextPage ? <LoadMore list={invitations} shown={shown.length} /> : null}
        </>
      )}
      <Suspense fallback={null}>
        {asking ? (
          <ConfirmDialog
            title={t("takeBackNamed", { email: asking.email })}
            confirmLabel={t("takeBack")}
            action={revoke}
            input={asking.id}
            doneText={t("takenBack")}
            onClose={close}
          >
            {t("takeBackText")}
          </ConfirmDialog>
        ) : null}
      </Suspense>
    </Section>
  );
}

function InviteForm({ roles }: { roles: readonly Role[] }) {
  const t = useTranslations("settings");
  const fieldError = useFieldError();
  const invite = useInvite();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    invite.mutate(
      { email: String(data.get("email") ?? ""), role: String(data.get("role") ?? "viewer") as Role },
      { onSuccess: () => form.current?.reset() },
    );
  };
  return (
    <div className="flex flex-col gap-4">
      <form ref={form} onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field label={t("email")} error={fieldError(invite.error, "email")} className="min-w-48 grow" required>
          <Input type="email" name="email" maxLength={254} autoComplete="off" dir="ltr" />
        </Field>
        <Field label={t("role")} className="w-40">
          <Select name="role" defaultValue="translator" options={roles.map((role) => [role, t(`roles.${role}`)])} />
        </Field>
        <Button icon={MailPlus} type="submit" variant="primary" pending={invite.isPending} className="mt-6.5">
          {t("invite")}
        </Button>
      </form>
      <Failure error={invite.error} fields={["email", "role"]} title={t("notInvited")} />
      {invite.data ? (
        <Notice
          tone="success"
          live
          title={t("invited", { email: invite.data.invitation.email })}
          actions={<CopyButton text={invite.data.link} label={t("copyLink")} size="sm" />}
        >
          {invite.data.invitation.mailed ? t("linkMailed") : t("linkOnce")}
        </Notice>
      ) : null}
    </div>
  );
}
