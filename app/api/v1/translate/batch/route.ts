import { z } from "zod";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { askedWaitSeconds } from "@/lib/http/api/prefer";
import { textBodyBytes } from "@/lib/identity/quota/tiers";
import { BatchTranslation, BatchTranslationsByTarget, TranslateBatchBody } from "@/lib/schemas/translate";
import { pairFaults } from "@/lib/translation/languages";
import { translateBatch, translateBatchByTarget } from "@/lib/translation/translate-batch";

export const endpoint = defineRoutes("/translate/batch", (route) => ({
  POST: route(
    {
      operationId: "translateBatch",
      summary: "Translate several texts",
      description:
        "Returns one item per text, in order. If a single text fails, its item has an `error` instead of a translation. With `targets`, the texts are translated into several languages, each with a separate result in `results`.",
      tag: "Translate",
      scope: "translate",
      body: TranslateBatchBody,
      alsoWrong: pairFaults,
      bodyBytes: (caller) => textBodyBytes(caller.limits.batchCharacters),
      response: z.union([BatchTranslation, BatchTranslationsByTarget]),
      errors: [
        "not_found",
        "too_large",
        "engine_unavailable",
        "model_installing",
        "model_unavailable",
        "overloaded",
        "timeout",
      ],
      examples: { request: { texts: ["Good morning", "Thank you"], source: "en", target: "es" } },
    },
    async ({ caller, body: { target, targets, ...input }, request }) => {
      const wait = askedWaitSeconds(request);
      return targets
        ? translateBatchByTarget(caller, { ...input, targets }, request.signal, wait)
        : translateBatch(caller, { ...input, target: target! }, request.signal, wait);
    },
  ),
}));
