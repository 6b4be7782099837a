import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { memories, projectMemories } from "@/db/schema";
import { type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { followLinks } from "@/lib/projects/branches/follow-main";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireProject } from "@/lib/projects/require-project";
import type { ProjectMemories, PutProjectMemoriesBody } from "@/lib/schemas/memories";
import { baseLanguage } from "@/lib/text/languages";
import { actorOf } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";

/** The memories that a project reads, in order. Throws 404. */
export async function listLinkedMemories(
  caller: Caller,
  projectId: string,
  tx: Transaction = db(),
): Promise<ProjectMemories> {
  await requireProject(caller, projectId, tx);
  const rows = await tx
    .select({
      memoryId: memories.id,
      name: memories.name,
      sourceLanguage: memories.sourceLanguage,
      penalty: memories.penalty,
      units: memories.units,
      canWrite: projectMemories.canWrite,
    })
    .from(projectMemories)
    .innerJoin(memories, eq(memories.id, projectMemories.memoryId))
    .where(and(eq(projectMemories.accountId, caller.accountId), eq(projectMemories.projectId, projectId)))
    .orderBy(asc(projectMemories.position), asc(memories.id));
  return { memories: rows };
}

/**
 * Replaces the list of memories that a project reads, and sets the memory to which it writes. Throws 400 for a memory
 * of another source language and for more than one to write to, 404 for an unknown one, 409 for an archived project.
 */
export async function linkMemories(
  caller: Caller,
  projectId: string,
  { memories: wanted }: z.output<typeof PutProjectMemoriesBody>,
): Promise<ProjectMemories> {
  const target = { ...asCaller(caller), projectId, allowCancelled: true };
  const link = async ({ tx, project }: ProjectChange) => {
    const ids = wanted.map(({ memoryId }) => memoryId);
    const known = await tx
      .select({ id: memories.id, sourceLanguage: memories.sourceLanguage })
      .from(memories)
      .where(and(eq(memories.accountId, caller.accountId), inArray(memories.id, ids), isNull(memories.deletedAt)))
      // If a memory is being deleted, waits for that, so that it is not linked.
      .for("share");
    const languages = new Map(known.map(({ id, sourceLanguage }) => [id, sourceLanguage]));
    if (ids.some((id) => !languages.has(id))) throw notFound("translation memory");
    refuseFaults(wanted, (id) => baseLanguage(languages.get(id)!) === baseLanguage(project.sourceLanguage));

    await tx
      .delete(projectMemories)
      .where(and(eq(projectMemories.accountId, caller.accountId), eq(projectMemories.projectId, projectId)));
    if (wanted.length > 0)
      await tx
        .insert(projectMemories)
        .values(wanted.map((one, position) => ({ ...one, position, projectId, accountId: caller.accountId })));
    await followLinks(tx, project, "memories");
    await recordEvent(tx, {
      accountId: caller.accountId,
      projectId,
      type: "project.updated",
      actor: actorOf(caller),
      data: { fields: ["memories"] },
    });
    return listLinkedMemories(caller, projectId, tx);
  };
  return db().transaction((tx) => changeProject(tx, target, link));
}

function refuseFaults(
  wanted: z.output<typeof PutProjectMemoriesBody>["memories"],
  fits: (memoryId: string) => boolean,
): void {
  const faults: FieldError[] = [];
  for (const [i, { memoryId, canWrite }] of wanted.entries()) {
    const path = `memories.${i}`;
    if (wanted.findIndex((one) => one.memoryId === memoryId) < i)
      faults.push({ path: `${path}.memoryId`, code: "duplicate", message: "Duplicate memory." });
    else if (!fits(memoryId))
      faults.push({
        path: `${path}.memoryId`,
        code: "unsupported_language",
        reason: "other_source_language",
        message: "The memory has a different source language than the project.",
      });
    if (canWrite && wanted.findIndex((one) => one.canWrite) < i)
      faults.push({
        path: `${path}.canWrite`,
        code: "duplicate",
        reason: "second_written_memory",
        message: "A project can add its texts to at most one memory.",
      });
  }
  if (faults.length > 0) throw invalidRequest(faults);
}
