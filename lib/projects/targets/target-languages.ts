import { asc, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projectLanguages } from "@/db/schema";

/** The languages that a project is translated into, in order. */
export async function targetLanguages(projectId: string, tx: Transaction = db()): Promise<string[]> {
  const rows = await tx
    .select({ language: projectLanguages.language })
    .from(projectLanguages)
    .where(eq(projectLanguages.projectId, projectId))
    .orderBy(asc(projectLanguages.position));
  return rows.map(({ language }) => language);
}
