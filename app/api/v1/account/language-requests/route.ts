import { defineRoutes } from "@/lib/http/api/define-routes";
import { LanguageRequestBody } from "@/lib/schemas/notifications";
import { requestLanguage } from "@/lib/translation/language-requests";

export const endpoint = defineRoutes("/account/language-requests", (route) => ({
  POST: route(
    {
      summary: "Request a language",
      description: "Notifies the administrators with the number of requests, and later the caller.",
      access: "session",
      body: LanguageRequestBody,
      response: null,
    },
    ({ caller, body }) => requestLanguage(caller, body),
  ),
}));
