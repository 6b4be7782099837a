import { defineRoutes } from "@/lib/http/api/define-routes";
import { RememberedBody, RememberedByTarget } from "@/lib/schemas/remembered";
import { rememberedTranslations } from "@/lib/translation/remembered";

export const endpoint = defineRoutes("/account/remembered-translations", (route) => ({
  POST: route(
    {
      summary: "Look up a whole text in the workspace's memories",
      access: "session",
      body: RememberedBody,
      response: RememberedByTarget,
      charge: false,
    },
    ({ caller, body }) => rememberedTranslations(caller, body),
  ),
}));
