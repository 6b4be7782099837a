import type { IncomingRequest } from "@/lib/auth/incoming-request";

/** A request as the API reads it. Fetch's `Request` is one; the server makes them of Node's. */
export type ApiRequest = IncomingRequest & {
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
};
