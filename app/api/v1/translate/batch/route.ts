import { route } from "@/lib/api/contract";
import { defineRoutes } from "@/lib/api/define-routes";
import { askedWaitSeconds } from "@/lib/api/prefer";
import { textBodyBytes } from "@/lib/limits/body-bytes";
import { BatchTranslation, TranslateBatchBody } from "@/lib/schemas/translate";
import { pairFaults } from "@/lib/translation/languages";
import { translateBatch } from "@/lib/translation/translate-batch";

export const endpoint = defineRoutes("/translate/batch", {
  POST: route(
    {
      operationId: "translateBatch",
      summary: "Translate several texts",
      description:
        "One item per text, in order. An item whose text alone failed has an `error` instead of a translation.",
      tag: "Translate",
      scope: "translate",
      body: TranslateBatchBody,
      alsoWrong: pairFaults,
      bodyBytes: (caller) => textBodyBytes(caller.limits.batchCharacters),
      response: BatchTranslation,
      errors: ["not_found", "too_large", "engine_unavailable", "model_installing", "overloaded", "timeout"],
      examples: { request: { texts: ["Good morning", "Thank you"], source: "en", target: "es" } },
    },
    ({ caller, body, request }) => translateBatch(caller, body, request.signal, askedWaitSeconds(request)),
  ),
});
