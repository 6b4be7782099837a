import type { LimitOverrides } from "@/db/schema/accounts";
import type { Tier } from "@/lib/vocabulary/accounts";

/** Limits of an account. Sizes are per request; `requestsPerHour: null` is no limit. */
export type Limits = {
  readonly requestsPerHour: number | null;
  /** Unicode code points of one text. */
  readonly textCharacters: number;
  readonly batchItems: number;
  /** Unicode code points of all texts of a batch together. */
  readonly batchCharacters: number;
  readonly fileBytes: number;
  readonly activeKeys: number;
};

const MIB = 1024 * 1024;

/** Limits as in section 3 of the API contract. Those of enterprise are defaults. */
export const TIER_LIMITS: Readonly<Record<Tier, Limits>> = {
  free: {
    requestsPerHour: 100,
    textCharacters: 10_000,
    batchItems: 50,
    batchCharacters: 50_000,
    fileBytes: 10 * MIB,
    activeKeys: 2,
  },
  pro: {
    requestsPerHour: 1_000,
    textCharacters: 50_000,
    batchItems: 500,
    batchCharacters: 200_000,
    fileBytes: 30 * MIB,
    activeKeys: 10,
  },
  enterprise: {
    requestsPerHour: null,
    textCharacters: 200_000,
    batchItems: 1_000,
    batchCharacters: 1_000_000,
    fileBytes: 100 * MIB,
    activeKeys: 100,
  },
};

/** The limits of an account: those of its tier, with the account's overrides. */
export function limitsOf(tier: Tier, overrides: LimitOverrides = {}): Limits {
  return { ...TIER_LIMITS[tier], ...overrides };
}

/** Allowance for the fields around the text. */
const OVERHEAD_BYTES = 64 * 1024;

/** JSON may write a code point as two `\uXXXX`: twelve bytes. */
const BYTES_PER_CODE_POINT = 12;

/** Maximum bytes of a JSON body with texts of this many code points. */
export function textBodyBytes(characters: number): number {
  return characters * BYTES_PER_CODE_POINT + OVERHEAD_BYTES;
}
