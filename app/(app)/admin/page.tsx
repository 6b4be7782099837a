import type { Metadata } from "next";
import { AccountList } from "@/components/admin/account-list";
import { listAdminAccounts } from "@/lib/accounts/admin-accounts";
import { requireAdmin } from "@/lib/auth/require-admin";
import { translator } from "@/lib/i18n/translator";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("accounts") };
}

export default async function AdminAccounts() {
  await requireAdmin("/admin");
  return <AccountList accounts={await listAdminAccounts({ limit: 20 })} />;
}
