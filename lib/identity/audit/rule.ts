import type { AuditAction } from "@/lib/vocabulary/audit-actions";

/** A value of a call, such as `params.keyId`, `body.role` or `answer.key.id`. */
export type CallPath = `${"params" | "body" | "query" | "answer"}.${string}`;

/**
 * What the audit log keeps of a successful call. Declared with the route, so that the log and the API cannot differ.
 * Paths must never lead to texts or secrets.
 */
export type AuditRule = {
  readonly action: AuditAction;
  /** The id of what was changed; its name is looked up. */
  readonly target?: CallPath;
  /** The name of what was changed, where no id has one. */
  readonly name?: CallPath;
  /** The workspace concerned, if not the caller's. */
  readonly account?: CallPath;
  /** The person, for calls without a session. */
  readonly actor?: CallPath;
  readonly details?: Readonly<Record<string, CallPath>>;
  /** Keeps the names of the changed fields, without their values. */
  readonly changed?: "body";
  /** Fields of the body that don't concern security: a change of only these is not recorded. */
  readonly ignored?: readonly string[];
  /** The caller's workspace no longer exists afterwards: the entry goes to the server's log. */
  readonly deletesAccount?: boolean;
  /** The caller no longer exists afterwards: neither id nor name is kept. */
  readonly anonymous?: boolean;
};
