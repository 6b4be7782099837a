import type { FacadeAnswer, FacadeContext } from "@/lib/http/compat/facade";
import { accountUsage } from "@/lib/identity/accounts/usage";

/** DeepL's own value for an unlimited account. Here only requests per hour are limited, not characters. */
const UNLIMITED = 1_000_000_000_000;

/** `GET /v2/usage`: characters of the last 30 days, of the account and of the key. */
export async function usage({ caller }: FacadeContext): Promise<FacadeAnswer> {
  const { total, keys, from, to } = await accountUsage(caller, {});
  return {
    body: {
      character_count: total.characters,
      character_limit: UNLIMITED,
      api_key_character_count: keys.find(({ keyId }) => keyId === caller.keyId)?.characters ?? 0,
      api_key_character_limit: UNLIMITED,
      start_time: `${from}T00:00:00Z`,
      end_time: `${to}T23:59:59Z`,
    },
  };
}
