import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { createDocument, type DocumentUpload, requireFreePath } from "@/lib/projects/documents/create-document";
import { requireProject } from "@/lib/projects/require-project";
import type { ProjectDocument } from "@/lib/schemas/documents";
import { openBranch } from "./open-branch";

/** `createDocument`, in a branch if one is named. The path must then be unused in main, too. */
export async function createInBranch(
  caller: Caller,
  projectId: string,
  branch: string | undefined,
  sent: DocumentUpload,
  tx: Transaction,
): Promise<ProjectDocument> {
  if (branch === undefined) return createDocument(caller, projectId, sent, tx);
  const path = sent.body?.name ?? sent.fields?.path ?? sent.file?.fileName;
  if (path) await requireFreePath(tx, await requireProject(caller, projectId, tx), path);
  const { id } = await openBranch(caller, projectId, branch, tx);
  return createDocument(caller, id, sent, tx);
}
