import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Caller } from "@/lib/identity/auth/caller";
import { changeOf } from "@/lib/projects/documents/changes";
import { storedSegments } from "@/lib/projects/documents/write-segments";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import type { BranchChanges } from "@/lib/schemas/branches";
import { type Paired, pairDocuments } from "./branch-documents";
import { requireBranch } from "./branches";
import { matchBranch } from "./match-branch";

/** What merging a branch now would change in main, by document. Throws 404. */
export async function branchChanges(caller: Caller, projectId: string, name: string): Promise<BranchChanges> {
  const project = await requireProject(caller, projectId);
  const branch = await requireBranch(project, name);
  const pairs = await pairDocuments(db(), project, branch);
  const translated = await countTranslated(branch);
  const documents: BranchChanges["documents"] = [];
  for (const pair of pairs)
    documents.push({
      documentId: pair.document.id,
      path: pair.document.path,
      change: kindOf(pair),
      segments: await countSegments(project, pair),
      translations: translated.get(pair.document.id) ?? 0,
    });
  return { documents };
}

function kindOf({ main, changedBy }: Paired): BranchChanges["documents"][number]["change"] {
  if (!main) return "added";
  if (changedBy === "both") return "conflict";
  return changedBy === "none" ? "unchanged" : "changed";
}

async function countSegments({ accountId }: ProjectRow, { document, main }: Paired) {
  const incoming = (await storedSegments(accountId, document.id)).filter(({ removed }) => !removed);
  const mainSegments = main ? await storedSegments(accountId, main.id) : [];
  const continued = matchBranch(mainSegments, incoming);
  const counts = { added: 0, changed: 0, unchanged: 0 };
  for (const [i, one] of incoming.entries()) counts[changeOf(one, continued[i] ?? null)] += 1;
  const taken = new Set(continued.flatMap((one) => one?.id ?? []));
  return { ...counts, removed: mainSegments.filter(({ id, removed }) => !removed && !taken.has(id)).length };
}

/** Number of texts translated in the branch, over all languages, by document. */
async function countTranslated({ accountId, id }: ProjectRow): Promise<ReadonlyMap<string, number>> {
  const rows = await db().execute<{ document_id: string; count: number }>(sql`
    select document_id, count(*)::int as count from translations
     where account_id = ${accountId} and project_id = ${id} and revision > coalesce(base_revision, 0) and text is not null
     group by document_id`);
  return new Map(rows.map(({ document_id, count }) => [document_id, count]));
}
