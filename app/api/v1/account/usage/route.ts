import { defineRoutes } from "@/lib/http/api/define-routes";
import { contentDisposition } from "@/lib/http/api/download";
import { usageCsv, usageDetail } from "@/lib/identity/accounts/usage-detail";
import { UsageDetail, UsageDetailQuery } from "@/lib/schemas/usage";

export const endpoint = defineRoutes("/account/usage", (route) => ({
  GET: route(
    {
      summary: "Get usage by hour or day",
      access: "session",
      query: UsageDetailQuery,
      response: UsageDetail,
      produces: "text/csv",
    },
    async ({ caller, query }) => {
      const usage = await usageDetail(caller, query);
      if (query.format === "json") return usage;
      return new Response(usageCsv(usage), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": contentDisposition(`usage-${usage.from}-${usage.to}.csv`),
        },
      });
    },
  ),
}));
