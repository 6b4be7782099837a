import http from "node:http";
import https from "node:https";
import { isIP, type Socket } from "node:net";
import { finished } from "node:stream";
import tls from "node:tls";
import { ModelError } from "./model-error";

export type HttpOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of an HTTP proxy, such as `http://proxy.example.org:3128`. */
  readonly proxy?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** Milliseconds without data after which a connection is treated as dead. */
const IDLE_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
/** Bytes that may be buffered for writing before the sender is paused. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
/** Size limit in bytes: the catalogues have about a megabyte. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;

/** Requests an address, following redirects; the caller reads the body. Rejects with ModelError `unreachable`. */
export async function get(address: string, options: HttpOptions = {}): Promise<http.IncomingMessage> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(url, options).catch((cause) => {
      throw new ModelError("unreachable", `${url.host} cannot be reached.`, { cause });
    });
    const { statusCode = 0, headers } = response;
    if (statusCode < 300 || statusCode > 399 || !headers.location) return response;
    response.destroy();
    const next = new URL(headers.location, url);
    if (url.protocol === "https:" && next.protocol !== "https:") break;
    url = next;
  }
  throw new ModelError("unreachable", `${url.host} redirects too often, or away from TLS.`);
}

/**
 * The bytes of a response, collected from this call on. If the connection breaks, yields everything received and then
 * throws; the response's own iterator would drop unread data.
 */
export function received(response: http.IncomingMessage): AsyncIterable<Buffer> {
  const waiting: Buffer[] = [];
  let size = 0;
  let end: { readonly error: Error | undefined } | undefined;
  let wake = (): void => {};
  response.on("data", (chunk: Buffer) => {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BUFFERED_BYTES) response.pause();
    wake();
  });
  finished(response, (error) => {
    end = { error: error ?? undefined };
    wake();
  });
  return (async function* () {
    for (;;) {
      for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) {
        yield chunk;
        size -= chunk.byteLength;
        if (size <= MAX_BUFFERED_BYTES) response.resume();
      }
      if (end?.error) throw end.error;
      if (end) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  })();
}

/** The JSON at an address. Rejects with {@link ModelError} `unreachable`, also for a status other than 200. */
export async function getJson(address: string, options: HttpOptions): Promise<unknown> {
  const response = await get(address, options);
  const { host } = new URL(address);
  if (response.statusCode !== 200) {
    response.destroy();
    throw new ModelError("unreachable", `${host} returned status ${response.statusCode}.`);
  }
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > MAX_JSON_BYTES) throw new Error("too long");
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (cause) {
    throw new ModelError("unreachable", `${host} does not return a list of models.`, { cause });
  }
}

/** The proxy for an address, from `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` lists its host. */
function environmentProxy(url: URL, variables: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = (name: string) => variables[name.toLowerCase()] || variables[name] || undefined;
  const excepted = (named("NO_PROXY") ?? "").split(/[\s,]+/).filter(Boolean);
  const isExcepted = excepted.some((one) => {
    const host = one.replace(/^\*?\./, "").replace(/:\d+$/, "");
    return one === "*" || url.hostname === host || url.hostname.endsWith(`.${host}`);
  });
  return isExcepted ? undefined : named(url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY");
}

async function request(
  url: URL,
  { headers = {}, proxy = environmentProxy(url), signal }: HttpOptions,
): Promise<http.IncomingMessage> {
  const via = proxy ? new URL(proxy) : null;
  const isTls = url.protocol === "https:";
  const tunnel = via && isTls ? await openTunnel(via, url, signal) : null;
  return new Promise((resolve, reject) => {
    const common = { headers, ...(signal ? { signal } : {}) };
    const sent =
      via && !isTls
        ? http.get({
            ...addressOf(via),
            path: url.href,
            ...common,
            headers: { ...headers, ...proxyHeaders(via), host: url.host },
          })
        : tunnel
          ? https.get(url, {
              ...common,
              // Any other agent, also `false`, would connect directly instead of through the proxy.
              createConnection: () => secure(tunnel, url),
            })
          : (isTls ? https : http).get(url, common);
    sent.setTimeout(IDLE_TIMEOUT_MS, () => sent.destroy(new Error("silent for too long")));
    sent.once("error", reject);
    sent.once("response", resolve);
  });
}

/** TLS inside a tunnel. An IP address is not sent as server name (RFC 6066, 3); the certificate is checked for it. */
function secure(tunnel: Socket, { hostname }: URL): tls.TLSSocket {
  const host = hostname.replace(/^\[|\]$/g, "");
  return tls.connect({ socket: tunnel, host, ...(isIP(host) ? {} : { servername: host }) });
}

function openTunnel(via: URL, to: URL, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const path = `${to.hostname}:${to.port || 443}`;
    const asked = http.request({
      ...addressOf(via),
      method: "CONNECT",
      path,
      headers: { host: path, ...proxyHeaders(via) },
      ...(signal ? { signal } : {}),
    });
    asked.setTimeout(IDLE_TIMEOUT_MS, () => asked.destroy(new Error("silent for too long")));
    asked.once("error", reject);
    asked.once("connect", (response, socket) => {
      if (response.statusCode === 200) resolve(socket);
      else {
        socket.destroy();
        reject(new Error(`the proxy returned status ${response.statusCode}`));
      }
    });
    asked.end();
  });
}

function addressOf({ hostname, port }: URL): { host: string; port: number } {
  return { host: hostname, port: Number(port || 80) };
}

function proxyHeaders({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
