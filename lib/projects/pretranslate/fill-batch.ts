import type { ProjectRow } from "@/lib/projects/require-project";
import { pluralHeadersOf } from "@/lib/projects/segments/plural-headers";
import type { Change } from "@/lib/projects/translations/change-translations";
import { splitForms } from "@/lib/text/plurals/plural-forms";
import type { Segment } from "@/lib/text/segment";
import { draftedForms, type FormDraft, formDrafts, type PluralSource, pluralOf } from "@/lib/translation/plural-drafts";
import type { Work } from "@/lib/translation/translate-segments";
import { type Drafted, draftByMachine, type ItemFault } from "./machine";
import type { QueuedSegment } from "./segment-queue";
import { type Suggestion, suggest } from "./suggest";

/** A segment with its result, or the error. */
export type Filled = QueuedSegment & {
  readonly text: (Required<Pick<Change, "text" | "state" | "origin">> & Pick<Change, "forms" | "qualityScore">) | null;
  readonly fault: ItemFault | null;
};

export type FillSources = {
  /** Null to skip the project's own texts and memories. */
  readonly memoryIds: readonly string[] | null;
  /** Null to skip the engine. */
  readonly work: Work | null;
};

/** Finds a text for each segment of a batch: a confirmed text of the same source, else the engine's translation. */
export async function fillBatch(
  project: ProjectRow,
  language: string,
  batch: readonly QueuedSegment[],
  { memoryIds, work }: FillSources,
): Promise<readonly Filled[]> {
  const wanted = batch.map(({ segment }) => segment);
  const headers = await pluralHeadersOf(wanted);
  const known = memoryIds ? await suggest(project, language, memoryIds, wanted, headers) : wanted.map(() => null);
  const missing = wanted.filter((_, i) => !known[i]);
  const asked = missing.map((segment) => {
    const plural = pluralOf(segment, headers.get(segment.documentId)?.[language]);
    return { segment, plural, forms: plural ? formDrafts(plural, project.sourceLanguage, language) : null };
  });
  const texts = asked.flatMap(({ segment, forms }) => forms?.map((form) => form.segment) ?? [asSegment(segment)]);
  const drafts = work && texts.length > 0 ? await draftByMachine(texts, work) : [];
  let next = 0;
  const drafted = new Map(
    asked.map(({ segment, plural, forms }) => {
      const own = drafts.slice(next, next + (forms?.length ?? 1));
      next += own.length;
      const filledIn = plural && forms ? filledForms(plural, language, forms, own) : filled(null, own[0]);
      return [segment.id, filledIn];
    }),
  );
  return batch.map((one, i) => ({
    ...one,
    ...keepTyped(
      one,
      known[i] ? filled(known[i], undefined) : (drafted.get(one.segment.id) ?? filled(null, undefined)),
    ),
  }));
}

/** Keeps the forms that a person typed before the main form. Fills only the others, which await confirmation. */
function keepTyped(
  { typed }: QueuedSegment,
  { text, fault }: Pick<Filled, "text" | "fault">,
): Pick<Filled, "text" | "fault"> {
  if (!text || !typed) return { text, fault };
  return { text: { ...text, forms: { ...text.forms, ...typed }, state: "draft" }, fault };
}

/** Builds a plural message from its translated forms. It fails only if no form could be translated. */
function filledForms(
  { rule, header }: PluralSource,
  language: string,
  forms: readonly FormDraft[],
  drafts: readonly Drafted[],
): Pick<Filled, "text" | "fault"> {
  const texts = draftedForms(
    forms.map((form, i) => {
      const draft = drafts[i];
      return { ...form, text: draft?.type === "text" ? draft.text : null };
    }),
    language,
  );
  const fault = drafts.find((draft) => draft.fault)?.fault ?? null;
  const done = drafts.flatMap((draft) => (draft.type === "text" ? [draft] : []));
  const [first] = done;
  if (Object.keys(texts).length === 0 || !first) return { text: null, fault };
  const scores = done.flatMap(({ qualityScore }) => (qualityScore === null ? [] : [qualityScore]));
  return {
    text: {
      ...splitForms(rule, language, texts, header),
      state: "draft",
      origin: { type: "mt", detail: { engine: first.engine } },
      qualityScore: scores.length > 0 ? Math.min(...scores) : null,
    },
    fault,
  };
}

function asSegment({ source, codes, maxLength }: QueuedSegment["segment"]): Segment {
  return { text: source, codes, ...(maxLength ? { maxLength } : {}) };
}

function filled(known: Suggestion | null, draft: Drafted | undefined): Pick<Filled, "text" | "fault"> {
  if (known) return { text: known, fault: null };
  if (!draft) return { text: null, fault: null };
  if (draft.type === "failed") return { text: null, fault: draft.fault };
  return {
    text: {
      text: draft.text,
      state: "draft",
      origin: { type: "mt", detail: { engine: draft.engine } },
      qualityScore: draft.qualityScore,
    },
    fault: draft.fault,
  };
}
