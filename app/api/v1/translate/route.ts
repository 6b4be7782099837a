import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { askedWaitSeconds } from "@/lib/api/prefer";
import { textBodyBytes } from "@/lib/limits/body-bytes";
import { TranslateBody, Translation } from "@/lib/schemas/translate";
import { pairFaults } from "@/lib/translation/languages";
import { translateText } from "@/lib/translation/translate-text";

export const endpoint = defineRoutes("/translate", {
  POST: route(
    {
      operationId: "translateText",
      summary: "Translate one text",
      description:
        "Line breaks, blank lines, surrounding space, emoji, placeholders, URLs and e-mail addresses come back unharmed; what had to be repaired is named in `warnings`.",
      tag: "Translate",
      scope: "translate",
      body: TranslateBody,
      alsoWrong: pairFaults,
      bodyBytes: (caller) => textBodyBytes(caller.limits.textCharacters),
      response: Translation,
      errors: [
        "not_found",
        "too_large",
        "language_not_detected",
        "engine_unavailable",
        "model_installing",
        "overloaded",
        "timeout",
      ],
      examples: { request: { text: "Hello world", source: "en", target: "es" } },
    },
    ({ caller, body, request }) => translateText(caller, body, request.signal, askedWaitSeconds(request)),
  ),
});
