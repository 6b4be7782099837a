import { type Shed, shedCause } from "@/db/watch";
import { type AppError, unavailable } from "@/lib/base/errors";
import { log } from "@/lib/base/log";
import { observeRequest } from "@/lib/base/metrics";
import { inSpan } from "@/lib/base/tracing/tracing";
import type { Authenticated, KeyDecision } from "@/lib/identity/auth/authenticate";
import { clientAddress, type IncomingRequest } from "@/lib/identity/auth/client-address";
import { emptyUsage, recordUsage, withUsage } from "@/lib/identity/quota/usage";
import { rateLimitHeaders } from "./headers";
import { baseHeaders, errorReply, type Reply, toAppError } from "./responses";

/** What is known of the call when a later step throws. */
export type CallState = { authenticated: Authenticated | null };

type ErrorWriter = (thrown: unknown, requestId: string, headers: Headers) => Reply;

type Call = {
  readonly method: string;
  /** Path that identifies the endpoint in usage, log and metrics. */
  readonly path: string;
  /** Address of the endpoint, as callers know it. */
  readonly address: string;
  readonly request: IncomingRequest;
  readonly requestId: string;
};

/**
 * Runs one request and records its usage, metrics, log line and span. Converts an exception to an error response, and
 * refunds the charge if the error is ours.
 */
export async function observeCall(
  call: Call,
  work: (seen: CallState) => Promise<Reply>,
  writeError: ErrorWriter = errorReply,
): Promise<Reply> {
  const { method, address, request, requestId } = call;
  const span = {
    kind: "server",
    parent: request.headers.get("traceparent"),
    attributes: { "http.request.method": method, "http.route": address, "dragoman.request_id": requestId },
  } as const;
  return inSpan(`${method} ${address}`, span, async (open) => {
    const reply = await observe(call, work, writeError, open?.traceId);
    open?.set({ "http.response.status_code": reply.status });
    if (reply.status >= 500) open?.end(String(reply.status));
    return reply;
  });
}

async function observe(
  call: Call,
  work: (seen: CallState) => Promise<Reply>,
  writeError: ErrorWriter,
  traceId: string | undefined,
): Promise<Reply> {
  const { method, path, request, requestId } = call;
  const started = performance.now();
  const usage = emptyUsage();
  const seen: CallState = { authenticated: null };
  const owner = () => seen.authenticated?.caller.accountId;
  const failed = (thrown: unknown) => failure(thrown, requestId, seen, writeError);
  const refusal = shedding(call);
  const reply = await (refusal ? failed(refusal) : withUsage(usage, () => work(seen), owner).catch(failed));
  const { status } = reply;
  const caller = seen.authenticated?.caller;
  const milliseconds = performance.now() - started;
  if (caller) {
    const { accountId, keyId } = caller;
    const outcome = status === 429 ? "refused" : status >= 400 ? "failed" : "served";
    const address = clientAddress(request);
    recordUsage({ ...usage, accountId, keyId, address, endpoint: `${method} ${path}`, outcome });
  }
  observeRequest({ method, path, status, milliseconds, characters: usage.characters, engine: usage.engine });
  log.info({
    requestId,
    method,
    route: path,
    status,
    ...(traceId ? { traceId } : {}),
    ms: Math.round(milliseconds * 10) / 10,
    ...(caller ? { account: caller.accountId } : {}),
    ...(caller?.keyId ? { key: caller.keyId } : {}),
    ...(usage.characters ? { characters: usage.characters, engine: usage.engine } : {}),
  });
  return reply;
}

/** Size of a request's body, in bytes, from which the request counts as bulk or batch. */
const BULK_BYTES = 200_000;
const BATCH_BYTES = 10_000;
/** Seconds after which clients may retry refused work. */
const RETRY_SECONDS: Readonly<Record<Shed, number>> = { bulk: 10, batch: 5, interactive: 2 };

/** The error for a request that this overloaded server refuses before any query; null if it accepts the request. */
function shedding({ path, request }: Call): AppError | null {
  if (path.startsWith("/health")) return null;
  const isForm = request.headers.get("content-type")?.startsWith("multipart/") ?? false;
  const bytes = Number(
    request.headers.get("content-length") ?? (request.headers.has("transfer-encoding") ? BULK_BYTES : 0),
  );
  const kind = isForm || bytes >= BULK_BYTES ? "bulk" : bytes >= BATCH_BYTES ? "batch" : "interactive";
  const cause = shedCause(kind);
  if (cause === null) return null;
  const what = cause === "gone" ? "The database cannot be reached." : `The server is too busy for ${WORK[kind]} now.`;
  return unavailable("overloaded", `${what} Try again in a moment.`, RETRY_SECONDS[kind]);
}

const WORK: Readonly<Record<Shed, string>> = {
  bulk: "large uploads",
  batch: "long texts",
  interactive: "new requests",
};

async function failure(thrown: unknown, requestId: string, seen: CallState, writeError: ErrorWriter): Promise<Reply> {
  const headers = baseHeaders(requestId);
  const decision = seen.authenticated?.decision ?? null;
  const ours = toAppError(thrown).status >= 500;
  rateLimitHeaders(ours && decision ? await refundCharge(decision).catch(() => decision) : decision, headers);
  return writeError(thrown, requestId, headers);
}

/** Refunds a charge and returns the limits as they are without it. */
export async function refundCharge(decision: KeyDecision): Promise<KeyDecision> {
  if (!decision.admitted) return decision;
  await decision.refund();
  const more = <B extends { remaining: number; limit: number } | null>(budget: B): B =>
    budget && { ...budget, remaining: Math.min(budget.remaining + 1, budget.limit) };
  return { ...decision, account: more(decision.account), key: more(decision.key) };
}
