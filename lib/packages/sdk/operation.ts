/** How the SDK sends an operation. */
export type OperationEntry = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/v1`, such as `/projects/{projectId}`. */
  readonly path: string;
  /** Names of query fields. */
  readonly query?: readonly string[];
  /** True if it accepts a JSON body. */
  readonly json?: true;
  /** True if it accepts a file as multipart. */
  readonly form?: true;
  /** True if it accepts an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** True if it returns a file. */
  readonly bytes?: true;
  /** Field of the response with the items of a page. */
  readonly list?: string;
};
