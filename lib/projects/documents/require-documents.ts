import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { ProjectRow } from "@/lib/projects/require-project";

/** Throws 404 unless all documents exist in the project. */
export async function requireDocuments(tx: Transaction, project: ProjectRow, ids: readonly string[]): Promise<void> {
  const found = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.accountId, project.accountId),
        eq(documents.projectId, project.id),
        inArray(documents.id, [...ids]),
        isNull(documents.deletedAt),
      ),
    );
  if (found.length < new Set(ids).size) throw notFound("document");
}
