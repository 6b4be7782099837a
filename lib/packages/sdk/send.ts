import { ConnectionError, errorOf, retryAfter } from "./errors";
import type { CallOptions, Upload } from "./methods";
import type { OperationEntry } from "./operation";

export type ClientOptions = {
  /** API key, `dgm_live_…`. Empty for operations that need none, such as `startDeviceLogin`. */
  readonly apiKey: string;
  /** Address of the server, with or without `/v1`: `https://translate.example.org`. */
  readonly baseUrl: string;
  /** Maximum retries after the first attempt. Default 3. */
  readonly maxRetries?: number;
  /** Maximum `Retry-After` in seconds for which to wait; rejects at once if it is longer. Default 60. */
  readonly maxRetryAfterSeconds?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
};

type Fields = Readonly<Record<string, unknown>>;

/**
 * Sends one operation, retrying where that is safe, and returns its successful response. Rejects with a
 * `DragomanError`.
 */
export async function send(
  client: ClientOptions,
  operation: OperationEntry,
  input: Fields,
  options: CallOptions,
): Promise<Response> {
  const { signal } = options;
  const request = requestOf(client, operation, input, options);
  const mayRepeat = operation.method !== "POST" || operation.idempotent === true;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= (client.maxRetries ?? 3);
    const response = await reach(client, request, signal);
    if (response instanceof ConnectionError) {
      if (isLast || !mayRepeat) throw response;
      await wait(backoffMs(attempt), signal);
      continue;
    }
    options.onResponse?.(response);
    if (response.ok) return response;
    const seconds = retryAfter(response);
    const maxSeconds = client.maxRetryAfterSeconds ?? 60;
    // The server sends 429 and 503 before it does any work; other server errors may occur after some work.
    const isRetryable =
      response.status === 429 ||
      response.status === 503 ||
      (response.status === 409 && seconds !== null) ||
      (mayRepeat && [500, 502, 504].includes(response.status));
    if (isLast || !isRetryable || (seconds ?? 0) > maxSeconds) throw await errorOf(response);
    await response.body?.cancel();
    await wait(seconds === null ? backoffMs(attempt) : seconds * 1000, signal);
  }
}

/** The body contains only values that can be sent again. */
type Request = { readonly url: string; readonly init: RequestInit };

function requestOf(client: ClientOptions, operation: OperationEntry, input: Fields, options: CallOptions): Request {
  const rest: Record<string, unknown> = { ...input };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(take(name))));
  const query = new URLSearchParams();
  for (const name of operation.query ?? []) {
    const value = take(name);
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : "";
  const headers = new Headers(client.headers);
  if (client.apiKey) headers.set("Authorization", `Bearer ${client.apiKey}`);
  headers.set("Accept", operation.bytes ? "*/*" : "application/json");
  if (operation.idempotent) headers.set("Idempotency-Key", options.idempotencyKey ?? crypto.randomUUID());
  if (options.ifMatch) headers.set("If-Match", options.ifMatch);
  if (options.wait !== undefined) headers.set("Prefer", options.wait > 0 ? `wait=${options.wait}` : "respond-async");
  const body = bodyOf(operation, rest);
  if (typeof body === "string") headers.set("Content-Type", "application/json");
  const base = client.baseUrl.replace(/\/+$/, "").replace(/\/v1$/, "");
  return {
    url: `${base}/v1${path}${search}`,
    init: { method: operation.method, headers, ...(body === null ? {} : { body }), signal: options.signal ?? null },
  };
}

function bodyOf(operation: OperationEntry, fields: Readonly<Record<string, unknown>>): FormData | string | null {
  if (operation.form && (fields.file ?? fields.archive) !== undefined) return formOf(fields);
  return operation.json ? JSON.stringify(fields) : null;
}

function formOf({ file, archive, ...fields }: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  // The file comes last, so that the server knows the fields when the file arrives.
  const sent = { file, archive } as Readonly<Record<string, Upload | readonly Upload[] | undefined>>;
  for (const [name, uploads] of Object.entries(sent))
    for (const upload of [uploads ?? []].flat())
      if (upload instanceof Blob) form.append(name, upload);
      else form.append(name, new Blob([upload.content as BlobPart]), upload.name);
  return form;
}

async function reach(client: ClientOptions, { url, init }: Request, signal?: AbortSignal) {
  try {
    return await (client.fetch ?? fetch)(url, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    return new ConnectionError(`Could not reach ${new URL(url).origin}.`, { cause: error });
  }
}

function backoffMs(attempt: number): number {
  return 500 * 2 ** attempt * (0.5 + Math.random() / 2);
}

/** Rejects with the signal's reason if aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
    function done() {
      signal?.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
