import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { memories } from "@/db/schema";
import { newId } from "@/lib/base/ids";

/** Returns the id of the memory that new projects with a source language read and write; creates it on first use. */
export async function defaultMemory(tx: Transaction, accountId: string, sourceLanguage: string): Promise<string> {
  const mine = and(
    eq(memories.accountId, accountId),
    eq(memories.sourceLanguage, sourceLanguage),
    eq(memories.isDefault, true),
  );
  const [made] = await tx
    .insert(memories)
    .values({
      id: newId("memory"),
      accountId,
      name: `Reviewed translations (${sourceLanguage})`,
      sourceLanguage,
      isDefault: true,
    })
    .onConflictDoNothing()
    .returning({ id: memories.id });
  if (made) return made.id;
  const [found] = await tx.select({ id: memories.id }).from(memories).where(mine);
  if (found) return found.id;
  throw new Error("The default memory was deleted while it was looked up");
}
