/** How an operation is sent. */
export type OperationEntry = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/v1`, such as `/projects/{projectId}`. */
  readonly path: string;
  /** Query fields. */
  readonly query?: readonly string[];
  /** True if it takes a JSON body. */
  readonly json?: true;
  /** True if it takes a file as multipart. */
  readonly form?: true;
  /** True if it takes an `Idempotency-Key`. */
  readonly idempotent?: true;
  /** True if it answers with a file. */
  readonly bytes?: true;
  /** Response field with the items of a page. */
  readonly list?: string;
};
