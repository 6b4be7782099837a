import { asc, eq } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { projectLanguages } from "@/db/schema";
import { invalidRequest } from "@/lib/errors";
import { matchLanguage, parseLanguage } from "@/lib/text/languages";
import type { ProjectRow } from "./lock";

/** The target language of a project that a caller names. Throws 400 with those that it has. */
export async function requireProjectLanguage(
  project: ProjectRow,
  input: string,
  tx: Transaction = db(),
): Promise<string> {
  const [language] = await requireProjectLanguages(project, [input], tx);
  return language!;
}

/** As {@link requireProjectLanguage} for several; their order is kept. */
export async function requireProjectLanguages(
  project: ProjectRow,
  inputs: readonly string[],
  tx: Transaction = db(),
): Promise<string[]> {
  const rows = await tx
    .select({ language: projectLanguages.language })
    .from(projectLanguages)
    .where(eq(projectLanguages.projectId, project.id))
    .orderBy(asc(projectLanguages.position));
  const known = rows.map(({ language }) => language);
  return inputs.map((input) => {
    const tag = parseLanguage(input);
    const found = tag && matchLanguage(tag, known);
    if (found) return found;
    throw invalidRequest([
      {
        path: "language",
        code: "unsupported_language",
        message: `The project has the target languages ${known.join(", ")}.`,
        suggestions: known,
      },
    ]);
  });
}
