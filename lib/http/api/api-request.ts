import type { IncomingRequest } from "@/lib/identity/auth/client-address";

/** A request as the API reads it: Fetch's `Request`, or one that the server builds from Node's. */
export type ApiRequest = IncomingRequest & {
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
};
