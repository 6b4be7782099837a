import type { Metadata } from "next";
import { AuditLog } from "@/components/audit/audit-log";
import { AUDIT_NAMESPACES } from "@/components/audit/namespaces";
import { ClientMessages } from "@/components/shell/messages";
import { translator } from "@/lib/i18n/translator";
import { listAudit } from "@/lib/identity/audit/entries";
import { requireAdmin } from "@/lib/identity/auth/require-caller";

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator("audit");
  return { title: t("title") };
}

export default async function AdminAudit() {
  const caller = await requireAdmin("/admin/audit");
  return (
    <ClientMessages namespaces={AUDIT_NAMESPACES}>
      <AuditLog scope="server" entries={await listAudit(caller, { scope: "server", limit: 20 })} />
    </ClientMessages>
  );
}
