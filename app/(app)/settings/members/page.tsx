import type { Metadata } from "next";
import { InvitationList } from "@/components/settings/invitation-list";
import { MemberList } from "@/components/settings/member-list";
import { listInvitations } from "@/lib/accounts/invitations";
import { listMembers } from "@/lib/accounts/members";
import { getAccount } from "@/lib/accounts/settings";
import { requireCaller } from "@/lib/auth/require-caller";
import { translator } from "@/lib/i18n/translator";
import { roleAllows } from "@/lib/vocabulary/roles";

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
