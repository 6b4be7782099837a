import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { HOPS_HEADER, nextHops } from "@/lib/base/hops";
import { EngineError, type EngineErrorCode } from "@/lib/engines/engine";

/** One request to a vendor. Secrets are in a header or the body, never in the path, which errors may contain. */
export type Call = {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path relative to the vendor's address, with the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** URLSearchParams are sent as a form, strings unchanged, anything else as JSON. */
  readonly body?: URLSearchParams | string | object;
};

export type HttpOptions = {
  /** Id of the engine, for errors. */
  readonly engine: string;
  /** Address of the service without a trailing slash. */
  readonly url: string;
  /** Recognises an exhausted quota from the body of a 429, if the vendor has no separate status for it. */
  readonly isUsedUp?: (body: string) => boolean;
  /** Parses an event stream that a service may send instead of JSON; returns null if the stream is incomplete. */
  readonly readStream?: (text: string) => unknown;
  /** First pause before a retry in milliseconds; doubled each time. */
  readonly backoffMs?: number;
  /** Returns 0–1, for jitter. */
  readonly random?: () => number;
};

/** Deadline (epoch milliseconds) and abort signal. If `isExtensible`, each event of a stream restarts the time. */
export type TimeLimit = {
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  readonly isExtensible?: boolean | undefined;
};

const MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 300;
/** A longer `Retry-After` is not waited for: another engine may translate instead. */
const MAX_WAIT_MS = 8_000;
/** Maximum response size: a larger response can't be a translation, since the largest request has 128 KiB. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;
/** Maximum extension of a deadline in milliseconds: a model may repeat itself endlessly. */
const MAX_STREAM_MS = 10 * 60_000;
/** Seconds before a key without permission or quota is tried again. */
const REFUSED_RETRY_SECONDS = 600;

/** A vendor's error response. Its body is not enumerable, so that no logger prints it. */
export class VendorFault extends EngineError {
  readonly #body: string;
  constructor(
    code: EngineErrorCode,
    engine: string,
    readonly status: number,
    body: string,
    retryAfterSeconds?: number,
  ) {
    super(code, engine, `${engine} returned status ${status}.`, retryAfterSeconds);
    this.#body = body;
  }
  get body(): string {
    return this.#body;
  }
}

/** The vendor cannot be reached. */
export class ConnectionFault extends EngineError {}

/** The service is this server, or forwards to it. */
export class LoopFault extends EngineError {
  constructor(engine: string) {
    super("unavailable", engine, `The address of ${engine} leads back to this server.`, REFUSED_RETRY_SECONDS);
  }
}

/**
 * Sends a request and parses the JSON response. Retries temporary errors (no connection, 429, 5xx) with exponential
 * backoff and full jitter, or when `Retry-After` says (RFC 9110 §10.2.3), as long as the deadline allows. Rejects with
 * {@link EngineError}: `overloaded` for 429, `timeout` past the deadline, `aborted` by the signal, else `unavailable`.
 * Errors contain the engine and the status, never the address, a key or a text.
 */
export async function requestJson<T>(
  options: HttpOptions,
  call: Call,
  schema: z.ZodType<T>,
  patience: TimeLimit,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const { result, error, pauseMs } = await tryOnce(options, call, schema, patience, tries);
    if (!error) return result;
    const pause = pauseMs ?? Number.POSITIVE_INFINITY;
    if (tries >= MAX_ATTEMPTS || Date.now() + pause >= patience.deadline) throw error;
    await sleep(pause, undefined, patience.signal ? { signal: patience.signal } : {}).catch(() => {
      throw new EngineError("aborted", options.engine, "The caller has disconnected.");
    });
  }
}

type Attempt<T> =
  | { readonly result: T; readonly error?: undefined; readonly pauseMs?: undefined }
  /** A failure without `pauseMs` is not retried. */
  | { readonly result?: undefined; readonly error: EngineError; readonly pauseMs?: number };

async function tryOnce<T>(
  options: HttpOptions,
  call: Call,
  schema: z.ZodType<T>,
  patience: TimeLimit,
  tries: number,
): Promise<Attempt<T>> {
  const { engine } = options;
  const backoff = (options.backoffMs ?? FIRST_BACKOFF_MS) * 2 ** tries * (options.random ?? Math.random)();
  let response: Response;
  let text: string;
  try {
    ({ response, text } = await exchange(options, call, patience));
  } catch (error) {
    if (patience.signal?.aborted) return { error: new EngineError("aborted", engine, "The caller has disconnected.") };
    if (error instanceof Error && error.name === "TimeoutError")
      return { error: new EngineError("timeout", engine, `${engine} took too long to answer.`) };
    return {
      error: new ConnectionFault("unavailable", engine, `${engine} cannot be reached: ${reason(error)}.`),
      pauseMs: backoff,
    };
  }
  if (isOwnRefusal(response, text)) return { error: new LoopFault(engine) };
  if (!response.ok) {
    const asked = retryAfterMs(response.headers.get("retry-after"));
    const isUsedUp = response.status === 429 && (options.isUsedUp?.(text) ?? false);
    const error = faultOf(engine, response.status, text, { askedMs: asked, isUsedUp });
    if (isUsedUp || !mayPass(response.status) || (asked ?? 0) > MAX_WAIT_MS) return { error };
    return { error, pauseMs: asked ?? backoff };
  }
  const content = isStream(response) && options.readStream ? options.readStream(text) : readJson(text);
  const cut = () => new ConnectionFault("unavailable", engine, `${engine} interrupted its response.`);
  if (content === null) return { error: cut(), pauseMs: backoff };
  const parsed = schema.safeParse(content);
  if (parsed.success) return { result: parsed.data };
  return { error: new EngineError("unavailable", engine, `${engine} returned an undocumented response.`) };
}

/** True if an address leads back to this server, whatever else the service needs. False without a response. */
export async function leadsHere(url: string, timeoutMs: number): Promise<boolean> {
  const asking = exchange({ url }, { method: "GET", path: "/" }, { deadline: Date.now() + timeoutMs });
  return asking.then(({ response, text }) => isOwnRefusal(response, text)).catch(() => false);
}

function isOwnRefusal({ status }: Response, text: string): boolean {
  return status === 422 && text.includes('"service_is_this_server"');
}

async function exchange(
  { url }: Pick<HttpOptions, "url">,
  { method = "POST", path, headers, body }: Call,
  { deadline, signal, isExtensible }: TimeLimit,
): Promise<{ response: Response; text: string }> {
  const isReady = body instanceof URLSearchParams || typeof body === "string";
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(new DOMException("", "TimeoutError")), Math.max(1, deadline - Date.now()));
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: "application/json, text/event-stream;q=0.9",
        [HOPS_HEADER]: nextHops(),
        ...(body && !isReady ? { "content-type": "application/json; charset=UTF-8" } : {}),
        ...headers,
      },
      ...(body ? { body: isReady ? body : JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([clock.signal, signal]) : clock.signal,
      // The key must not be sent to another host by a redirect.
      redirect: "error",
    });
    const isAlive = isExtensible && isStream(response);
    const text = await readCapped(response, MAX_RESPONSE_BYTES, (chunk) => {
      // Comment lines are ignored, because proxies send them, too.
      if (isAlive && Buffer.from(chunk).includes("data:") && Date.now() < deadline + MAX_STREAM_MS) timer.refresh();
    });
    return { response, text };
  } finally {
    clearTimeout(timer);
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** The text of a response. Rejects if it is longer than `maxBytes`. */
export async function readCapped(
  response: Response,
  maxBytes: number,
  received?: (chunk: Uint8Array) => void,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    received?.(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error("its response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Network error codes (`ECONNREFUSED`) can be shown; messages of `fetch` may contain the address with its password. */
function reason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause && typeof cause === "object" && "code" in cause && typeof cause.code === "string") return cause.code;
  return "the connection failed";
}

function mayPass(status: number): boolean {
  return status === 429 || status === 408 || status >= 500;
}

function faultOf(
  engine: string,
  status: number,
  body: string,
  { askedMs, isUsedUp }: { readonly askedMs: number | undefined; readonly isUsedUp: boolean },
): VendorFault {
  const asked = askedMs === undefined ? undefined : Math.max(1, Math.ceil(askedMs / 1_000));
  if (status === 429 && !isUsedUp) return new VendorFault("overloaded", engine, status, body, asked ?? 10);
  const refused = isUsedUp || status === 401 || status === 403 || status === 456;
  return new VendorFault("unavailable", engine, status, body, asked ?? (refused ? REFUSED_RETRY_SECONDS : undefined));
}

/** The header contains seconds or a date (RFC 9110 §10.2.3). */
function retryAfterMs(header: string | null): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Undefined for invalid JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
