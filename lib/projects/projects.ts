import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { projectLanguages, projectMemories, projects } from "@/db/schema";
import { AppError, type FieldError, invalidRequest } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { type CreateProjectBody, MAX_LANGUAGES, type Project } from "@/lib/schemas/projects";
import { namesByLanguage, spelledNames } from "@/lib/text/language-codes";
import { parseLanguage } from "@/lib/text/languages";
import { canTranslate, noRoute } from "@/lib/translation/languages";
import { defaultMemory } from "@/lib/translation/memory/default-memory";
import { actorOf } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import { requireDistinctNames } from "./languages/require-names";
import { getProject } from "./project-view";
import { requirePatterns } from "./require-patterns";

/**
 * Creates a project with status `draft`. Its languages must exist, but need no engine: a pair without an engine is
 * rejected only for the workflow `mt_only`; otherwise it becomes the blocker `no_machine_translation`.
 */
export async function createProject(
  caller: Caller,
  input: z.output<typeof CreateProjectBody>,
  tx: Transaction,
): Promise<Project> {
  const faults = await languageFaults(caller, input);
  if (faults.length > 0) throw invalidRequest(faults);
  requirePatterns(input);
  const languageCodes = {
    ...spelledNames(input.targetLanguages),
    ...namesByLanguage(input.settings?.languageCodes ?? {}),
    ...input.languageNames,
  };
  requireDistinctNames(languageCodes, input.sourceLanguage);
  const [row] = await tx
    .insert(projects)
    .values({
      id: newId("project"),
      accountId: caller.accountId,
      externalId: input.externalId ?? null,
      name: input.name,
      description: input.description ?? "",
      sourceLanguage: input.sourceLanguage,
      workflow: input.workflow,
      dueAt: input.dueAt ? new Date(input.dueAt) : null,
      settings: { ...input.settings, ...(Object.keys(languageCodes).length > 0 ? { languageCodes } : {}) },
      protect: input.protect ?? [],
      metadata: input.metadata,
      createdBy: caller.userId ?? caller.keyId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw (await externalIdTaken(caller, input.externalId ?? "", tx)) ?? new Error("The project was not written");
  await tx.insert(projectLanguages).values(
    input.targetLanguages.map((spelling, position) => ({
      projectId: row.id,
      accountId: caller.accountId,
      language: parseLanguage(spelling) ?? spelling,
      position,
    })),
  );
  const memoryId = await defaultMemory(tx, caller.accountId, input.sourceLanguage);
  await tx
    .insert(projectMemories)
    .values({ projectId: row.id, memoryId, accountId: caller.accountId, position: 0, canWrite: true });
  await recordEvent(tx, {
    accountId: caller.accountId,
    projectId: row.id,
    type: "project.created",
    actor: actorOf(caller),
    data: {},
  });
  return getProject(caller, row.id, tx);
}

/** Errors in the combination of a new project's languages. Ignores invalid tags, which the format check reports. */
export async function languageFaults(
  caller: Caller,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly FieldError[]> {
  const tagOf = (value: unknown) => (typeof value === "string" ? parseLanguage(value) : null);
  const source = tagOf(given.sourceLanguage);
  const targets = Array.isArray(given.targetLanguages) ? given.targetLanguages.slice(0, MAX_LANGUAGES).map(tagOf) : [];
  const faults: FieldError[] = [];
  for (const [i, target] of targets.entries()) {
    const path = `targetLanguages.${i}`;
    if (target === null) continue;
    if (target === source)
      faults.push({ path, code: "same_language", message: "A target language must differ from the source." });
    else if (targets.indexOf(target) < i)
      faults.push({ path, code: "duplicate", message: "The target language is repeated." });
    else if (source && given.workflow === "mt_only" && !(await canTranslate(source, target, caller)))
      faults.push(await unsupportedPair(path, source, target, caller));
  }
  return faults;
}

/** The error for a target language without an engine in a machine-only workflow. */
export async function unsupportedPair(path: string, source: string, target: string, caller: Caller) {
  const message = "The workflow mt_only needs an engine for this pair, and this server has none.";
  return { ...(await noRoute(source, target, caller)), path, message };
}

/** The 409 for an external id that another project has; null if it is unused. */
export async function externalIdTaken(caller: Caller, externalId: string, tx: Transaction): Promise<AppError | null> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.accountId, caller.accountId), eq(projects.externalId, externalId), isNull(projects.deletedAt)),
    );
  return row
    ? new AppError("conflict", "Another project already has this externalId.", {
        reason: "external_id_taken",
        projectId: row.id,
      })
    : null;
}
