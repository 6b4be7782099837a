/** The part of a request needed to identify its sender: from Fetch's `Request`, or built by the server from Node's. */
export type IncomingRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
};
