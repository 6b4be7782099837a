import { z } from "zod";
import { defineRoutes } from "@/lib/http/api/define-routes";
import { askedWaitSeconds } from "@/lib/http/api/prefer";
import { textBodyBytes } from "@/lib/identity/quota/tiers";
import { TranslateBody, Translation, TranslationsByTarget } from "@/lib/schemas/translate";
import { pairFaults } from "@/lib/translation/languages";
import { translateText, translateTextByTarget } from "@/lib/translation/translate-text";

export const endpoint = defineRoutes("/translate", (route) => ({
  POST: route(
    {
      operationId: "translateText",
      summary: "Translate one text",
      description:
        "Line breaks, blank lines, surrounding space, emoji, placeholders, URLs and e-mail addresses are returned unchanged; `warnings` lists what had to be repaired. With `targets`, the text is translated into several languages in one request, each with a separate result in `results`.",
      tag: "Translate",
      scope: "translate",
      body: TranslateBody,
      alsoWrong: pairFaults,
      bodyBytes: (caller) => textBodyBytes(caller.limits.textCharacters),
      response: z.union([Translation, TranslationsByTarget]),
      errors: [
        "not_found",
        "too_large",
        "language_not_detected",
        "engine_unavailable",
        "model_installing",
        "model_unavailable",
        "overloaded",
        "timeout",
      ],
      examples: { request: { text: "Hello world", source: "en", target: "es" } },
    },
    async ({ caller, body: { target, targets, ...input }, request }) => {
      const wait = askedWaitSeconds(request);
      return targets
        ? translateTextByTarget(caller, { ...input, targets }, request.signal, wait)
        : translateText(caller, { ...input, target: target! }, request.signal, wait);
    },
  ),
}));
