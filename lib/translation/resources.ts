import { and, asc, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { glossaries, memories, projectMemories, projects } from "@/db/schema";
import type { Caller } from "@/lib/auth/caller";
import { notFound } from "@/lib/errors";
import { glossariesOf } from "@/lib/glossaries/terms";
import { isId } from "@/lib/ids";
import { type ProjectVoice, voiceOf } from "./project-voice";

/** The glossary and project named by a request; DeepL's API takes several glossaries. */
export type Named = {
  readonly glossaryId?: string | undefined;
  readonly glossaryIds?: readonly string[] | undefined;
  readonly projectId?: string | undefined;
};

/** Resources for looking up and checking a text. */
export type Resources = {
  readonly accountId: string;
  /** In order of precedence. */
  readonly glossaryIds: readonly string[];
  readonly memories: readonly { readonly id: string; readonly sourceLanguage: string }[];
  readonly voice?: ProjectVoice | undefined;
};

/** The resources named by a request. Throws 404 for a glossary or project outside the account. */
export async function requireResources(caller: Caller, named: Named, tx: Transaction = db()): Promise<Resources> {
  const { accountId } = caller;
  for (const id of namedGlossaries(named)) if (!(await hasGlossary(tx, accountId, id))) throw notFound("glossary");
  if (named.projectId !== undefined && !(await hasProject(tx, accountId, named.projectId))) throw notFound("project");
  return resourcesOf(accountId, named, tx);
}

/** The still existing resources of an earlier request; a glossary precedes those of the project. */
export async function resourcesOf(accountId: string, named: Named, tx: Transaction = db()): Promise<Resources> {
  const { projectId } = named;
  const linked = projectId ? await glossariesOf(tx, accountId, projectId) : [];
  const remembered = projectId ? await projectMemoriesOf(tx, accountId, projectId) : [];
  const voice = projectId ? await projectVoice(tx, accountId, projectId) : undefined;
  const ids = [...new Set([...namedGlossaries(named), ...linked])];
  return { accountId, glossaryIds: ids, memories: remembered, voice };
}

function namedGlossaries({ glossaryId, glossaryIds = [] }: Named): readonly string[] {
  return glossaryId === undefined ? glossaryIds : [glossaryId, ...glossaryIds];
}

async function hasGlossary(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  if (!isId("glossary", id)) return false;
  const rows = await tx
    .select({ id: glossaries.id })
    .from(glossaries)
    .where(and(eq(glossaries.accountId, accountId), eq(glossaries.id, id)));
  return rows.length > 0;
}

async function hasProject(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  if (!isId("project", id)) return false;
  const rows = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, id), isNull(projects.deletedAt)));
  return rows.length > 0;
}

async function projectVoice(tx: Transaction, accountId: string, id: string): Promise<ProjectVoice | undefined> {
  const [project] = await tx
    .select({ name: projects.name, description: projects.description, settings: projects.settings })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, id)));
  return project && voiceOf(project);
}

function projectMemoriesOf(tx: Transaction, accountId: string, projectId: string) {
  return tx
    .select({ id: memories.id, sourceLanguage: memories.sourceLanguage })
    .from(projectMemories)
    .innerJoin(memories, eq(memories.id, projectMemories.memoryId))
    .where(and(eq(projectMemories.accountId, accountId), eq(projectMemories.projectId, projectId)))
    .orderBy(asc(projectMemories.position));
}
