import { testService } from "@/lib/engines/admin/services";
import { route } from "@/lib/http/api/contract";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ServiceTest, ServiceTestBody } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/engines/services/test", {
  POST: route(
    {
      summary: "Test a service with one real request",
      access: "session",
      admin: true,
      body: ServiceTestBody,
      response: ServiceTest,
    },
    ({ body }) => testService(body),
  ),
});
