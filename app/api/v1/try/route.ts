import { defineRoutes } from "@/lib/http/api/define-routes";
import { throttlePage } from "@/lib/identity/auth/page-throttle";
import { TriedTranslation, TryBody } from "@/lib/schemas/translate";
import { tryTranslation } from "@/lib/translation/try-translation";

export const endpoint = defineRoutes("/try", (route) => ({
  POST: route(
    {
      summary: "Translate a visitor's text",
      description: "Translates short texts on the start page if PUBLIC_TRANSLATOR is on. Nothing is stored.",
      access: "page",
      body: TryBody,
      response: TriedTranslation,
    },
    async ({ request, body }) => {
      await throttlePage(request, "try");
      return tryTranslation(body, request.signal);
    },
  ),
}));
