import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { glossaries, memories, projectGlossaries, projectMemories, projects } from "@/db/schema";
import { notFound } from "@/lib/base/errors";
import type { Person } from "@/lib/identity/auth/caller";
import { createDocument } from "@/lib/projects/documents/create-document";
import { deleteProject } from "@/lib/projects/edit-project";
import { patchLanguage } from "@/lib/projects/languages/languages";
import { createProject } from "@/lib/projects/projects";
import { CreateDocumentBody } from "@/lib/schemas/documents";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { CreateMemoryBody } from "@/lib/schemas/memories";
import { CreateProjectBody } from "@/lib/schemas/projects";
import { baseLanguage } from "@/lib/text/languages";
import { createTerm } from "@/lib/translation/glossaries/edit-terms";
import { createGlossary, deleteGlossary } from "@/lib/translation/glossaries/glossaries";
import { listLanguages } from "@/lib/translation/languages";
import { createMemory, deleteMemory } from "@/lib/translation/memory/memories";
import { createUnit } from "@/lib/translation/memory/units";
import { SAMPLE_PROJECT } from "@/lib/vocabulary/projects";
import { APP_STRINGS, BRAND, FILES, SAMPLE_LANGUAGES, TERMS, UNITS } from "./sample-content";

const SOURCE = "en";
const LANGUAGES = 2;
const DUE_DAYS = 7;

/** Names in the language of the person. */
export type SampleNames = { readonly project: string; readonly description: string; readonly resources: string };

/**
 * Creates the sample project of a workspace: three files in two languages, machine-translated, with some human
 * translations to review and its own glossary and memory, assigned to the caller. Returns the existing sample project
 * if there is one.
 */
export async function createSampleProject(caller: Person, names: SampleNames, tx: Transaction): Promise<string> {
  const existing = await findSample(caller, tx);
  if (existing) return existing.id;
  const targetLanguages = await sampleTargets(caller);
  const project = await createProject(
    caller,
    CreateProjectBody.parse({
      name: names.project,
      description: names.description,
      sourceLanguage: SOURCE,
      targetLanguages,
      externalId: SAMPLE_PROJECT,
      dueAt: new Date(Date.now() + DUE_DAYS * 86_400_000).toISOString(),
    }),
    tx,
  );
  const ids = { projectId: project.id, accountId: caller.accountId };
  const assigned = { translatorId: caller.userId, reviewerId: caller.userId };
  for (const language of targetLanguages) await patchLanguage(caller, project.id, language, assigned, tx);
  await linkResources(caller, ids, names.resources, tx);
  await addDocuments(caller, project.id, targetLanguages, tx);
  return project.id;
}

/** Removes the sample project, its glossary and its memory. Throws 404. */
export async function removeSampleProject(caller: Person): Promise<void> {
  const sample = await findSample(caller, db());
  if (!sample) throw notFound("sample project");
  const { id } = sample;
  // Deletes only resources that were created in the project's transaction; others may have been linked since.
  const linkedGlossaries = await db()
    .select({ id: glossaries.id })
    .from(projectGlossaries)
    .innerJoin(glossaries, eq(glossaries.id, projectGlossaries.glossaryId))
    .innerJoin(projects, eq(projects.id, projectGlossaries.projectId))
    .where(and(eq(projects.id, id), eq(glossaries.createdAt, projects.createdAt)));
  const linkedMemories = await db()
    .select({ id: memories.id })
    .from(projectMemories)
    .innerJoin(memories, eq(memories.id, projectMemories.memoryId))
    .innerJoin(projects, eq(projects.id, projectMemories.projectId))
    .where(and(eq(projects.id, id), eq(memories.createdAt, projects.createdAt), eq(memories.isDefault, false)));
  await deleteProject(caller, id);
  await db().transaction(async (tx) => {
    for (const one of linkedGlossaries) await deleteGlossary(caller, one.id, tx);
    for (const one of linkedMemories) await deleteMemory(caller, one.id, tx);
  });
}

async function findSample(caller: Person, tx: Transaction) {
  const [found] = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(
        eq(projects.accountId, caller.accountId),
        eq(projects.externalId, SAMPLE_PROJECT),
        isNull(projects.deletedAt),
      ),
    );
  return found;
}

/** The available languages among those of the content; the first ones of the list if none is available. */
async function sampleTargets(caller: Person): Promise<string[]> {
  const { languages } = await listLanguages(caller, {}).catch(() => ({ languages: [] }));
  const served = languages.find(({ code }) => code === SOURCE)?.targets ?? [];
  const found = SAMPLE_LANGUAGES.map((wanted) => served.find((code) => baseLanguage(code) === wanted));
  const usable = found.filter((code) => code !== undefined);
  return usable.length > 0 ? usable.slice(0, LANGUAGES) : SAMPLE_LANGUAGES.slice(0, LANGUAGES);
}

/** Adds a glossary, and a memory in place of the workspace's default memory, to which the sample must not write. */
async function linkResources(
  caller: Person,
  ids: { readonly projectId: string; readonly accountId: string },
  name: string,
  tx: Transaction,
): Promise<void> {
  const memory = await createMemory(caller, CreateMemoryBody.parse({ name, sourceLanguage: SOURCE }), tx);
  for (const { source, targets } of UNITS)
    for (const [language, target] of Object.entries(targets))
      await createUnit(caller, memory.id, { source, target, language, reviewed: true }, tx);
  await tx.delete(projectMemories).where(eq(projectMemories.projectId, ids.projectId));
  await tx.insert(projectMemories).values({ ...ids, memoryId: memory.id, position: 0, canWrite: true });

  const glossary = await createGlossary(caller, { name, sourceLanguage: SOURCE }, tx);
  for (const { source, targets } of TERMS) {
    const given = Object.entries(targets).map(([language, text]) => ({ language, text }));
    await createTerm(caller, glossary.id, CreateTermBody.parse({ source, targets: given }), tx);
  }
  await createTerm(caller, glossary.id, CreateTermBody.parse({ source: BRAND, doNotTranslate: true }), tx);
  await tx.insert(projectGlossaries).values({ ...ids, glossaryId: glossary.id, position: 0 });
}

async function addDocuments(
  caller: Person,
  projectId: string,
  targetLanguages: readonly string[],
  tx: Transaction,
): Promise<void> {
  const language = targetLanguages[0]!;
  const segments = APP_STRINGS.map(({ targets, ...string }) => {
    const target = targets?.[baseLanguage(language)];
    return target === undefined ? string : { ...string, target };
  });
  const add = (body: unknown) =>
    createDocument(caller, projectId, { file: null, fields: undefined, body: CreateDocumentBody.parse(body) }, tx);
  await add({ name: "app/strings", segments, language });
  for (const [name, content] of Object.entries(FILES)) await add({ name, content });
}
