import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { glossaries, memories, projectMemories, projects } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Background, TranslationOptions } from "@/lib/engines/engine";
import type { Caller } from "@/lib/identity/auth/caller";
import { type ProjectSettings, settingsOf } from "@/lib/schemas/projects";
import { glossaryOf } from "./glossaries/glossaries";
import { requireProtect } from "./glossaries/protect-patterns";
import { glossariesOf } from "./glossaries/terms";

export type { TranslationOptions } from "@/lib/engines/engine";

/** The glossaries and the project named by a request; only DeepL's API accepts several glossaries. */
export type Named = {
  readonly glossaryId?: string | undefined;
  readonly glossaryIds?: readonly string[] | undefined;
  readonly projectId?: string | undefined;
  /** Patterns in the request itself. */
  readonly protect?: readonly string[] | undefined;
  /** False to ignore the project's memories. */
  readonly memories?: boolean | undefined;
};

/** What a project tells engines about its texts; options of a request take precedence. */
export type ProjectVoice = {
  readonly background: Background;
  readonly formality?: TranslationOptions["formality"];
  readonly protect?: readonly string[];
};

/** Resources for looking up and checking a text. */
export type Resources = {
  readonly accountId: string;
  /** In order of precedence. */
  readonly glossaryIds: readonly string[];
  readonly memories: readonly { readonly id: string; readonly sourceLanguage: string }[];
  readonly voice?: ProjectVoice | undefined;
  /** Patterns of these glossaries. */
  readonly protect?: readonly string[];
};

/** The resources named by a request. Throws 404 for a glossary or project outside the account. */
export async function requireResources(caller: Caller, named: Named, tx: Transaction = db()): Promise<Resources> {
  const { accountId } = caller;
  requireProtect(named.protect);
  for (const id of namedGlossaries(named)) if (!(await hasGlossary(tx, accountId, id))) throw notFound("glossary");
  if (named.projectId !== undefined && !(await hasProject(tx, accountId, named.projectId))) throw notFound("project");
  return resourcesOf(accountId, named, tx);
}

/** The resources of an earlier request that still exist; a glossary takes precedence over those of the project. */
export async function resourcesOf(accountId: string, named: Named, tx: Transaction = db()): Promise<Resources> {
  const { projectId, memories: usesMemories = true } = named;
  const linked = projectId ? await glossariesOf(tx, accountId, projectId) : [];
  const remembered = projectId && usesMemories ? await projectMemoriesOf(tx, accountId, projectId) : [];
  const voice = projectId ? await projectVoice(tx, accountId, projectId) : undefined;
  const ids = [...new Set([...namedGlossaries(named), ...linked])];
  return { accountId, glossaryIds: ids, memories: remembered, voice, protect: await protectedBy(tx, accountId, ids) };
}

/** The patterns of glossaries. */
export async function protectedBy(tx: Transaction, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ protect: glossaries.protect })
    .from(glossaries)
    .where(and(eq(glossaries.accountId, accountId), inArray(glossaries.id, [...ids])));
  return rows.flatMap(({ protect }) => protect);
}

function namedGlossaries({ glossaryId, glossaryIds = [] }: Named): readonly string[] {
  return glossaryId === undefined ? glossaryIds : [glossaryId, ...glossaryIds];
}

async function hasGlossary(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const rows = await tx.select({ id: glossaries.id }).from(glossaries).where(glossaryOf(accountId, id));
  return rows.length > 0;
}

async function hasProject(tx: Transaction, accountId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.accountId, accountId), eq(projects.id, id), isNull(projects.deletedAt)));
  return rows.length > 0;
}

async function projectVoice(tx: Transaction, accountId: string, id: string): Promise<ProjectVoice | undefined> {
  const [project] = await tx
    .select({
      name: projects.name,
      description: projects.description,
      settings: projects.settings,
      protect: projects.protect,
    })
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

/** The project's tone is only preferred: if required, engines without formality would add a warning to every text. */
export function voiceOf(project: {
  readonly name: string;
  readonly description: string;
  readonly settings: Partial<ProjectSettings>;
  readonly protect: readonly string[];
}): ProjectVoice {
  const { formality, instructions } = settingsOf(project);
  return {
    background: {
      title: project.name,
      ...(project.description ? { about: project.description } : {}),
      ...(instructions ? { instructions } : {}),
    },
    ...(formality === "default" ? {} : { formality: `prefer_${formality}` }),
    protect: project.protect,
  };
}

/** The options in a request, without omitted and default ones. */
export function optionsIn({
  context,
  formality,
  instructions,
  protect,
}: {
  readonly [Name in keyof TranslationOptions]?: TranslationOptions[Name] | undefined;
}): TranslationOptions {
  return {
    ...(context ? { context } : {}),
    ...(formality && formality !== "default" ? { formality } : {}),
    ...(instructions ? { instructions } : {}),
    ...(protect && protect.length > 0 ? { protect } : {}),
  };
}

/** A request's options, with those of its project where the request has none. */
export function withVoice(options: TranslationOptions, voice: ProjectVoice | undefined): TranslationOptions {
  const protect = [...(options.protect ?? []), ...(voice?.protect ?? [])];
  return {
    ...options,
    ...(voice?.formality && !options.formality ? { formality: voice.formality } : {}),
    ...(protect.length > 0 ? { protect } : {}),
  };
}
