import http from "node:http";
import https from "node:https";
import type { DeliveryFailure } from "@/lib/schemas/webhooks";
import { AddressRefused, checkedLookup, isPublicAddress, literalAddress, type Resolve } from "./address";
import { retryAfterSeconds } from "./schedule";

/** A receiver's response, or the failure. */
export type Answer = {
  readonly status: number | null;
  /** Null if the event was delivered. */
  readonly failure: DeliveryFailure | null;
  readonly retryAfterSeconds: number | null;
  readonly durationMs: number;
};

export type PostOptions = {
  /** Allows addresses in private networks and plain HTTP. */
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** DNS lookup, in tests. */
  readonly resolve?: Resolve;
};

const TIMEOUT_MS = 15_000;

/**
 * Sends one event. Follows no redirect, and reads only the status and `Retry-After`, because content of internal
 * servers must not be disclosed.
 * @throws the reason of `signal` if aborted
 */
export async function post(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<Answer> {
  const started = performance.now();
  const answer = await exchange(new URL(address), headers, body, options).catch((error) => {
    options.signal.throwIfAborted();
    return { status: null, failure: failureOf(error), retryAfterSeconds: null };
  });
  return { ...answer, durationMs: Math.round(performance.now() - started) };
}

async function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions,
): Promise<Omit<Answer, "durationMs">> {
  // A literal address needs no lookup, so it is checked here.
  const literal = literalAddress(url);
  if (!options.allowPrivate && (url.protocol !== "https:" || (literal && !isPublicAddress(literal))))
    throw new AddressRefused("The address is not public.");
  const response = await send(url, headers, body, options);
  const status = response.statusCode ?? 0;
  return {
    status,
    failure: failureOfStatus(status),
    retryAfterSeconds:
      status === 429 || status === 503 ? retryAfterSeconds(response.headers["retry-after"], new Date()) : null,
  };
}

function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  { allowPrivate, signal, timeoutMs = TIMEOUT_MS, resolve }: PostOptions,
): Promise<http.IncomingMessage> {
  return new Promise((done, fail) => {
    const request = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      // Opens a new connection for each request: an older one would skip the address check.
      agent: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      lookup: checkedLookup(allowPrivate, resolve),
    });
    request.on("error", fail);
    // For status 101 (switching protocols) Node emits neither error nor response, only close.
    request.on("close", () => fail(new Error("The connection ended without a response.")));
    request.on("response", (response) => {
      // The body is not read: the connection ends after the headers.
      response.destroy();
      done(response);
    });
    request.end(body);
  });
}

function failureOfStatus(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressRefused) return "address_refused";
  const { name, code = "" } = error as { name?: string; code?: string };
  if (name === "TimeoutError" || name === "AbortError" || code === "ETIMEDOUT") return "timeout";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ENODATA") return "name_not_found";
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME)|^EPROTO$/.test(code)) return "tls";
  return "connection";
}
