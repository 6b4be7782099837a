"use client";

import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, Section } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Facts } from "@/components/ui/facts";
import { Failure } from "@/components/ui/failure";
import { Select } from "@/components/ui/select";
import { Time } from "@/components/ui/time";
import { useLayer } from "@/components/ui/use-layer";
import { useChangeRole, useLeaveWorkspace, useMembers } from "@/lib/client/workspace";
import type { Member } from "@/lib/schemas/members";
import { grantableRoles, ROLES, type Role } from "@/lib/vocabulary/rights";

const RemoveMemberDialog = lazy(() => import("./remove-member-dialog"));

type MemberListProps = {
  readonly members: readonly Member[];
  /** The reader's role. */
  readonly role: Role;
  /** Whether the workspace revokes the keys and webhooks of members who leave. */
  readonly keysAreBound: boolean;
};

/** The members with their roles. */
export function MemberList({ members: first, role: ownRole, keysAreBound }: MemberListProps) {
  const t = useTranslations("settings");
  const query = useMembers(first);
  const members = query.data ?? first;
  const change = useChangeRole();
  const leave = useLeaveWorkspace();
  const [asking, ask, close] = useLayer<Member>();
  const error = change.error ?? query.error;
  const owners = members.filter((member) => member.role === "owner").length;

  return (
    <Section beside title={t("members")} description={t("membersText")}>
      <Failure error={error} title={t("notSaved")} onRetry={() => void query.refetch()} />
      <Card>
        <ul className="divide-y divide-line">
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              roles={grantableRoles(ownRole, member.role)}
              isLastOwner={member.role === "owner" && owners === 1}
              onRole={(role) => change.mutate({ userId: member.userId, role })}
              onRemove={() => ask(member)}
            />
          ))}
        </ul>
      </Card>
      <details>
        <summary className="w-fit rounded-sm text-sm font-medium text-accent-ink hover:underline">
          {t("rolesExplained")}
        </summary>
        <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
          {ROLES.map((role) => (
            <div key={role} className="sm:contents">
              <dt className="font-medium">{t(`roles.${role}`)}</dt>
              <dd className="text-muted">{t(`roleTexts.${role}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Suspense fallback={null}>
        {asking?.isYou ? (
          <ConfirmDialog
            title={t("leave")}
            confirmLabel={t("leave")}
            action={leave}
            input={undefined}
            // The session has ended or switched to another workspace, so the page is reloaded.
            onDone={() => window.location.assign("/")}
            onClose={close}
          >
            {t("leaveText")}
          </ConfirmDialog>
        ) : null}
        {asking && !asking.isYou ? (
          <RemoveMemberDialog member={asking} keysAreBound={keysAreBound} onClose={close} />
        ) : null}
      </Suspense>
    </Section>
  );
}

type MemberRowProps = {
  member: Member;
  /** Roles that the reader may assign to the member; empty if there are none. */
  roles: readonly Role[];
  isLastOwner: boolean;
  onRole: (role: Role) => void;
  onRemove: () => void;
};

function MemberRow({ member, roles, isLastOwner, onRole, onRemove }: MemberRowProps) {
  const t = useTranslations("settings");
  const mayChange = roles.length > 0 && !isLastOwner;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-48 grow basis-1/2">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="min-w-0">{member.name}</bdi>
          {member.isYou ? <Badge tone="accent">{t("you")}</Badge> : null}
        </p>
        <Facts
          className="text-sm wrap-anywhere text-muted"
          facts={[
            <bdi key="email">{member.email}</bdi>,
            ...(member.lastSeenAt
              ? [
                  <span key="seen">
                    {t("lastSeen")} <Time value={member.lastSeenAt} show="relative" />
                  </span>,
                ]
              : []),
          ]}
        />
      </div>
      {mayChange ? (
        <Select
          aria-label={t("roleOf", { name: member.name })}
          value={member.role}
          onValueChange={onRole}
          className="w-40"
          options={roles.map((role) => [role, t(`roles.${role}`)])}
        />
      ) : (
        <Badge>{t(`roles.${member.role}`)}</Badge>
      )}
      {isLastOwner && member.isYou ? <p className="basis-full text-sm text-muted">{t("lastOwner")}</p> : null}
      {(mayChange || member.isYou) && !isLastOwner ? (
        <Button size="sm" variant="danger-ghost" onClick={onRemove}>
          {member.isYou ? t("leave") : t("remove")}
          {member.isYou ? null : <span className="sr-only"> {member.name}</span>}
        </Button>
      ) : null}
    </li>
  );
}
