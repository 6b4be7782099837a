import { db } from "@/db/client";
import { glossariesOf, termFinder } from "@/lib/glossaries/terms";
import type { ProjectRow } from "@/lib/projects/project-row";
import type { TermFinder } from "@/lib/translation/protect-terms";

/** A finder of the project's glossary terms for a language. Undefined without glossaries. */
export async function projectTerms(project: ProjectRow, language: string): Promise<TermFinder | undefined> {
  const { id, accountId, sourceLanguage } = project;
  const glossaryIds = await glossariesOf(db(), accountId, id);
  return glossaryIds.length > 0 ? termFinder(db(), accountId, glossaryIds, sourceLanguage, language) : undefined;
}
