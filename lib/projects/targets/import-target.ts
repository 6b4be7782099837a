import { and, asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { readChunks, replaceChunks } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { documentChunks, documents, segments, targetFileChunks, translations } from "@/db/schema";
import { AppError, invalidRequest, notFound, refuseEmptyFile } from "@/lib/base/errors";
import { isRecord } from "@/lib/base/records";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { requireDocument } from "@/lib/projects/documents/documents";
import { type DocumentOptions, openDocument } from "@/lib/projects/documents/open-document";
import { type SegmentKey, segmentKeys } from "@/lib/projects/documents/segment-keys";
import type { DocumentRow } from "@/lib/projects/documents/version-row";
import { recordFailure, retryPayload } from "@/lib/projects/jobs/failed-jobs";
import { requireProjectLanguage } from "@/lib/projects/languages/require-language";
import type { ProjectRow } from "@/lib/projects/require-project";
import { requireProject } from "@/lib/projects/require-project";
import { demoteMisreadings } from "@/lib/projects/segments/qa-issues";
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
import type { Aligned } from "./align-segments";
import {
  isReturnedExport,
  isTemplate,
  namedValues,
  noTranslations,
  readTranslations,
  refuseDamagedExport,
  repeated,
  storedTexts,
} from "./imported-translations";
import { keepSuggestions } from "./keep-suggestions";
import { ImportedValue, Receipt, TOLD, type Told } from "./receipt";

const EXISTING = ["keep", "replace"] as const;
type BaseText = { readonly text: string; readonly forms?: Forms };
const MODES = ["translated", "draft", "suggest"] as const;
type Mode = (typeof MODES)[number];
const CONFIRMED = ["translated", "reviewed"] as const satisfies readonly TranslationState[];
type Confirmed = (typeof CONFIRMED)[number];

/** Keys may be any text, including `__proto__`, which `z.record` would drop. */
const byKey = <Value>(isValue: (value: unknown) => boolean) =>
  z.custom<Readonly<Record<string, Value>>>((given) => isRecord(given) && Object.values(given).every(isValue));

const Payload = z.object({
  projectId: z.string(),
  documentId: z.string(),
  language: z.string(),
  mode: z.enum(MODES),
  actor: StoredActor,
  /** Encoded texts by key of their segment. */
  texts: byKey<string>((text) => typeof text === "string"),
  /** All forms of plural messages, by key of their segment. */
  forms: byKey<Forms>(
    (forms) => isRecord(forms) && Object.values(forms).every((text) => typeof text === "string"),
  ).optional(),
  /** Keys of unconfirmed texts, which become drafts in every mode. */
  drafts: z.array(z.string()),
  /** Keys of texts that translate an earlier source. */
  outdated: z.array(z.string()).optional(),
  /** States in the file by key, limited to what the uploader may set. */
  states: byKey<Confirmed>((state) => CONFIRMED.some((one) => one === state)).optional(),
  /** True for the people's own file rather than a returned export: its texts count as confirmed. */
  isOwnFile: z.boolean().optional(),
  /** True for a returned export without a record of its content at the time of the export. */
  isReturned: z.boolean().optional(),
  /** Whether texts that people changed here since the previous import stay. Absent: they are replaced. */
  existing: z.enum(EXISTING).optional(),
  /** Texts of the previously imported file, by key. */
  base: byKey<BaseText>((base) => isRecord(base)).optional(),
  /** Every text of the file. Absent in jobs of earlier releases: then only the texts that belong to the document. */
  values: z.array(ImportedValue).optional(),
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
  input: TargetInput,
  sent: Buffer | null,
): Promise<string> {
  const send = await readTargetImport(caller, documentId, input, sent);
  return db().transaction((tx) => send(tx));
}

type TargetInput = {
  readonly language: string;
  readonly mode?: Mode | undefined;
  readonly existing?: (typeof EXISTING)[number] | "suggest" | undefined;
  readonly fileName?: string | undefined;
};

const CONTRADICTION = "mode=suggest and existing=suggest mean the same and exclude other values. Send one of them.";

/** Reads the file for {@link sendTargetImport}, and returns a function that queues its import. Throws the same. */
export async function readTargetImport(
  caller: Caller,
  documentId: string,
  input: TargetInput,
  sent: Buffer | null,
): Promise<(tx: Transaction) => Promise<string>> {
  const document = await requireDocument(caller, documentId);
  if (!sent)
    throw invalidRequest([
      { path: "file", code: "required", message: "Send the translated file in the part called file." },
    ]);
  refuseEmptyFile(sent);
  if (input.mode && input.existing && (input.mode === "suggest") !== (input.existing === "suggest"))
    throw invalidRequest([{ path: "existing", code: "format", message: CONTRADICTION }]);
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
  const mode = input.existing === "suggest" ? "suggest" : (input.mode ?? "translated");
  const existing = input.existing === "replace" ? "replace" : "keep";
  const aligned = await readTranslations(opening, found, sent, language, input.fileName);
  const { texts, pluralHeader } = aligned;
  // PostgreSQL stores neither NUL nor lone surrogates.
  const isKept = (text: string) => !text.includes("\0") && text.isWellFormed();
  const kept = texts.flatMap(({ index, text, forms, ...one }) =>
    keys[index] && [text, ...Object.values(forms ?? {})].every(isKept)
      ? [{ ...one, key: keys[index].key, text, forms }]
      : [],
  );
  const values = valuesOf(aligned, keys);
  if (kept.length === 0 && values.some(({ left }) => left !== "copy")) noTranslations(language);
  const isOwnFile = isTemplate(format, sent, input.fileName);
  const base =
    isOwnFile && mode !== "suggest" && existing === "keep"
      ? await readBase(opening, found, keys, language, documentId)
      : {};
  const send = async (change: ProjectChange) => {
    const { tx, project: locked, actor } = change;
    await keepSpelling(change, input.language, language);
    if (pluralHeader) await keepPluralHeader(tx, document, language, pluralHeader);
    if (isOwnFile && mode !== "suggest")
      await replaceChunks(tx, { table: targetFileChunks, key: { documentId, language } }, sent);
    // Under two-person review, a second person must approve imported texts.
    const approves = roleAllows(caller.role, "reviewer") && !settingsOf(locked).twoPersonReview;
    const payload: Payload = {
      projectId: project.id,
      documentId,
      language,
      mode,
      actor,
      texts: Object.fromEntries(kept.map((one) => [one.key, one.text])),
      forms: Object.fromEntries(kept.flatMap(({ key, forms }) => (forms ? [[key, forms] as const] : []))),
      drafts: kept.filter((one) => !one.isFinished).map((one) => one.key),
      outdated: kept.filter((one) => one.isOutdated).map((one) => one.key),
      states: Object.fromEntries(
        kept.flatMap(({ key, state }) => (state ? [[key, approves ? state : "translated"] as const] : [])),
      ),
      isOwnFile,
      isReturned: isReturnedExport(format, sent),
      existing,
      base,
      values,
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
  return (tx) => changeProject(tx, { ...asCaller(caller), projectId: project.id }, send);
}

/** Every text of the file, with the keys of the segments that it translates. */
function valuesOf({ texts, values, notFound }: Aligned, keys: readonly (SegmentKey | null)[]): ImportedValue[] {
  if (values) return namedValues(values, keys);
  const found = texts.flatMap(({ index, forms }) => repeated(keys[index]?.key ?? "", forms));
  return [...found, ...notFound.map((key) => ({ key, line: null, segments: [], left: "notFound" as const }))];
}

/** The texts of the previously imported file, with which the project's texts are compared. */
async function readBase(
  opening: Parameters<typeof readTranslations>[0],
  found: Parameters<typeof readTranslations>[1],
  keys: readonly (SegmentKey | null)[],
  language: string,
  documentId: string,
): Promise<Readonly<Record<string, BaseText>>> {
  const file = await readChunks({ table: targetFileChunks, key: { documentId, language } });
  // A previous file that no longer matches its document cannot show what was edited since.
  const texts = file ? [...(await storedTexts(opening, found, file, language))] : [];
  return Object.fromEntries(
    texts.flatMap(([index, { text, forms }]) => {
      const key = keys[index]?.key;
      return key === undefined ? [] : [[key, { text, ...(forms ? { forms } : {}) }] as const];
    }),
  );
}

/** Stores how the file spells the language, unless the project has a spelling. */
async function keepSpelling(change: ProjectChange, spelling: string, language: string): Promise<void> {
  const { settings } = change.project;
  const { languageCodes } = settingsOf(change.project);
  const code = otherSpelling(spelling, language);
  if (code && codeInFiles(languageCodes, language) === language)
    await change.update({ settings: { ...settings, languageCodes: { ...languageCodes, [language]: code } } });
}

/** Stores the `Plural-Forms` header of a gettext file, which defines the file's plural forms. */
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

/** Imports texts step by step, and records an outcome for each. Suggestions change no translation. */
export const targetImportJob = defineJob(TARGET_JOB, {
  run: async (job, context) => {
    const { payload } = job;
    const work = workOf(payload);
    const { mode, projectId, actor } = work;
    const receipt = new Receipt(job, work.values);
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
          const outcomes =
            mode === "suggest"
              ? await keepSuggestions(tx, job, work, sent)
              : await takeOver(change, job, { ...work, mode }, sent);
          const result = { ...(await receipt.record(tx, outcomes)) };
          return { checkpoint: last.segment.id, done: sent.length, failed: 0, result };
        }),
    );
    return async (tx) => {
      await changeProject(tx, target, (change) => demoteMisreadings(change, payload.language));
      await commitStep(tx, job, { done: 0, failed: 0, result: { ...(await receipt.close(tx)) } });
      return {};
    };
  },
  onFailure: (job, error, tx) => recordFailure(tx, job, job.payload, error),
  retry: retryPayload,
});

/** A job's payload with maps for lookup, because keys may be any text. */
type Work = Omit<Payload, "texts" | "forms" | "base" | "drafts" | "outdated" | "states" | "values"> & {
  readonly values: readonly ImportedValue[];
  readonly base: ReadonlyMap<string, BaseText>;
  readonly texts: ReadonlyMap<string, string>;
  readonly forms: ReadonlyMap<string, Forms>;
  readonly drafts: ReadonlySet<string>;
  readonly outdated: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, Confirmed>;
};

function workOf(payload: Payload): Work {
  return {
    ...payload,
    values: payload.values ?? Object.keys(payload.texts).map((key) => ({ key, line: null, segments: [key] })),
    texts: new Map(Object.entries(payload.texts)),
    forms: new Map(Object.entries(payload.forms ?? {})),
    base: new Map(Object.entries(payload.base ?? {})),
    drafts: new Set(payload.drafts),
    outdated: new Set(payload.outdated),
    states: new Map(Object.entries(payload.states ?? {})),
  };
}

/** The content that an import has read from its file. Throws 404 for jobs of other types. */
export function importedBy({ type, payload }: { readonly type: string; readonly payload: unknown }): Work {
  const read = type === TARGET_JOB.name ? Payload.safeParse(payload) : undefined;
  if (!read?.success) throw notFound("import");
  return workOf(read.data);
}

/** The document's next segments after this one, ordered by id, with their translations. */
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

/** For each state in a file, the states that are equal or further. */
const ENOUGH: Readonly<Record<TranslationState, readonly TranslationState[]>> = {
  untranslated: TRANSLATION_STATES,
  draft: TRANSLATION_STATES,
  needs_work: TRANSLATION_STATES,
  translated: ["translated", "reviewed"],
  reviewed: ["reviewed"],
};

/** The state in which an imported text is stored. */
export function stateOf(work: Work, key: string): TranslationState {
  if (work.drafts.has(key) || work.mode === "draft") return "draft";
  return work.outdated.has(key) ? "needs_work" : (work.states.get(key) ?? "translated");
}

/** The file's texts for a segment, or those of the previous file; null without texts. */
export function textsFor({ segment, before, pluralHeader }: Present, work: Work, of: "file" | "base"): Texts | null {
  const { key, pluralRule } = segment;
  const base = work.base.get(key);
  const given = of === "base" ? base : { text: work.texts.get(key) ?? null, forms: work.forms.get(key) };
  if (!given) return null;
  if (!pluralRule) return { text: given.text };
  const header = pluralHeader ?? undefined;
  const own = given.forms ?? { [mainForm(pluralRule, work.language, header)]: given.text ?? "" };
  // Forms that the file lacks stay, as segments do that it lacks.
  return splitForms(pluralRule, work.language, { ...allForms(pluralRule, work.language, before), ...own }, header);
}

/** Writes texts of the file to their segments, including those for which the file only has a further state. */
async function takeOver(
  change: ProjectChange,
  job: Job<unknown>,
  work: Work & { readonly mode: Exclude<Mode, "suggest"> },
  sent: readonly Present[],
): Promise<ReadonlyMap<string, Told>> {
  const outcomes = new Map<string, Told>();
  const taken: { readonly present: Present; readonly texts: Texts | null }[] = [];
  for (const present of sent) {
    const { segment, before } = present;
    const { key } = segment;
    const texts = textsFor(present, work, "file")!;
    // An uploaded text that equals a machine translation confirms it.
    const isFurther = () =>
      (work.states.has(key) ? before.qaErrors === 0 : work.isOwnFile && before.state === "draft") &&
      !ENOUGH[stateOf(work, key)].includes(before.state);
    if (areSame(texts, before)) {
      outcomes.set(key, isFurther() ? TOLD.confirmed : TOLD.unchanged);
      if (isFurther()) taken.push({ present, texts: null });
      continue;
    }
    const outcome = outcomeOf(before, texts, textsFor(present, work, "base"), work);
    outcomes.set(key, outcome.outcome === "accepted" && work.outdated.has(key) ? TOLD.outdated : outcome);
    if (outcome.outcome === "accepted" || outcome.outcome === "replaced") taken.push({ present, texts });
  }
  await changeTranslations(
    change,
    work.language,
    taken.map(({ present, texts }) => ({
      segmentId: present.segment.id,
      state: stateOf(work, present.segment.key),
      ...(work.outdated.has(present.segment.key) ? { outdated: true } : {}),
      ...(texts ? { ...texts, origin: { type: "import" as const, detail: { jobId: job.id } } } : {}),
    })),
    {
      batchId: job.id,
      present: new Map(taken.map(({ present }) => [present.segment.id, present])),
      ...(work.isOwnFile ? {} : { onErrors: "draft" as const }),
    },
  );
  return outcomes;
}

type Texts = { readonly text: string | null; readonly forms?: Forms };

function areSame({ text, forms }: Texts, other: Texts | Present["before"]): boolean {
  return text === other.text && (forms === undefined || sameForms(forms, other.forms ?? null));
}

/** Compares the file's text, the current text, and the text of the previously imported file. */
function outcomeOf(
  before: Present["before"],
  texts: Texts,
  base: Texts | null,
  { existing, isReturned }: Pick<Work, "existing" | "isReturned">,
): Told {
  const isUnconfirmed = before.state === "draft" || before.state === "needs_work";
  const isMachines = isUnconfirmed && !before.edited && before.origin !== "human" && before.origin !== "import";
  if (before.state === "untranslated" || isMachines) return TOLD.accepted;
  const isReviewed = before.state === "reviewed";
  const isEdited = base ? !areSame(base, before) : before.origin !== "import" || before.edited;
  if (!isEdited) return isReviewed ? TOLD.reviewed : TOLD.updated;
  if (existing !== "keep" || isReturned) return isReviewed ? TOLD.reviewed : TOLD.replaced;
  if (base && areSame(base, texts)) return TOLD.kept;
  if (isReviewed) return TOLD.reviewed;
  return base ? TOLD.both : TOLD.kept;
}
