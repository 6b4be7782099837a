import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { documents, documentVersions } from "@/db/schema";
import { findByPath } from "@/lib/projects/documents/documents";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import type { ProjectRow } from "@/lib/projects/require-project";

/** A document of a branch with its counterpart in main; null if main has none. */
export type Paired = {
  readonly document: DocumentRow;
  readonly main: DocumentRow | null;
  /** Who has changed the content since the branch was created. `both`: in different ways. */
  readonly changedBy: "branch" | "none" | "both";
};

/** The readable documents of a branch, in order of creation. */
export async function pairDocuments(tx: Transaction, main: ProjectRow, branch: ProjectRow): Promise<Paired[]> {
  const rows = await tx
    .select()
    .from(documents)
    .where(
      and(eq(documents.accountId, branch.accountId), eq(documents.projectId, branch.id), isNull(documents.deletedAt)),
    )
    .orderBy(asc(documents.id));
  const pairs: Paired[] = [];
  for (const document of rows) if (document.currentVersion > 0) pairs.push(await pairDocument(tx, main, document));
  return pairs;
}

/** {@link pairDocuments} for one document. */
export async function pairDocument(tx: Transaction, main: ProjectRow, document: DocumentRow): Promise<Paired> {
  const mainDocument = (await baseOf(tx, main, document)) ?? (await findByPath(main, document.path, tx)) ?? null;
  if (!mainDocument) return { document, main: null, changedBy: "branch" };
  const hashes = await tx
    .select({ documentId: documentVersions.documentId, number: documentVersions.number, sha: documentVersions.sha256 })
    .from(documentVersions)
    .where(inArray(documentVersions.documentId, [document.id, mainDocument.id]));
  const sha = ({ id, currentVersion }: DocumentRow) =>
    hashes.find((one) => one.documentId === id && one.number === currentVersion)?.sha.toString("hex");
  if (sha(document) === sha(mainDocument)) return { document, main: mainDocument, changedBy: "none" };
  const isMainAsItWas = document.baseId === mainDocument.id && document.baseVersion === mainDocument.currentVersion;
  return { document, main: mainDocument, changedBy: isMainAsItWas ? "branch" : "both" };
}

async function baseOf(tx: Transaction, main: ProjectRow, { baseId }: DocumentRow): Promise<DocumentRow | undefined> {
  if (!baseId) return undefined;
  const [row] = await tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.accountId, main.accountId),
        eq(documents.projectId, main.id),
        eq(documents.id, baseId),
        isNull(documents.deletedAt),
      ),
    );
  return row;
}
