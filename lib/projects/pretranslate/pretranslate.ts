import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { AppError, invalidRequest } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireDocuments } from "@/lib/projects/documents/require-documents";
import { requireProjectLanguages, targetLanguages } from "@/lib/projects/languages/require-language";
import { type ProjectRow, requireProject } from "@/lib/projects/require-project";
import type { Job } from "@/lib/schemas/jobs";
import type { PretranslateBody } from "@/lib/schemas/pretranslate";
import { requireProtect } from "@/lib/translation/glossaries/protect-patterns";
import { canTranslate, noRoute, resolvePair } from "@/lib/translation/languages";
import { optionsIn } from "@/lib/translation/resources";
import { roleAllows } from "@/lib/vocabulary/rights";
import { getJobs } from "@/lib/work/jobs/jobs";
import { type PretranslateRequest, sendPretranslate } from "./send";

/**
 * Pretranslates a project, or its segments that match a filter, from memories and engines, with one job per language.
 * Starts a draft project. Throws 400 for languages, and for pairs without an engine if one is required; 403 for
 * overwriting everything; 404; 409 for an inactive project.
 */
export async function pretranslate(
  caller: Caller,
  projectId: string,
  request: Request,
  tx: Transaction,
): Promise<{ jobs: Job[] }> {
  const { overwrite } = request;
  await requireProject(caller, projectId, tx);
  if (overwrite === "all" && !roleAllows(caller.role, "manager"))
    throw new AppError("forbidden", `Overwriting everything requires the role manager; yours is ${caller.role}.`, {
      required: "manager",
      granted: caller.role,
    });
  const ids = await changeProject(tx, { ...asCaller(caller), projectId }, (change) => queueIn(change, caller, request));
  return { jobs: await getJobs(caller, ids, tx) };
}

type Request = z.output<typeof PretranslateBody> & Pick<PretranslateRequest, "filter">;

async function queueIn(change: ProjectChange, caller: Caller, request: Request): Promise<readonly string[]> {
  const { tx, project } = change;
  const { languages: named, documents: documentIds, filter, method, overwrite, engine } = request;
  const languages = named
    ? await requireProjectLanguages(project, named, tx, "languages")
    : await targetLanguages(project.id, tx);
  if (engine !== undefined || !method.includes("tm")) await requireEngines(caller, project, languages, engine);
  if (documentIds) await requireDocuments(tx, project, documentIds);
  requireProtect(request.protect);
  change.start();
  return sendPretranslate(
    tx,
    project,
    {
      languages,
      method: [...new Set(method)],
      overwrite,
      ...(documentIds ? { documentIds } : {}),
      ...(filter ? { filter } : {}),
      ...(engine === undefined ? {} : { engine }),
      options: optionsIn(request),
    },
    change.actor,
  );
}

async function requireEngines(
  { localOnly }: Caller,
  { sourceLanguage }: ProjectRow,
  languages: readonly string[],
  engine: string | undefined,
): Promise<void> {
  for (const language of languages) {
    if (!(await canTranslate(sourceLanguage, language, { localOnly })))
      throw invalidRequest([{ ...(await noRoute(sourceLanguage, language, { localOnly })), path: "languages" }]);
    if (engine !== undefined) await resolvePair(sourceLanguage, language, { localOnly, engine });
  }
}
