import { defineRoutes } from "@/lib/http/api/define-routes";
import { download } from "@/lib/http/api/download";
import { downloadAudit, listAudit } from "@/lib/identity/audit/entries";
import { auditActor, recordAudit } from "@/lib/identity/audit/record";
import { AuditEntryList, AuditQuery } from "@/lib/schemas/audit";

export const endpoint = defineRoutes("/account/audit", (route) => ({
  GET: route(
    {
      summary: "Read the audit log",
      access: "session",
      query: AuditQuery,
      response: AuditEntryList,
      produces: "text/csv",
    },
    async ({ caller, query, request }) => {
      if (!query.download) return listAudit(caller, query);
      const stream = downloadAudit(caller, query, query.download);
      const isServer = query.scope === "server";
      const { accountId } = caller;
      await recordAudit({
        action: "audit.exported",
        actor: await auditActor(caller),
        accountId: isServer ? null : accountId,
        request,
      });
      const mediaType = query.download === "csv" ? "text/csv; charset=utf-8" : "application/json";
      return download({ stream, name: `audit.${query.download}`, mediaType });
    },
  ),
}));
