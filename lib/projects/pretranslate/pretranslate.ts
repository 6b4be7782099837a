import type { z } from "zod";
import type { Transaction } from "@/db/client";
import type { Caller } from "@/lib/auth/caller";
import { roleAllows } from "@/lib/auth/scopes";
import { AppError, invalidRequest } from "@/lib/errors";
import { getJobs } from "@/lib/jobs/jobs";
import { actorOf } from "@/lib/projects/actor";
import { requireDocuments } from "@/lib/projects/documents/require-documents";
import { targetLanguages } from "@/lib/projects/documents/target-languages";
import { lockProject, type ProjectRow } from "@/lib/projects/lock";
import { requireProjectLanguage } from "@/lib/projects/require-language";
import { requireProject } from "@/lib/projects/require-project";
import { settleProject } from "@/lib/projects/settle";
import type { Job } from "@/lib/schemas/jobs";
import type { PretranslateBody } from "@/lib/schemas/pretranslate";
import { canTranslate } from "@/lib/translation/languages";
import { sendPretranslate } from "./send";

/**
 * Has a project filled from memories and by machine, with one job for each language; a project that waits to be started is
 * started. Throws 400 for languages and for pairs that no engine translates when nothing else is asked for, 403 for
 * overwriting everything, 404, 409 for a project at rest.
 */
export async function pretranslate(
  caller: Caller,
  projectId: string,
  { languages: named, documents: documentIds, method, overwrite }: z.output<typeof PretranslateBody>,
  tx: Transaction,
): Promise<{ jobs: Job[] }> {
  await requireProject(caller, projectId, tx);
  if (overwrite === "all" && !roleAllows(caller.role, "manager"))
    throw new AppError("forbidden", `To overwrite everything needs the role manager; yours is ${caller.role}.`, {
      required: "manager",
      granted: caller.role,
    });
  const project = await lockProject(tx, caller.accountId, projectId);
  const languages = named ? await requireLanguages(tx, project, named) : await targetLanguages(projectId, tx);
  if (!method.includes("tm")) await requireEngines(caller, project, languages);
  if (documentIds) await requireDocuments(tx, project, documentIds);
  const ids = await sendPretranslate(
    tx,
    project,
    { languages, method: [...new Set(method)], overwrite, ...(documentIds ? { documentIds } : {}) },
    actorOf(caller),
  );
  await settleProject(tx, project, actorOf(caller), { start: true, contentChanged: false });
  return { jobs: await getJobs(caller, ids, tx) };
}

async function requireLanguages(tx: Transaction, project: ProjectRow, named: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const input of named) found.push(await requireProjectLanguage(project, input, tx));
  return [...new Set(found)];
}

async function requireEngines(caller: Caller, project: ProjectRow, languages: readonly string[]): Promise<void> {
  for (const language of languages) {
    if (await canTranslate(project.sourceLanguage, language, caller)) continue;
    throw invalidRequest([
      {
        path: "languages",
        code: "unsupported_pair",
        message: `No engine here translates from ${project.sourceLanguage} to ${language}.`,
      },
    ]);
  }
}
