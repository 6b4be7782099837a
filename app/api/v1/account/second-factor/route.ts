import { defineRoutes } from "@/lib/http/api/define-routes";
import { publicUrl } from "@/lib/http/api/headers";
import { getSecondFactor } from "@/lib/identity/second-factor/second-factors";
import { SecondFactor } from "@/lib/schemas/second-factor";

export const endpoint = defineRoutes("/account/second-factor", (route) => ({
  GET: route(
    {
      summary: "List the caller's second factors",
      access: "session",
      beforeSecondFactor: true,
      response: SecondFactor,
    },
    ({ caller, request }) => getSecondFactor(caller, publicUrl(request)),
  ),
}));
