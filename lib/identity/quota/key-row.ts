import type { LimitOverrides } from "@/db/schema/accounts";
import type { Tier } from "@/lib/vocabulary/accounts";

/** A key's state from the database; the other fields are null unless the key is active. */
export type KeyRow = {
  state: "unknown" | "revoked" | "expired" | "active";
  key_id: string;
  account_id: string;
  tier: Tier;
  limits: LimitOverrides;
  local_only: boolean;
  scopes: string[];
  admitted: boolean;
  refused_by: "account" | "key" | null;
  now_at: Date;
  charged_at: string | null;
  retry_at: Date | null;
  account_limit: number | null;
  account_used: number;
  account_reset: Date | null;
  key_limit: number | null;
  key_used: number;
  key_reset: Date | null;
  leased: boolean;
  allowed_addresses: string[] | null;
};
