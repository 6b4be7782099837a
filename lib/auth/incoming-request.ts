/** What is read of a request to know who sends it: of Fetch's `Request`, or of one that the server made of Node's. */
export type IncomingRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get" | "has">;
};
