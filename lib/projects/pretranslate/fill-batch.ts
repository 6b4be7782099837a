import type { ProjectRow } from "@/lib/projects/project-row";
import type { Change } from "@/lib/projects/translations/change-translations";
import type { Segment } from "@/lib/text/segment";
import type { Work } from "@/lib/translation/translate-segments";
import { type Drafted, draftByMachine, type ItemFault } from "./machine";
import type { Picked } from "./picker";
import { type Suggestion, suggest } from "./suggest";

/** What was found for a segment, and what there is to tell of it. */
export type Filled = Picked & {
  readonly text: (Required<Pick<Change, "text" | "state" | "origin">> & Pick<Change, "qualityScore">) | null;
  readonly fault: ItemFault | null;
};

export type Ways = {
  /** Null: neither the project's own texts nor memories are looked up. */
  readonly memoryIds: readonly string[] | null;
  /** Null: the engine is not asked. */
  readonly work: Work | null;
};

/** Finds a text for each segment of a batch: what people confirmed for the same source, else what the engine makes of it. */
export async function fillBatch(
  project: ProjectRow,
  language: string,
  batch: readonly Picked[],
  { memoryIds, work }: Ways,
): Promise<readonly Filled[]> {
  const wanted = batch.map(({ segment }) => segment);
  const known = memoryIds ? await suggest(project, language, memoryIds, wanted) : wanted.map(() => null);
  const missing = wanted.filter((_, i) => !known[i]);
  const drafts = work && missing.length > 0 ? await draftByMachine(missing.map(asSegment), work) : [];
  const drafted = new Map(missing.map((segment, i) => [segment.id, drafts[i]]));
  return batch.map((one, i) => ({ ...one, ...filled(known[i] ?? null, drafted.get(one.segment.id)) }));
}

function asSegment({ source, codes, maxLength }: Picked["segment"]): Segment {
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
