import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest } from "@/lib/http/api/endpoint";

/** Node's request with those parts of Fetch's interface that the API reads. */
export class NodeRequest implements ApiRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: ApiRequest["headers"];
  #signal: AbortSignal | undefined;

  constructor(
    private readonly message: IncomingMessage,
    private readonly response: ServerResponse,
  ) {
    this.method = message.method ?? "GET";
    // The client chooses the Host header, so it is ignored: only path and query are read.
    this.url = `http://localhost${message.url}`;
    this.headers = { get: (name) => headerOf(message, name), has: (name) => headerOf(message, name) !== null };
  }

  get body(): AsyncIterable<Uint8Array> {
    // Stopping to read must not destroy the connection, which still has to send the response.
    return { [Symbol.asyncIterator]: () => this.message.iterator({ destroyOnReturn: false }) };
  }

  get signal(): AbortSignal {
    this.#signal ??= this.#watch();
    return this.#signal;
  }

  #watch(): AbortSignal {
    const controller = new AbortController();
    this.response.once("close", () => {
      if (!this.response.writableFinished) controller.abort();
    });
    // No warning about many listeners, because every text of a batch adds one.
    setMaxListeners(0, controller.signal);
    return controller.signal;
  }
}

export function headerOf(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
