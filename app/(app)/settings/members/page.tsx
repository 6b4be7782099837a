import type { Metadata } from "next";
import { InvitationList } from "@/components/settings/invitation-list";
import { MemberList } from "@/components/settings/member-list";
import { translator } from "@/lib/i18n/translator";
import { listInvitations } from "@/lib/identity/accounts/invitations";
import { listMembers } from "@/lib/identity/accounts/members";
import { getAccount } from "@/lib/identity/accounts/settings";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("settings");
  return { title: t("members") };
}

export default async function MemberSettings() {
  const caller = await requireCaller("/settings/members");
  const mayManage = roleAllows(caller.role, "manager");
  const [{ members }, { bindKeys }, invitations] = await Promise.all([
    listMembers(caller),
    getAccount(caller),
    mayManage ? listInvitations(caller, { limit: 20 }) : null,
  ]);
  return (
    <>
      <MemberList members={members} role={caller.role} keysAreBound={bindKeys} />
      {invitations ? <InvitationList invitations={invitations} role={caller.role} /> : null}
    </>
  );
}
