import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, type Transaction } from "@/db/client";
import { comments, documents, members, projectLanguages, translations } from "@/db/schema";
import { AppError, type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { addLanguageRows } from "@/lib/projects/documents/language-rows";
import { sendPretranslate } from "@/lib/projects/pretranslate/send";
import { recountDocuments } from "@/lib/projects/progress/counters";
import { getProject } from "@/lib/projects/project-view";
import { unsupportedPair } from "@/lib/projects/projects";
import {
  type AddLanguageBody,
  MAX_LANGUAGES,
  type PatchLanguageBody,
  type ProjectLanguage,
} from "@/lib/schemas/projects";
import { canTranslate } from "@/lib/translation/languages";
import { roleAllows } from "@/lib/vocabulary/rights";

/** The target languages of a project, in order. Throws 404. */
export async function listLanguagesOf(caller: Caller, projectId: string): Promise<ProjectLanguage[]> {
  return (await getProject(caller, projectId)).languages;
}

/**
 * Adds a target language: every segment starts untranslated, and is pretranslated if the workflow says so. Throws 400
 * for an unknown language, the source language, a language without an engine in a machine-only workflow, and people
 * without the required role; 404; 409 for an existing language.
 */
export async function addLanguage(
  caller: Caller,
  projectId: string,
  input: z.output<typeof AddLanguageBody>,
  tx: Transaction,
): Promise<ProjectLanguage> {
  await changeProject(tx, { ...asCaller(caller), projectId }, (change) => addIn(change, caller, input));
  return readLanguage(caller, projectId, input.language, tx);
}

async function addIn(change: ProjectChange, caller: Caller, input: z.output<typeof AddLanguageBody>): Promise<void> {
  const { tx, project } = change;
  const { language } = input;
  if (language === project.sourceLanguage)
    throw invalidRequest([
      { path: "language", code: "same_language", message: "A target language must differ from the source." },
    ]);
  if (project.workflow === "mt_only" && !(await canTranslate(project.sourceLanguage, language, caller)))
    throw invalidRequest([await unsupportedPair("language", project.sourceLanguage, language, caller)]);
  const { languages } = await getProject(caller, project.id, tx);
  if (languages.some((one) => one.language === language))
    throw new AppError("conflict", "The project already has this language.", { reason: "language_exists" });
  if (languages.length >= MAX_LANGUAGES)
    throw new AppError("too_large", `A project can have at most ${MAX_LANGUAGES} target languages.`, {
      limit: MAX_LANGUAGES,
      actual: languages.length + 1,
      unit: "items",
      field: "language",
      tier: caller.tier,
    });
  await requireAssignees(tx, caller, input);
  await tx.insert(projectLanguages).values({
    projectId: project.id,
    accountId: caller.accountId,
    language,
    position: sql`(select coalesce(max(position), -1) + 1 from project_languages where project_id = ${project.id})`,
    translatorId: input.translatorId ?? null,
    reviewerId: input.reviewerId ?? null,
    dueAt: input.dueAt ? new Date(input.dueAt) : null,
  });
  await addLanguageRows(change, language);
  await recountAll(change);
  await change.record("project.language.added", { language });
  if (project.startedAt && project.workflow !== "human")
    await sendPretranslate(
      tx,
      project,
      { languages: [language], method: ["tm", "mt"], overwrite: "never" },
      change.actor,
    );
}

/** Changes the people and due date of a language. Throws 400, 404. */
export async function patchLanguage(
  caller: Caller,
  projectId: string,
  tag: string,
  patch: z.output<typeof PatchLanguageBody>,
  within?: Transaction,
): Promise<ProjectLanguage> {
  const patchIn = async (change: ProjectChange) => {
    const { tx } = change;
    const { language } = await readLanguage(caller, projectId, tag, tx);
    await requireAssignees(tx, caller, patch);
    const fields = Object.keys(patch);
    if (fields.length > 0) {
      await tx
        .update(projectLanguages)
        .set({
          ...(patch.translatorId !== undefined ? { translatorId: patch.translatorId } : {}),
          ...(patch.reviewerId !== undefined ? { reviewerId: patch.reviewerId } : {}),
          ...(patch.dueAt !== undefined ? { dueAt: patch.dueAt ? new Date(patch.dueAt) : null } : {}),
        })
        .where(and(eq(projectLanguages.projectId, projectId), eq(projectLanguages.language, language)));
      await change.record("project.updated", { language, fields });
    }
  };
  const change = async (tx: Transaction) => {
    await changeProject(tx, { ...asCaller(caller), projectId, allowCancelled: true }, patchIn);
    return readLanguage(caller, projectId, tag, tx);
  };
  return within ? change(within) : db().transaction(change);
}

/** Removes a target language with its translations, their history and comments. Throws 404, 409 for the last one. */
export async function removeLanguage(caller: Caller, projectId: string, tag: string): Promise<void> {
  const removeFrom = async (change: ProjectChange) => {
    const { tx } = change;
    const { language } = await readLanguage(caller, projectId, tag, tx);
    const { languages } = await getProject(caller, projectId, tx);
    if (languages.length === 1)
      throw new AppError("conflict", "A project needs at least one target language.", { reason: "last_language" });
    await tx
      .delete(translations)
      .where(and(eq(translations.projectId, projectId), eq(translations.language, language)));
    await tx.delete(comments).where(and(eq(comments.projectId, projectId), eq(comments.language, language)));
    await tx.execute(sql`
      delete from target_file_chunks c using documents d
       where d.id = c.document_id and d.project_id = ${projectId} and c.language = ${language}`);
    await tx
      .delete(projectLanguages)
      .where(and(eq(projectLanguages.projectId, projectId), eq(projectLanguages.language, language)));
    await recountAll(change);
    await change.record("project.updated", { removedLanguage: language });
  };
  await db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId }, removeFrom));
}

/** One target language. Throws 404. */
export async function readLanguage(
  caller: Caller,
  projectId: string,
  tag: string,
  tx: Transaction = db(),
): Promise<ProjectLanguage> {
  const { languages } = await getProject(caller, projectId, tx);
  const found = languages.find(({ language }) => language.toLowerCase() === tag.toLowerCase());
  if (!found) throw notFound("language");
  return found;
}

async function recountAll(change: ProjectChange): Promise<void> {
  const rows = await change.tx
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.projectId, change.project.id));
  await recountDocuments(
    change,
    rows.map(({ id }) => id),
  );
}

async function requireAssignees(
  tx: Transaction,
  caller: Caller,
  input: { translatorId?: string | null | undefined; reviewerId?: string | null | undefined },
): Promise<void> {
  const faults: FieldError[] = [];
  for (const [path, needed] of [
    ["translatorId", "translator"],
    ["reviewerId", "reviewer"],
  ] as const) {
    const userId = input[path];
    if (!userId) continue;
    const [member] = await tx
      .select({ role: members.role })
      .from(members)
      .where(and(eq(members.accountId, caller.accountId), eq(members.userId, userId)));
    if (!member || !roleAllows(member.role, needed))
      faults.push({
        path,
        code: "format",
        reason: "unfit_member",
        message: `The field ${path} must be the id of a member with the role ${needed}.`,
      });
  }
  if (faults.length > 0) throw invalidRequest(faults);
}
