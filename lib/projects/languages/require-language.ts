import { asc, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projectLanguages } from "@/db/schema";
import { type FieldError, invalidRequest } from "@/lib/base/errors";
import type { ProjectRow } from "@/lib/projects/require-project";
import { matchLanguage, parseLanguage } from "@/lib/text/languages";

/** The target languages of a project, in order. */
export async function targetLanguages(projectId: string, tx: Transaction = db()): Promise<string[]> {
  const rows = await tx
    .select({ language: projectLanguages.language })
    .from(projectLanguages)
    .where(eq(projectLanguages.projectId, projectId))
    .orderBy(asc(projectLanguages.position));
  return rows.map(({ language }) => language);
}

/** The target language that a caller names. Throws 400 that lists the project's languages. */
export async function requireProjectLanguage(
  project: ProjectRow,
  input: string,
  tx: Transaction = db(),
): Promise<string> {
  const [language] = await requireProjectLanguages(project, [input], tx);
  return language!;
}

/**
 * Like {@link requireProjectLanguage}, for a list: each language once, in order. Reports every error with its index.
 */
export async function requireProjectLanguages(
  project: ProjectRow,
  inputs: readonly string[],
  tx: Transaction = db(),
  list?: string,
): Promise<string[]> {
  const known = await targetLanguages(project.id, tx);
  const found = inputs.map((input) => {
    const tag = parseLanguage(input);
    return tag && matchLanguage(tag, known);
  });
  const faults = found.flatMap((language, i): FieldError[] => {
    if (language) return [];
    const path = list === undefined ? "language" : `${list}.${i}`;
    const message = `The project has the target languages ${known.join(", ")}.`;
    return [{ path, code: "unsupported_language", message, suggestions: known }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
  return [...new Set(found.filter((language) => language !== null))];
}
