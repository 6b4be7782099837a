import type { AuditAction } from "@/lib/vocabulary/audit-actions";

/** Path of a value in a call, such as `params.keyId`, `body.role` or `answer.key.id`. */
export type CallPath = `${"params" | "body" | "query" | "answer"}.${string}`;

/**
 * What the audit log records of a successful call. Declared with the route, so that the log always matches the API.
 * Paths must never refer to texts or secrets.
 */
export type AuditRule = {
  readonly action: AuditAction;
  /** Path of the id of the changed object, whose name is looked up. */
  readonly target?: CallPath;
  /** Path of the changed object's name, for objects without an id. */
  readonly name?: CallPath;
  /** Path of the workspace's id, if it is not the caller's. */
  readonly account?: CallPath;
  /** Path of the person's id, for calls without a session. */
  readonly actor?: CallPath;
  readonly details?: Readonly<Record<string, CallPath>>;
  /** Records the names of the changed fields, without their values. */
  readonly changed?: "body";
  /** Fields of the body that don't concern security: a change of only these is not recorded. */
  readonly ignored?: readonly string[];
  /** True if the call deletes the caller's workspace: the entry goes to the server's log. */
  readonly deletesAccount?: boolean;
  /** True if the call deletes the caller: neither id nor name is recorded. */
  readonly anonymous?: boolean;
};
