import type { Transaction } from "@/db/client";
import { unitCodesOf } from "@/lib/formats/language-resources/tmx-codes";
import type { ProjectRow } from "@/lib/projects/require-project";
import { allForms, sameForms } from "@/lib/text/plurals/plural-forms";
import { feedMemory, unfeedMemory } from "@/lib/translation/memory/feed";
import { memoriesOf } from "@/lib/translation/memory/match";
import type { TranslationState } from "@/lib/vocabulary/segments";
import type { Changed } from "./translation-rows";

/** The memory to which changes are written, if any. */
export type FedMemory = { readonly id: string; readonly writePolicy: "reviewed" | "confirmed" };

/** The memory to which the project writes. Null if it has none, or if the changes concern only drafts. */
export async function memoryToFeed(
  tx: Transaction,
  project: ProjectRow,
  changed: readonly Changed[],
): Promise<FedMemory | null> {
  if (!changed.some(({ before, after }) => isConfirmed(before.state) || isConfirmed(after.state))) return null;
  return (await memoriesOf(tx, project.accountId, project.id)).write;
}

/** Writes reviewed texts (or confirmed ones, depending on the memory) to a memory, and removes withdrawn ones. */
export async function feedProjectMemory(
  tx: Transaction,
  project: ProjectRow,
  memory: FedMemory,
  changed: readonly Changed[],
): Promise<void> {
  const feeds = (state: TranslationState) =>
    state === "reviewed" || (memory.writePolicy === "confirmed" && state === "translated");
  // A text that was confirmed for the previous source is still a correct translation of that source.
  const isOutdated = ({ before, after }: Changed) => after.outdated && !before.outdated;
  const gone = changed.filter((one) => feeds(one.before.state) && !feeds(one.after.state) && !isOutdated(one));
  const fed = changed.filter(
    ({ before, after }) =>
      feeds(after.state) &&
      after.text !== null &&
      (!feeds(before.state) || before.text !== after.text || !sameForms(before.forms, after.forms)),
  );
  if (gone.length > 0)
    await unfeedMemory(
      tx,
      project.accountId,
      memory.id,
      gone.map(({ after }) => ({ segmentId: after.segmentId, language: after.language })),
    );
  if (fed.length > 0)
    await feedMemory(
      tx,
      project.accountId,
      memory.id,
      fed.map(({ segment, after }) => ({
        segmentId: segment.id,
        projectId: project.id,
        language: after.language,
        source: segment.source,
        codes: unitCodesOf(segment.codes),
        sourceForms: segment.sourceForms,
        target: after.text ?? "",
        targetForms: segment.pluralRule ? allForms(segment.pluralRule, after.language, after) : null,
        sourceHash: segment.sourceHash,
        contextHash: segment.contextHash,
        reviewed: after.state === "reviewed",
        createdBy: after.updatedBy,
      })),
    );
}

function isConfirmed(state: TranslationState): boolean {
  return state === "translated" || state === "reviewed";
}
