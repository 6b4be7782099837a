import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { readChunks, replaceChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, documents, segments, targetFileChunks, translations } from "@/db/schema";
import { AppError, invalidRequest, refuseEmptyFile } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireDocument } from "@/lib/projects/documents/documents";
import { type DocumentOptions, openDocument } from "@/lib/projects/documents/open-document";
import { segmentKeys } from "@/lib/projects/documents/segment-keys";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import { recordFailure, retryPayload } from "@/lib/projects/jobs/failed-jobs";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { type Present, selectPresent } from "@/lib/projects/translations/translation-rows";
import { settingsOf } from "@/lib/schemas/projects";
import { codeInFiles, otherSpelling } from "@/lib/text/language-codes";
import { allForms, type Forms, mainForm, sameForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { roleAllows } from "@/lib/vocabulary/rights";
import { TRANSLATION_STATES, type TranslationState } from "@/lib/vocabulary/segments";
import { StoredActor } from "@/lib/work/events/actor";
import { defineJob } from "@/lib/work/jobs/define-job";
import { LONG_COST } from "@/lib/work/jobs/fairness";
import { jobType } from "@/lib/work/jobs/job-type";
import { commitStep, type Job, STEP_TRIES, sendJob } from "@/lib/work/jobs/queue";
import { runSteps } from "@/lib/work/jobs/steps";
import { isTemplate, readTranslations, refuseDamagedExport } from "./imported-translations";
import { type ImportOutcome, keepSuggestions } from "./keep-suggestions";

const MODES = ["translated", "draft", "suggest"] as const;
type Mode = (typeof MODES)[number];
const CONFIRMED = ["translated", "reviewed"] as const satisfies readonly TranslationState[];
type Confirmed = (typeof CONFIRMED)[number];

/** Keys are arbitrary, including `__proto__`, which `z.record` would drop. */
const byKey = <Value>(isValue: (value: unknown) => boolean) =>
  z.custom<Readonly<Record<string, Value>>>((given) => isRecord(given) && Object.values(given).every(isValue));

const Payload = z.object({
  projectId: z.string(),
  documentId: z.string(),
  language: z.string(),
  mode: z.enum(MODES),
  actor: StoredActor,
  /** Encoded texts by the key of their segment. */
  texts: byKey<string>((text) => typeof text === "string"),
  /** All forms of plural messages, by the key of their segment. */
  forms: byKey<Forms>(
    (forms) => isRecord(forms) && Object.values(forms).every((text) => typeof text === "string"),
  ).optional(),
  /** Keys of unconfirmed texts: drafts, whatever the mode. */
  drafts: z.array(z.string()),
  /** Keys of texts that translate an earlier source. */
  outdated: z.array(z.string()).optional(),
  /** States given by the file, by key, limited to what the uploader may set. */
  states: byKey<Confirmed>((state) => CONFIRMED.some((one) => one === state)).optional(),
  /** The users' own file rather than a returned export: its texts count as confirmed. */
  isOwnFile: z.boolean().optional(),
  /** Numbers of unchanged texts and of texts without a segment, known when the file was read. */
  unchanged: z.number(),
  notFound: z.number(),
});
type Payload = z.output<typeof Payload>;

/** The job that imports translations made elsewhere. */
const TARGET_JOB = jobType("target_import", Payload, LONG_COST);

/** Segments per transaction. */
const BATCH_SIZE = 1_000;

/**
 * Queues the import of a document's translations from a file: its returned XLIFF export, or the translated document in
 * its own format. Throws 400, 404, 409, 415, and 422 for a file of another document.
 */
export async function sendTargetImport(
  caller: Caller,
  documentId: string,
  input: { readonly language: string; readonly mode: Mode; readonly fileName?: string | undefined },
  sent: Buffer | null,
): Promise<string> {
  const document = await requireDocument(caller, documentId);
  if (!sent)
    throw invalidRequest([
      { path: "file", code: "required", message: "Send the translated file in the part called file." },
    ]);
  refuseEmptyFile(sent);
  refuseDamagedExport(document.format, sent, input.fileName ?? "");
  const project = await requireProject(caller, document.projectId);
  const language = await requireProjectLanguage(project, input.language);
  const key = { documentId, version: document.currentVersion };
  const bytes = await readChunks({ table: documentChunks, key });
  if (!bytes) throw new AppError("conflict", "The document has not been read yet.", { reason: "document_not_ready" });
  const { path, format } = document;
  const options = document.formatOptions as DocumentOptions;
  const opening = { bytes, path, format, options, sourceLanguage: project.sourceLanguage };
  const { segments: found } = await openDocument(opening, language);
  const keys = segmentKeys(found);
  const { texts, notFound, pluralHeader } = await readTranslations(opening, found, sent, language);
  // PostgreSQL stores neither NUL nor lone surrogates.
  const isKept = (text: string) => !text.includes("\0") && text.isWellFormed();
  const kept = texts.flatMap(({ index, text, forms, ...one }) =>
    keys[index] && [text, ...Object.values(forms ?? {})].every(isKept)
      ? [{ ...one, key: keys[index].key, text, forms }]
      : [],
  );
  const isOwnFile = isTemplate(format, sent);
  const send = async (change: ProjectChange) => {
    const { tx, project: locked, actor } = change;
    await keepSpelling(change, input.language, language);
    if (pluralHeader) await keepPluralHeader(tx, document, language, pluralHeader);
    if (isOwnFile && input.mode !== "suggest")
      await replaceChunks(tx, { table: targetFileChunks, key: { documentId, language } }, sent);
    // Under two-person review, someone else approves imported texts.
    const approves = roleAllows(caller.role, "reviewer") && !settingsOf(locked).twoPersonReview;
    const payload: Payload = {
      projectId: project.id,
      documentId,
      language,
      mode: input.mode,
      actor,
      texts: Object.fromEntries(kept.map((one) => [one.key, one.text])),
      forms: Object.fromEntries(kept.flatMap(({ key, forms }) => (forms ? [[key, forms] as const] : []))),
      drafts: kept.filter((one) => !one.isFinished).map((one) => one.key),
      outdated: kept.filter((one) => one.isOutdated).map((one) => one.key),
      states: Object.fromEntries(
        kept.flatMap(({ key, state }) => (state ? [[key, approves ? state : "translated"] as const] : [])),
      ),
      isOwnFile,
      unchanged: 0,
      notFound: notFound + texts.length - kept.length,
    };
    return sendJob(tx, {
      accountId: caller.accountId,
      projectId: project.id,
      createdBy: payload.actor.id,
      type: TARGET_JOB,
      payload,
      priority: 1,
      maxAttempts: STEP_TRIES,
    });
  };
  return db().transaction((tx) => changeProject(tx, { ...asCaller(caller), projectId: project.id }, send));
}

/** Keeps the spelling of the language that files come by, unless the project has one. */
async function keepSpelling(change: ProjectChange, spelling: string, language: string): Promise<void> {
  const { languageCodes } = settingsOf(change.project);
  const code = otherSpelling(spelling, language);
  if (!code || codeInFiles(languageCodes, language) !== language) return;
  const { settings } = change.project;
  await change.update({ settings: { ...settings, languageCodes: { ...languageCodes, [language]: code } } });
}

/** The forms of a gettext file are those of its own header. */
async function keepPluralHeader(
  tx: Transaction,
  { id, accountId }: DocumentRow,
  language: string,
  header: string,
): Promise<void> {
  await tx
    .update(documents)
    .set({ pluralHeaders: sql`${documents.pluralHeaders} || ${JSON.stringify({ [language]: header })}::text::jsonb` })
    .where(and(eq(documents.accountId, accountId), eq(documents.id, id)));
}

/** Imports texts step by step. Different reviewed texts are conflicts and stay. Suggestions change no translation. */
export const targetImportJob = defineJob(TARGET_JOB, {
  run: async (job, context) => {
    const { payload } = job;
    const work: Work = {
      ...payload,
      texts: new Map(Object.entries(payload.texts)),
      forms: new Map(Object.entries(payload.forms ?? {})),
      drafts: new Set(payload.drafts),
      outdated: new Set(payload.outdated),
      states: new Map(Object.entries(payload.states ?? {})),
    };
    const { mode, projectId, actor } = work;
    const target = { accountId: job.accountId, projectId, actor };
    await runSteps(
      job,
      context,
      async () => work.texts.size,
      (tx, after) =>
        changeProject(tx, target, async (change) => {
          const rows = await nextSegments(tx, change.project, work, after);
          const last = rows.at(-1);
          if (!last) return null;
          const sent = rows.filter(({ segment }) => work.texts.has(segment.key));
          const result =
            mode === "suggest"
              ? await keepSuggestions(tx, job, work, sent)
              : await takeOver(change, job, { ...work, mode }, sent);
          return { checkpoint: last.segment.id, done: sent.length, failed: 0, result };
        }),
    );
    return async (tx) => {
      const known = await tx
        .select({ key: segments.key })
        .from(segments)
        .where(
          and(
            eq(segments.accountId, job.accountId),
            eq(segments.documentId, payload.documentId),
            isNull(segments.removedIn),
          ),
        );
      const keys = new Set(known.map(({ key }) => key));
      const notFoundHere = [...work.texts.keys()].filter((key) => !keys.has(key)).length;
      const { unchanged, notFound } = payload;
      await commitStep(tx, job, { done: 0, failed: 0, result: { unchanged, notFound: notFound + notFoundHere } });
      return {};
    };
  },
  onFailure: (job, error, tx) => recordFailure(tx, job, job.payload, error),
  retry: retryPayload,
});

/** A job's payload with lookup maps: keys are arbitrary. */
type Work = Omit<Payload, "texts" | "forms" | "drafts" | "outdated" | "states"> & {
  readonly texts: ReadonlyMap<string, string>;
  readonly forms: ReadonlyMap<string, Forms>;
  readonly drafts: ReadonlySet<string>;
  readonly outdated: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, Confirmed>;
};

/** The document's segments after one, by id, with their translations. */
function nextSegments(tx: Transaction, project: ProjectRow, work: Work, after: string): Promise<Present[]> {
  return selectPresent(
    tx,
    project,
    and(
      eq(segments.accountId, project.accountId),
      eq(segments.documentId, work.documentId),
      eq(translations.language, work.language),
      gt(segments.id, after),
    ),
  )
    .orderBy(asc(segments.id))
    .limit(BATCH_SIZE);
}

/** The states equal to or beyond one given by a file. */
const ENOUGH: Readonly<Record<"draft" | "needs_work" | Confirmed, readonly TranslationState[]>> = {
  draft: TRANSLATION_STATES,
  needs_work: TRANSLATION_STATES,
  translated: ["translated", "reviewed"],
  reviewed: ["reviewed"],
};

/** Imports texts into their segments, also if the file only has a further state. */
async function takeOver(
  change: ProjectChange,
  job: Job<unknown>,
  work: Work & { readonly mode: Exclude<Mode, "suggest"> },
  sent: readonly Present[],
): Promise<ImportOutcome> {
  const stateOf = (key: string) => {
    if (work.drafts.has(key) || work.mode === "draft") return "draft";
    return work.outdated.has(key) ? "needs_work" : (work.states.get(key) ?? "translated");
  };
  const textsOf = ({
    segment: { key, pluralRule },
    before,
    pluralHeader,
  }: Present): { text: string | null; forms?: Forms } => {
    const text = work.texts.get(key) ?? null;
    if (!pluralRule) return { text };
    const header = pluralHeader ?? undefined;
    const sent = work.forms.get(key) ?? { [mainForm(pluralRule, work.language, header)]: text ?? "" };
    // Forms missing in the file stay, like missing segments.
    return splitForms(pluralRule, work.language, { ...allForms(pluralRule, work.language, before), ...sent }, header);
  };
  const isOther = (one: Present) => {
    const { text, forms } = textsOf(one);
    return text !== one.before.text || (forms !== undefined && !sameForms(forms, one.before.forms));
  };
  // An uploaded text equal to a machine draft confirms it.
  const isFurther = ({ segment: { key }, before: { state, qaErrors } }: Present) =>
    (work.states.has(key) ? qaErrors === 0 : work.isOwnFile && state === "draft") &&
    !ENOUGH[stateOf(key)].includes(state);
  const others = sent.filter((one) => isOther(one) || isFurther(one));
  const taken = others.filter(({ before }) => before.state !== "reviewed");
  await changeTranslations(
    change,
    work.language,
    taken.map((one) => ({
      segmentId: one.segment.id,
      state: stateOf(one.segment.key),
      ...(work.outdated.has(one.segment.key) ? { outdated: true } : {}),
      ...(isOther(one) ? { ...textsOf(one), origin: { type: "import" as const, detail: { jobId: job.id } } } : {}),
    })),
    {
      batchId: job.id,
      present: new Map(taken.map((one) => [one.segment.id, one])),
      ...(work.isOwnFile ? {} : { onErrors: "draft" as const }),
    },
  );
  return {
    accepted: taken.length,
    unchanged: sent.length - others.length,
    conflicts: others.length - taken.length,
  };
}
