import type { IncomingRequest } from "@/lib/identity/auth/client-address";
import type { Reply } from "./responses";

/** A request as the API reads it: Fetch's `Request`, or an equivalent that the server builds from Node's request. */
export type ApiRequest = IncomingRequest & {
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
};

/** Values of the path parameters. */
export type PathParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A path of the API and its handler for every method. */
export type Endpoint = {
  /**
   * Path with its parameters, such as `/v1/projects/{projectId}`. A last segment `{name...}` matches one or more
   * segments and yields an array.
   */
  readonly address: string;
  /** An alternative path with the same parameters. */
  readonly alias?: string | undefined;
  readonly answer: (request: ApiRequest, params: PathParams) => Promise<Reply>;
};
