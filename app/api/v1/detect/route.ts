import { defineRoutes } from "@/lib/http/api/define-routes";
import { textBodyBytes } from "@/lib/identity/quota/tiers";
import { DetectBody, Detections } from "@/lib/schemas/translate";
import { detectTexts } from "@/lib/translation/detect-texts";

export const endpoint = defineRoutes("/detect", (route) => ({
  POST: route(
    {
      operationId: "detectLanguages",
      summary: "Detect the language of texts",
      description:
        "Detects about a hundred languages, including languages that no engine of this server translates. Accepts up to 100 texts, or as many as the tier allows in a batch if that is more.",
      tag: "Languages",
      scope: "translate",
      body: DetectBody,
      bodyBytes: (caller) => textBodyBytes(caller.limits.batchCharacters),
      response: Detections,
      errors: ["too_large"],
      examples: { request: { texts: ["Bonjour tout le monde"] } },
    },
    ({ caller, body }) => detectTexts(caller, body.texts),
  ),
}));
