import { env } from "@/lib/base/env";
import { FORMATS } from "@/lib/formats/registry";
import type { FacadeAnswer } from "@/lib/http/compat/facade";
import { TIER_LIMITS } from "@/lib/identity/quota/tiers";

/** `GET /frontend/settings`: settings that LibreTranslate's clients read before they have a key. */
export async function frontendSettings(): Promise<FacadeAnswer> {
  return {
    body: {
      charLimit: TIER_LIMITS[env().DEFAULT_TIER].textCharacters,
      frontendTimeout: 500,
      apiKeys: true,
      keyRequired: true,
      suggestions: true,
      filesTranslation: true,
      supportedFilesFormat: FORMATS.flatMap(({ extensions }) => extensions.map((one) => `.${one}`)),
      language: { source: { code: "auto", name: "Auto Detect" }, target: { code: "es", name: "Spanish" } },
    },
  };
}
