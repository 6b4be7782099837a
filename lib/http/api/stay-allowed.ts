import { AppError } from "@/lib/base/errors";
import { authenticate } from "@/lib/identity/auth/authenticate";
import type { Scope } from "@/lib/vocabulary/rights";
import type { ApiRequest } from "./api-request";

/**
 * Checks again whether the caller of a long request may still make it: throws 401 after the session or key has ended,
 * and 403 without the scope.
 */
export async function stayAllowed(request: ApiRequest, scope: Scope): Promise<void> {
  const { caller } = await authenticate(request, { charge: false });
  if (!caller.scopes.includes(scope))
    throw new AppError("forbidden", `The key lacks the scope ${scope}.`, { required: scope, granted: caller.scopes });
}
