import { db } from "@/db/client";
import type { ProjectRow } from "@/lib/projects/project-row";
import { glossariesOf, openTerms } from "@/lib/translation/glossaries/terms";
import { glossaryForEngine } from "@/lib/translation/protect-terms";
import type { Work } from "@/lib/translation/translate-segments";

/** The project's glossary terms for a language, for the engines. */
export async function projectTerms(project: ProjectRow, language: string): Promise<Pick<Work, "terms" | "glossary">> {
  const { id, accountId, sourceLanguage } = project;
  const glossaryIds = await glossariesOf(db(), accountId, id);
  if (glossaryIds.length === 0) return {};
  const { find, all } = await openTerms(db(), accountId, glossaryIds, sourceLanguage, language);
  return { terms: find, glossary: glossaryForEngine(glossaryIds, all) };
}
