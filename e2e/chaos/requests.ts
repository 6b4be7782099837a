import http from "node:http";
import type { Deployment } from "./deployment";
import type { Random } from "./random";

/** An account of the run, with its key. */
export type Client = { readonly name: string; readonly accountId: string; readonly key: string };

export type Request = {
  readonly method: string;
  readonly path: string;
  readonly json?: unknown;
  /** A document, sent as the part `file` of a form with these fields. */
  readonly file?: { readonly name: string; readonly text: string; readonly fields: Readonly<Record<string, string>> };
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response is charged to the limit. */
  readonly isCharged: boolean;
};

/** One attempt of a request, with its outcome and its times as `performance.now()`. */
export type Attempt = {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly member: string;
  readonly isCharged: boolean;
  readonly from: number;
  readonly to: number;
  /** HTTP status; `unsent` without a connection; `broken` if the connection ended before the response did. */
  readonly outcome: number | "unsent" | "broken";
  /** The code of the error, if any. */
  readonly code: string | null;
};

export type Answer = { readonly status: number; readonly text: string; readonly json: any };

const TIMEOUT_MS = 120_000;

/** Sends requests to one of the two servers, as a load balancer would, and records every attempt. */
export class Requests {
  readonly attempts: Attempt[] = [];
  readonly #deployment: Deployment;
  readonly #random: Random;
  readonly #isOver: () => boolean;

  constructor(deployment: Deployment, random: Random, isOver: () => boolean) {
    this.#deployment = deployment;
    this.#random = random;
    this.#isOver = isOver;
  }

  /**
   * Repeats a request until the response is something other than 503 (or the 409 of an earlier attempt that still
   * runs). Throws {@link Over} when the run is over.
   */
  async send(client: Client, request: Request): Promise<Answer> {
    for (;;) {
      if (this.#isOver()) throw new Over();
      const answer = await this.#try(client, request);
      if (answer && answer.status < 500 && answer.json?.error?.details?.reason !== "idempotency_in_progress")
        return answer;
      await new Promise((resolve) => setTimeout(resolve, answer ? 500 : 100));
    }
  }

  async #try(client: Client, request: Request): Promise<Answer | null> {
    const servers = this.#deployment.members.filter(({ name, running }) => name !== "worker" && running);
    if (servers.length === 0) return null;
    const server = this.#random.pick(servers);
    const from = performance.now();
    const note = (outcome: Attempt["outcome"], code: string | null = null) => {
      const { method, path, isCharged } = request;
      const { accountId } = client;
      const to = performance.now();
      this.attempts.push({ accountId, method, path, member: server.name, isCharged, from, to, outcome, code });
    };
    try {
      const answer = await exchange(server.running?.url ?? "", client.key, request);
      note(answer.status, answer.json?.error?.code ?? null);
      return answer;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "";
      note(code === "ECONNREFUSED" ? "unsent" : "broken", code);
      return null;
    }
  }
}

/** The run is over: no client waits for the response any more. */
export class Over extends Error {
  override readonly name = "Over";
}

function exchange(base: string, key: string, { method, path, json, file, headers }: Request): Promise<Answer> {
  const [type, body] = file
    ? form(file)
    : json === undefined
      ? [null, null]
      : ["application/json", JSON.stringify(json)];
  return new Promise((resolve, reject) => {
    const sent = http.request(
      `${base}${path}`,
      {
        method,
        // A new connection for each request, so that a broken one affects only one request.
        agent: false,
        timeout: TIMEOUT_MS,
        headers: {
          Authorization: `Bearer ${key}`,
          ...(type && body !== null ? { "Content-Type": type, "Content-Length": Buffer.byteLength(body) } : {}),
          ...headers,
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("error", reject);
        response.on("end", () => {
          if (!response.complete) return reject(new Error("The answer is cut short."));
          const text = Buffer.concat(pieces).toString();
          const isJson = response.headers["content-type"]?.startsWith("application/json");
          resolve({ status: response.statusCode ?? 0, text, json: isJson ? JSON.parse(text) : null });
        });
      },
    );
    sent.on("timeout", () => sent.destroy(new Error("No answer within two minutes.")));
    sent.on("error", reject);
    sent.end(body ?? undefined);
  });
}

function form({ name, text, fields }: NonNullable<Request["file"]>): [type: string, body: string] {
  const boundary = "chaos-part-boundary";
  const parts = Object.entries(fields).map(
    ([field, value]) => `Content-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`;
  const all = [...parts, file].map((part) => `--${boundary}\r\n${part}`).join("");
  return [`multipart/form-data; boundary=${boundary}`, `${all}--${boundary}--\r\n`];
}
