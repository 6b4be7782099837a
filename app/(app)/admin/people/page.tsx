import type { Metadata } from "next";
import { PeopleList } from "@/components/admin/people-list";
import { ResetList } from "@/components/admin/reset-list";
import { translator } from "@/lib/i18n/translator";
import { listUsers } from "@/lib/identity/accounts/admin-users";
import { pendingResets } from "@/lib/identity/accounts/password-reset";
import { requireAdmin } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("people") };
}

export default async function AdminPeople() {
  await requireAdmin("/admin/people");
  const [users, { resets }] = await Promise.all([listUsers({ limit: 20 }), pendingResets()]);
  return (
    <>
      <ResetList resets={resets} />
      <PeopleList users={users} />
    </>
  );
}
