import { AppError } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";

/** Throws 413 if a field of a request is over a limit of the caller's tier. */
export function requireWithin(
  { tier }: Caller,
  limit: number,
  { actual, unit, field }: { readonly actual: number; readonly unit: "items" | "characters"; readonly field: string },
): void {
  if (actual <= limit) return;
  const message = `The field ${field} has ${actual} ${unit}; the limit of the ${tier} tier is ${limit}.`;
  throw new AppError("too_large", message, { limit, actual, unit, field, tier });
}
