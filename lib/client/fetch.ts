import type { z } from "zod";
import { ApiError, errorOfAnswer, errorOfSilence } from "./api-error";
import { noteSession } from "./session-ended";

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Options = {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Sends the request even if the page is closed before, unless its body exceeds the browsers' limit for this. */
  readonly outlivesPage?: boolean;
};

/** UTF-16 code units of at most three bytes. All such requests together may have 64 KiB (Fetch standard). */
const MAX_OUTLIVING_BODY = 20_000;

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Calls the service's API with the session's cookie and returns its response, typed by the route's schema: `api<typeof
 * Me>("GET", "/me")`. The schemas are only types here: the service encodes each response through them, so the browser
 * need not load them. Throws {@link ApiError}; aborting rejects with the signal's reason.
 *
 * @param path the path below `/api/v1`, its parameters encoded by {@link at}
 */
export async function api<Schema extends z.ZodType | undefined = undefined>(
  method: Method,
  path: string,
  { query, body, headers, signal, outlivesPage = false }: Options = {},
): Promise<Schema extends z.ZodType ? z.output<Schema> : undefined> {
  const content = body === undefined ? null : JSON.stringify(body);
  const response = await send(`/api/v1${path}${queryString(query)}`, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: content,
    keepalive: outlivesPage && (content?.length ?? 0) <= MAX_OUTLIVING_BODY,
    signal: signal ?? null,
    credentials: "same-origin",
  });
  const requestId = response.headers.get("x-request-id");
  if (response.status === 204) return undefined as never;
  const answer = await readJson(response, requestId, signal);
  if (!response.ok) throw errorOfAnswer(response.status, answer, requestId);
  return answer as never;
}

/** Like {@link api}, for a response that is text, such as a table. */
export async function readText(
  path: string,
  { query, accept }: { readonly query?: Query; readonly accept: string },
): Promise<string> {
  const response = await send(`/api/v1${path}${queryString(query)}`, {
    headers: { Accept: accept },
    credentials: "same-origin",
  });
  if (response.ok) return response.text();
  const requestId = response.headers.get("x-request-id");
  throw errorOfAnswer(response.status, await readJson(response, requestId, undefined), requestId);
}

/** A path with its parameters encoded: at`/files/${id}`. */
export function at(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    noteSession(response.status);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw errorOfSilence();
  }
}

async function readJson(
  response: Response,
  requestId: string | null,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("unreadable_answer", `HTTP ${response.status}`, response.status, requestId);
  }
}

function queryString(query: Query = {}): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
}
