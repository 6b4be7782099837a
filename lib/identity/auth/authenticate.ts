import { env } from "@/lib/base/env";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import { countDecision } from "@/lib/base/metrics";
import { inSpan } from "@/lib/base/tracing/tracing";
import { countKeyFailure, KEY_FAILURES } from "@/lib/identity/quota/failures";
import { admitKey, admitSubject, type Decision, HOUR_SECONDS } from "@/lib/identity/quota/limiter";
import { limitsOf } from "@/lib/identity/quota/tiers";
import { isScope, type Scope } from "@/lib/vocabulary/rights";
import { hashApiKey, isWellFormedApiKey } from "./api-key";
import type { Caller } from "./caller";
import { addressesOf, clientAddress, clientNetwork, type IncomingRequest } from "./client-address";
import { isSameOrigin } from "./same-origin";
import { callerOfCookie, cookieValue, sessionCookieName } from "./session";

export type KeyDecision = Extract<Decision, { state: "active" }>;

export type Authenticated = {
  readonly caller: Caller;
  /** The limiter's decision; null for a signed-in person. A refused request does not throw: see `refusal`. */
  readonly decision: KeyDecision | null;
};

/** Fair-use limit of dashboard requests, per person. */
const DASHBOARD = { requests: 600, windowSeconds: 300 };

/**
 * Authenticates by the API key in the `Authorization` header, else by the session cookie of a same-origin request.
 * `charge` true counts the request against the limits. Throws 400 for a key in the query string, 401 and 429.
 */
export async function authenticate(
  request: IncomingRequest,
  options: { charge: boolean; windowSeconds?: number },
): Promise<Authenticated> {
  refuseKeyInQuery(request);
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return authenticateKey(request, authorization, options);
  const cookie = cookieValue(request.headers.get("cookie"), sessionCookieName());
  if (cookie) return authenticateCookie(request, cookie, options);
  throw unauthorized("missing", "Send an API key in the Authorization header: Bearer dgm_live_…");
}

async function authenticateKey(
  request: IncomingRequest,
  authorization: string,
  options: { charge: boolean; windowSeconds?: number },
): Promise<Authenticated> {
  const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (!key) throw failedKey(request, "malformed", "The Authorization header must be: Bearer, a space, and an API key.");
  return authenticateApiKey(request, key, options);
}

/** Authenticates by an API key, in whichever field the request has it. Throws 401, and 429 after many wrong keys. */
export async function authenticateApiKey(
  request: IncomingRequest,
  key: string,
  options: { charge: boolean; windowSeconds?: number },
): Promise<Authenticated> {
  if (!isWellFormedApiKey(key))
    throw failedKey(request, "malformed", "This is not an API key of Dragoman: check that it was copied completely.");
  const decision = await inSpan("limiter", {}, async (span) => {
    const decided = await admitKey(hashApiKey(key), options.charge, options.windowSeconds ?? HOUR_SECONDS);
    span?.set({
      "dragoman.limiter.outcome": decided.state === "active" ? outcomeOf(decided, options.charge) : decided.state,
    });
    return decided;
  });
  switch (decision.state) {
    case "unknown":
    case "revoked":
      // The same error for unknown and revoked keys, so that it does not reveal which keys existed.
      throw failedKey(request, "invalid", "The API key is not valid: it is unknown or was revoked.");
    case "expired":
      throw failedKey(request, "expired", "The API key has expired: create another in the dashboard.");
    case "active":
      await requireAllowedAddress(request, decision);
      countDecision(decision.tier, outcomeOf(decision, options.charge));
      return { caller: callerOfKey(decision), decision };
  }
}

function outcomeOf(decision: KeyDecision, charge: boolean) {
  return decision.refusedBy ?? (charge ? "admitted" : "free");
}

/** Throws 403 for an address outside the key's list. Such a request is not charged against any limit. */
async function requireAllowedAddress(request: IncomingRequest, decision: KeyDecision): Promise<void> {
  if (decision.allowedAddresses === null) return;
  const address = clientAddress(request);
  if (addressesOf(decision.allowedAddresses)(address)) return;
  if (decision.admitted) await decision.refund();
  throw new AppError("forbidden", `The key may not be used from the address ${address}.`, {
    required: "allowed_address",
    granted: address,
  });
}

function callerOfKey(decision: KeyDecision): Caller {
  return {
    accountId: decision.accountId,
    userId: null,
    keyId: decision.keyId,
    tier: decision.tier,
    limits: limitsOf(decision.tier, decision.limits),
    scopes: decision.scopes.filter(isScope),
    role: "manager",
    localOnly: decision.localOnly,
    isAdmin: false,
  };
}

async function authenticateCookie(
  request: IncomingRequest,
  cookie: string,
  options: { charge: boolean },
): Promise<Authenticated> {
  requireSameOrigin(request);
  const caller = await callerOfCookie(cookie);
  if (!caller) throw unauthorized("session_ended", "The session has ended: sign in again.");
  if (options.charge) {
    const use = await inSpan("limiter", {}, () =>
      admitSubject(`dashboard:${caller.userId}`, DASHBOARD.requests, DASHBOARD.windowSeconds),
    );
    if (!use.admitted) throw tooMany("dashboard", DASHBOARD.requests, DASHBOARD.windowSeconds, use.retryAfterSeconds);
  }
  return { caller, decision: null };
}

/** Throws 403 for requests that do not come from our own pages. */
export function requireSameOrigin(request: IncomingRequest): void {
  if (!isSameOrigin(request, env().PUBLIC_URL))
    throw new AppError("forbidden", "This only works from the dashboard. Use an API key.", {
      required: "same-origin",
      granted: "cross-site",
    });
}

/** The 429 error if the decision refuses the request; null if it admits it. */
export function refusal(decision: KeyDecision | null): AppError | null {
  if (!decision || decision.admitted) return null;
  const budget = decision.refusedBy === "key" ? decision.key : decision.account;
  return tooMany(
    decision.tier,
    budget?.limit ?? 0,
    budget?.windowSeconds ?? HOUR_SECONDS,
    decision.retryAfterSeconds ?? 1,
    decision.refusedBy,
  );
}

const OWNERS = { key: "This key's own", account: "The account's", anybody: "The" } as const;

/** A 429 error with `Retry-After`. */
export function tooMany(
  tier: string,
  limit: number,
  windowSeconds: number,
  retryAfterSeconds: number,
  scope: "account" | "key" | null = null,
  what = `${OWNERS[scope ?? "anybody"]} limit of ${limit} requests in ${windowSeconds} seconds is used up`,
): AppError {
  return new AppError(
    "rate_limit_exceeded",
    `${what}: try again in ${retryAfterSeconds} seconds.`,
    {
      tier,
      limit,
      remaining: 0,
      windowSeconds,
      retryAfterSeconds,
      resetAt: new Date(Date.now() + retryAfterSeconds * 1000).toISOString(),
      ...(scope ? { scope } : {}),
    },
    { "Retry-After": String(retryAfterSeconds) },
  );
}

function failedKey(request: IncomingRequest, reason: string, message: string): AppError {
  const wait = countKeyFailure(clientNetwork(request));
  if (wait > 0)
    return tooMany(
      "none",
      KEY_FAILURES.most,
      KEY_FAILURES.windowSeconds,
      wait,
      null,
      "Too many wrong keys came from this address",
    );
  return unauthorized(reason, message, true);
}

function unauthorized(reason: string, message: string, keyWasSent = false): AppError {
  return new AppError(
    "unauthorized",
    message,
    { reason },
    { "WWW-Authenticate": keyWasSent ? 'Bearer error="invalid_token"' : "Bearer" },
  );
}

const KEY_PARAMETERS = /^((api|auth)[-_]?key|key|token|access[-_]?token|auth|authorization)$/i;

function refuseKeyInQuery(request: IncomingRequest): void {
  const query = request.url.indexOf("?");
  if (query < 0) return;
  const faults: FieldError[] = [];
  for (const [name, value] of new URLSearchParams(request.url.slice(query + 1))) {
    if (KEY_PARAMETERS.test(name) || value.startsWith("dgm_live_"))
      faults.push({
        path: KEY_PARAMETERS.test(name) ? name.toLowerCase() : "query",
        code: "unknown_field",
        message:
          "Send the key in the Authorization header, never in the address, because addresses are logged. Revoke this key.",
      });
  }
  if (faults.length > 0) throw invalidRequest(faults);
}

/**
 * Checks again whether the caller of a long request may still make it: throws 401 after the session or key has ended,
 * and 403 without the scope.
 */
export async function stayAllowed(request: IncomingRequest, scope: Scope): Promise<void> {
  const { caller } = await authenticate(request, { charge: false });
  if (!caller.scopes.includes(scope))
    throw new AppError("forbidden", `The key lacks the scope ${scope}.`, { required: scope, granted: caller.scopes });
}
