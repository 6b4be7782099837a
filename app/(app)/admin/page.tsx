import type { Metadata } from "next";
import { AccountList } from "@/components/admin/account-list";
import { translator } from "@/lib/i18n/translator";
import { listAdminAccounts } from "@/lib/identity/accounts/admin-accounts";
import { requireAdmin } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("admin");
  return { title: t("accounts") };
}

export default async function AdminAccounts() {
  await requireAdmin("/admin");
  return <AccountList accounts={await listAdminAccounts({ limit: 20 })} />;
}
