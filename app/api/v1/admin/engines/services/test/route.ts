import { testService } from "@/lib/engines/admin/services";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { ServiceTest, ServiceTestBody } from "@/lib/schemas/engines";

export const endpoint = defineRoutes("/admin/engines/services/test", (route) => ({
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
}));
