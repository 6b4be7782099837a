import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { glossaries, projectGlossaries } from "@/db/schema";
import { type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { followLinks } from "@/lib/projects/branches/follow-main";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { type ProjectRow, requireProject } from "@/lib/projects/require-project";
import type { ProjectGlossaries, PutProjectGlossariesBody } from "@/lib/schemas/glossaries";
import { baseLanguage } from "@/lib/text/languages";
import { glossariesOf, openTerms } from "@/lib/translation/glossaries/terms";
import { glossaryForEngine } from "@/lib/translation/protect-terms";
import { protectedBy, type TranslationOptions, voiceOf, withVoice } from "@/lib/translation/resources";
import type { Work } from "@/lib/translation/translate-segments";
import { actorOf } from "@/lib/work/events/actor";
import { recordEvent } from "@/lib/work/events/record";
import { sendRecheckOfTerms } from "@/lib/work/jobs/recheck";

/** The glossaries that a project uses, in order. Throws 404. */
export async function listLinkedGlossaries(
  caller: Caller,
  projectId: string,
  tx: Transaction = db(),
): Promise<ProjectGlossaries> {
  await requireProject(caller, projectId, tx);
  const rows = await tx
    .select({
      glossaryId: glossaries.id,
      name: glossaries.name,
      sourceLanguage: glossaries.sourceLanguage,
      terms: glossaries.terms,
    })
    .from(projectGlossaries)
    .innerJoin(glossaries, eq(glossaries.id, projectGlossaries.glossaryId))
    .where(and(eq(projectGlossaries.accountId, caller.accountId), eq(projectGlossaries.projectId, projectId)))
    .orderBy(asc(projectGlossaries.position), asc(glossaries.id));
  return { glossaries: rows };
}

/**
 * Replaces the list of a project's glossaries, and checks its texts again. Throws 400 for a glossary of another source
 * language, 404 for an unknown one, 409 for an archived project.
 */
export async function linkGlossaries(
  caller: Caller,
  projectId: string,
  { glossaries: wanted }: z.output<typeof PutProjectGlossariesBody>,
): Promise<ProjectGlossaries> {
  const target = { ...asCaller(caller), projectId, allowCancelled: true };
  const link = async ({ tx, project }: ProjectChange) => {
    const ids = wanted.map(({ glossaryId }) => glossaryId);
    const known = await tx
      .select({ id: glossaries.id, sourceLanguage: glossaries.sourceLanguage })
      .from(glossaries)
      .where(and(eq(glossaries.accountId, caller.accountId), inArray(glossaries.id, ids), isNull(glossaries.deletedAt)))
      // If a glossary is being deleted, waits for that, so that it is not linked.
      .for("share");
    const languages = new Map(known.map(({ id, sourceLanguage }) => [id, sourceLanguage]));
    if (ids.some((id) => !languages.has(id))) throw notFound("glossary");
    const faults = ids.flatMap((id, i): FieldError[] => {
      const path = `glossaries.${i}.glossaryId`;
      if (ids.indexOf(id) < i) return [{ path, code: "duplicate", message: "Duplicate glossary." }];
      if (baseLanguage(languages.get(id)!) === baseLanguage(project.sourceLanguage)) return [];
      const message = "The glossary has another source language than the project.";
      return [{ path, code: "unsupported_language", reason: "other_source_language", message }];
    });
    if (faults.length > 0) throw invalidRequest(faults);

    await tx
      .delete(projectGlossaries)
      .where(and(eq(projectGlossaries.accountId, caller.accountId), eq(projectGlossaries.projectId, projectId)));
    if (ids.length > 0)
      await tx
        .insert(projectGlossaries)
        .values(ids.map((glossaryId, position) => ({ glossaryId, position, projectId, accountId: caller.accountId })));
    const { accountId } = caller;
    const actor = actorOf(caller);
    const data = { fields: ["glossaries"] };
    await recordEvent(tx, { accountId, projectId, type: "project.updated", actor, data });
    for (const id of [projectId, ...(await followLinks(tx, project, "glossaries"))])
      await sendRecheckOfTerms(tx, { accountId, projectId: id, createdBy: actor.id });
    return listLinkedGlossaries(caller, projectId, tx);
  };
  return db().transaction((tx) => changeProject(tx, target, link));
}

/** What a project gives to engines for a language: glossary terms, tone and protected patterns. */
export async function projectTerms(
  project: ProjectRow,
  language: string,
  given: TranslationOptions = {},
): Promise<Pick<Work, "terms" | "glossary" | "options" | "background">> {
  const { id, accountId, sourceLanguage } = project;
  const voice = voiceOf(project);
  const glossaryIds = await glossariesOf(db(), accountId, id);
  const protect = [...(voice.protect ?? []), ...(await protectedBy(db(), accountId, glossaryIds))];
  const voiced = { options: withVoice(given, { ...voice, protect }), background: voice.background };
  if (glossaryIds.length === 0) return voiced;
  const { find, all } = await openTerms(db(), accountId, glossaryIds, sourceLanguage, language);
  return { ...voiced, terms: find, glossary: glossaryForEngine(glossaryIds, all) };
}
