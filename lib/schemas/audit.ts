import { z } from "zod";
import { ACTOR_TYPES } from "@/lib/vocabulary/accounts";
import { AUDIT_ACTIONS } from "@/lib/vocabulary/audit-actions";
import { commaSeparated, Day, NextCursor, Paging, Timestamp } from "./common";

const Named = { id: z.string().nullable(), name: z.string().nullable().describe("State at the time of the entry") };

export const AuditEntry = z.object({
  id: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  at: Timestamp,
  actor: z.object({ type: z.enum(ACTOR_TYPES), ...Named }),
  target: z.object(Named).nullable(),
  details: z.record(
    z.string(),
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string()).readonly()]),
  ),
  address: z.string().nullable().describe("The client's address; null for the command line"),
  userAgent: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditQuery = z.strictObject({
  ...Paging,
  scope: z
    .enum(["workspace", "server"])
    .default("workspace")
    .describe("`server`: actions of administrators and all sign-ins; for administrators of this server"),
  actions: commaSeparated(z.enum(AUDIT_ACTIONS)).optional().describe("One or more actions, comma-separated"),
  actor: z.string().min(1).max(64).optional().describe("Id of a person or key"),
  from: Day.optional().describe("First day, in UTC"),
  to: Day.optional().describe("Last day, in UTC"),
  download: z.enum(["csv", "json"]).optional().describe("All matching entries as a file, instead of a page"),
});

export const AuditEntryList = z.object({ entries: z.array(AuditEntry), nextCursor: NextCursor });
