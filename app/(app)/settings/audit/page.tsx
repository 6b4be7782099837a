import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { AUDIT_NAMESPACES } from "@/components/audit/namespaces";
import { ClientMessages } from "@/components/shell/messages";
import { Notice } from "@/components/ui/notice";
import { translator } from "@/lib/i18n/translator";
import { listAudit } from "@/lib/identity/audit/entries";
import { requireCaller } from "@/lib/identity/auth/require-caller";
import { roleAllows } from "@/lib/vocabulary/rights";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("audit");
  return { title: t("title") };
}

export default async function AuditSettings() {
  const caller = await requireCaller("/settings/audit");
  if (!roleAllows(caller.role, "owner")) {
    const t = await translator("settings");
    return <Notice>{t("ownersOnly")}</Notice>;
  }
  return (
    <ClientMessages namespaces={AUDIT_NAMESPACES}>
      <AuditLog scope="workspace" entries={await listAudit(caller, { scope: "workspace", limit: 20 })} />
    </ClientMessages>
  );
}
