import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { Transaction } from "@/db/client";
import { projectLanguages, projectMemories, projects } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { AppError, type FieldError, invalidRequest } from "@/lib/errors";
import { actorOf } from "@/lib/events/actor";
import { recordEvent } from "@/lib/events/record";
import { newId } from "@/lib/ids";
import { defaultMemory } from "@/lib/memory/default-memory";
import type { CreateProjectBody, Project } from "@/lib/schemas/projects";
import { canTranslate, requireKnownLanguage } from "@/lib/translation/languages";
import { getProject } from "./project-view";

/**
 * Creates a project in the state `draft`. Languages need only be known: a pair that no engine translates is refused
 * for `mt_only` alone, and becomes the blocker `no_machine_translation` elsewhere.
 */
export async function createProject(
  caller: Caller,
  input: z.output<typeof CreateProjectBody>,
  tx: Transaction,
): Promise<Project> {
  const { source, targets } = await checkLanguages(caller, input);
  const [row] = await tx
    .insert(projects)
    .values({
      id: newId("project"),
      accountId: caller.accountId,
      externalId: input.externalId ?? null,
      name: input.name,
      description: input.description ?? "",
      sourceLanguage: source,
      workflow: input.workflow,
      dueAt: input.dueAt ? new Date(input.dueAt) : null,
      settings: input.settings ?? {},
      metadata: input.metadata,
      createdBy: caller.userId ?? caller.keyId,
    })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw (await externalIdTaken(caller, input.externalId ?? "", tx)) ?? new Error("The project was not written");
  await tx
    .insert(projectLanguages)
    .values(
      targets.map((language, position) => ({ projectId: row.id, accountId: caller.accountId, language, position })),
    );
  const memoryId = await defaultMemory(tx, caller.accountId, source);
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

async function checkLanguages(
  caller: Caller,
  input: z.output<typeof CreateProjectBody>,
): Promise<{ source: string; targets: string[] }> {
  const faults: FieldError[] = [];
  const read = (tag: string, path: string): string | null => {
    try {
      return requireKnownLanguage(tag, path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push(...(error.details.errors as FieldError[]));
      return null;
    }
  };
  const source = read(input.sourceLanguage, "sourceLanguage");
  const targets = input.targetLanguages.map((tag, i) => read(tag, `targetLanguages.${i}`));
  for (const [i, target] of targets.entries()) {
    const path = `targetLanguages.${i}`;
    if (target === null) continue;
    if (target === source)
      faults.push({ path, code: "same_language", message: "A target language must differ from the source." });
    else if (targets.indexOf(target) < i)
      faults.push({ path, code: "duplicate", message: "Each target language must stand once." });
    else if (source && input.workflow === "mt_only" && !(await canTranslate(source, target, caller)))
      faults.push(unsupportedPair(path));
  }
  if (faults.length > 0 || !source) throw invalidRequest(faults);
  return { source, targets: targets as string[] };
}

/** The fault of a target language that nobody but a machine would translate into, and none can. */
export function unsupportedPair(path: string): FieldError {
  const message = "No engine here translates this pair, which the workflow mt_only needs.";
  return { path, code: "unsupported_pair", message };
}

/** The 409 for an external id that another project has; null while it is free. */
export async function externalIdTaken(caller: Caller, externalId: string, tx: Transaction): Promise<AppError | null> {
  const [row] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(eq(projects.accountId, caller.accountId), eq(projects.externalId, externalId), isNull(projects.deletedAt)),
    );
  return row
    ? new AppError("conflict", "Another project of this account has this externalId.", {
        reason: "external_id_taken",
        projectId: row.id,
      })
    : null;
}
