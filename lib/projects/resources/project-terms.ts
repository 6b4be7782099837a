import { db } from "@/db/client";
import { glossariesOf, termFinder } from "@/lib/glossaries/terms";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { TermFinder } from "@/lib/translation/protect-terms";

/** Finds the terms of a project's glossaries in its texts, for translating into a language. Undefined without glossaries. */
export async function projectTerms(project: ProjectRow, language: string): Promise<TermFinder | undefined> {
  const { id, accountId, sourceLanguage } = project;
  const glossaryIds = await glossariesOf(db(), accountId, id);
  return glossaryIds.length > 0 ? termFinder(db(), accountId, glossaryIds, sourceLanguage, language) : undefined;
}
