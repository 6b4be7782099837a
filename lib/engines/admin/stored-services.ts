import { db } from "@/db/client";
import { engineServices } from "@/db/schema";
import { env } from "@/lib/base/env";
import { open, SealBroken, seal } from "@/lib/base/secret-box";
import { EngineError } from "@/lib/engines/engine";
import { parseServiceAccount } from "@/lib/engines/remote/google-token";
import type { ServiceSettings } from "@/lib/engines/remote/service";
import { SERVICE_KINDS, type ServiceKind } from "@/lib/schemas/service-fields";
import { DEEPL_MODELS } from "@/lib/vocabulary/engines";

/** A service as it is stored, with an encrypted key. */
export type ServiceRow = typeof engineServices.$inferSelect & { readonly kind: ServiceKind };

/** All stored services, by name. Ignores kinds that this release does not know. */
export async function storedServices(): Promise<ServiceRow[]> {
  const rows = await db().select().from(engineServices).orderBy(engineServices.kind);
  return rows.filter((row): row is ServiceRow => SERVICE_KINDS.some((kind) => kind === row.kind));
}

/** Encrypts a service's key for the database, bound to the service's kind. */
export const sealKey = (kind: ServiceKind, key: string): Buffer => seal(`engine ${kind}`, key);

/** Null if the key was encrypted with another DRAGOMAN_SECRET or is damaged, so that it must be entered again. */
function openKey(kind: ServiceKind, sealed: Buffer): string | null {
  try {
    return open(`engine ${kind}`, sealed);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The settings of a stored service with its decrypted key; null if the key cannot be decrypted. */
export function serviceOf({ kind, settings, key: sealed }: ServiceRow): ServiceSettings | null {
  const key = sealed === null ? undefined : openKey(kind, sealed);
  if (key === null) return null;
  const { url, region, bucket, model = "", languages = env().OPENAI_LANGUAGES, promptProfile: profile } = settings;
  switch (kind) {
    case "deepl":
      return { kind, key: key ?? "", url, model: DEEPL_MODELS.find((one) => one === model) };
    case "google":
      return { kind, account: () => accountOf(key ?? ""), url, region, bucket };
    case "azure":
      return { kind, key: key ?? "", region, url };
    case "openai": {
      const { OPENAI_WINDOW: window, OPENAI_PRICE: price } = env();
      return { kind, model, url: url ?? "", key, languages, window, price, profile };
    }
    case "libretranslate":
      return { kind, url: url ?? "", key };
    case "apy":
      return { kind, url: url ?? "" };
  }
}

function accountOf(key: string) {
  const account = parseServiceAccount(key);
  if (account) return account;
  throw new EngineError("unavailable", "google", "The key is not one of a Google service account.");
}
