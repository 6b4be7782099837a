import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { projectLanguages, projects } from "@/db/schema";

export type Pair = { readonly source: string; readonly target: string };

/** Limit of pairs: measuring each costs about 280 characters. */
const MAX_PAIRS = 10;

/** The language pairs of an account's projects, newest projects first. */
export async function projectPairs(accountId: string): Promise<readonly Pair[]> {
  const rows = await db()
    .select({ source: projects.sourceLanguage, target: projectLanguages.language })
    .from(projects)
    .innerJoin(projectLanguages, eq(projectLanguages.projectId, projects.id))
    .where(and(eq(projects.accountId, accountId), isNull(projects.branchOf), isNull(projects.deletedAt)))
    .orderBy(desc(projects.id), projectLanguages.position)
    .limit(500);
  const pairs = new Map(rows.map((pair) => [`${pair.source} ${pair.target}`, pair]));
  return [...pairs.values()].slice(0, MAX_PAIRS);
}
