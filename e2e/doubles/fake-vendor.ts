import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { EngineOptions } from "@/lib/engines/engine";
import { RemoteEngine, type RemoteOptions, type Vendor } from "@/lib/engines/remote/engine";

/** A request received by a fake vendor. */
export type ReceivedRequest = {
  readonly method: string;
  /** Path with its query string. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

/**
 * `status` defaults to 200; `hang` never responds; `cut` closes the connection in the middle of the response. `events`
 * are written as an event stream, one every `everyMs`.
 */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly events?: readonly string[];
  readonly everyMs?: number;
  readonly misbehaves?: "hang" | "cut";
};

/** A local server that behaves as a vendor documents, including its errors. */
export class FakeVendor {
  readonly asked: ReceivedRequest[] = [];
  /** Replies to the next requests, in order, before the usual ones; null gives a request its usual reply. */
  readonly next: (Reply | null)[] = [];

  readonly #server: Server;
  #port = 0;

  constructor(usual: (asked: ReceivedRequest) => Reply) {
    this.#server = createServer((request, response) => {
      void read(request).then((body) => {
        const asked = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
        this.asked.push(asked);
        send(response, this.next.shift() ?? usual(asked));
      });
    });
  }

  static async start(usual: (asked: ReceivedRequest) => Reply): Promise<FakeVendor> {
    const fakeVendor = new FakeVendor(usual);
    await fakeVendor.listen();
    return fakeVendor;
  }

  /** Its address, once it listens. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  forget(): void {
    this.asked.length = 0;
    this.next.length = 0;
  }

  /** The requests for a path, with or without a query. */
  askedFor(path: string): ReceivedRequest[] {
    return this.asked.filter(({ url }) => url.split("?")[0] === path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The fake vendor of a test file. Started before all tests and reset before each. */
export function startFakeVendor(usual: (asked: ReceivedRequest) => Reply): FakeVendor {
  const fakeVendor = new FakeVendor(usual);
  beforeAll(() => fakeVendor.listen());
  beforeEach(() => fakeVendor.forget());
  afterAll(() => fakeVendor.close());
  return fakeVendor;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, reply: Reply): void {
  const { status = 200, headers = {}, json, text, misbehaves, events } = reply;
  if (events) return void stream(response, events, reply);
  if (misbehaves === "hang") return;
  const body = text ?? JSON.stringify(json);
  response.writeHead(status, {
    "content-type": "application/json",
    ...(misbehaves === "cut" ? { "content-length": String(Buffer.byteLength(body) + 10) } : {}),
    ...headers,
  });
  if (misbehaves !== "cut") return void response.end(body);
  response.write(body.slice(0, body.length / 2), () => response.destroy());
}

async function stream(response: ServerResponse, events: readonly string[], { everyMs, misbehaves }: Reply) {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const event of events) {
    await setTimeout(everyMs);
    if (response.destroyed) return;
    response.write(event);
  }
  if (misbehaves === "cut") response.destroy();
  else if (misbehaves !== "hang") response.end();
}

const DICTIONARY: Readonly<Record<string, string>> = {
  The: "La",
  the: "la",
  house: "casa",
  is: "es",
  big: "grande",
  Click: "Pulse",
  here: "aquí",
};

/** Translates English to Spanish word by word and keeps everything else, including tags and entities. */
export function wordByWord(markup: string): string {
  let out = "";
  let from = 0;
  for (const tag of markup.matchAll(/<[^<>]*>/g)) {
    out += translateWords(markup.slice(from, tag.index)) + tag[0];
    from = tag.index + tag[0].length;
  }
  return out + translateWords(markup.slice(from));
}

function translateWords(text: string): string {
  return text.replace(/[a-z]+/gi, (word) => DICTIONARY[word] ?? word);
}

/** DeepL's `GET /v3/languages` for languages without variants. */
export const DEEPL_LANGUAGES = "/v3/languages?resource=translate_text";
export function deeplLanguages(...codes: readonly string[]): Reply {
  const usable = { usable_as_source: true, usable_as_target: true };
  return { json: codes.map((lang) => ({ lang, name: lang, ...usable, features: {}, status: "stable" })) };
}

/** The sample sentence for the engine contract. */
export const SAMPLES = {
  source: "en",
  target: "es",
  sentence: { text: "The house is big.", translation: "La casa es grande." },
  queueLimit: 500,
} as const;

export function remoteEngine(vendor: Vendor, options: Partial<RemoteOptions> = {}): RemoteEngine {
  return new RemoteEngine(vendor, { queueLimit: 2_000, timeoutMs: 10_000, ...options });
}

export const interactive: EngineOptions = { priority: "interactive" };
export const enEs = { source: "en", target: "es" } as const;

/** Fails if an error, with all its properties, contains a secret that operators or logs would then reveal. */
export function expectNoSecret(error: unknown, ...secrets: readonly string[]): void {
  const seen = new Set<unknown>();
  const reported: string[] = [];
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    reported.push(one.message, one.stack ?? "", JSON.stringify({ ...one }));
  }
  expect(reported.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(reported.join("\n")).not.toContain(secret);
}
