import { eq, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { auditEntries } from "@/db/schema";

/** Removes a deleted person's id, name, address and browser from the audit log. The entries themselves stay. */
export async function forgetInAudit(
  tx: Transaction,
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx
    .update(auditEntries)
    .set({ actorId: null, actorName: null, address: null, userAgent: null })
    .where(eq(auditEntries.actorId, person.id));
  await tx
    .update(auditEntries)
    .set({ targetId: null, targetName: null })
    .where(
      or(eq(auditEntries.targetId, person.id), eq(sql`lower(${auditEntries.targetName})`, person.email.toLowerCase())),
    );
}
