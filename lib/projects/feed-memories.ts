import type { Transaction } from "@/db/client";
import type { TranslationState } from "@/db/schema/translations";
import { feedMemory, unfeedMemory } from "@/lib/memory/feed";
import { memoriesOf } from "@/lib/memory/match";
import type { ProjectRow } from "./lock";
import type { Changed } from "./translation-rows";

/**
 * Puts what was reviewed (or, where the memory takes it, confirmed) into the memory that the project feeds, and takes out
 * what no longer is.
 */
export async function feedMemories(tx: Transaction, project: ProjectRow, changed: readonly Changed[]): Promise<void> {
  // Drafts concern no memory.
  if (!changed.some(({ before, after }) => isConfirmed(before.state) || isConfirmed(after.state))) return;
  const { write } = await memoriesOf(tx, project.accountId, project.id);
  if (!write) return;
  const feeds = (state: TranslationState) =>
    state === "reviewed" || (write.writePolicy === "confirmed" && state === "translated");
  // What was right for the source before it changed is right for it still.
  const isOutdated = ({ before, after }: Changed) => after.outdated && !before.outdated;
  const gone = changed.filter((one) => feeds(one.before.state) && !feeds(one.after.state) && !isOutdated(one));
  const fed = changed.filter(
    ({ before, after }) => feeds(after.state) && (!feeds(before.state) || before.text !== after.text),
  );
  if (gone.length > 0)
    await unfeedMemory(
      tx,
      project.accountId,
      write.id,
      gone.map(({ after }) => ({ segmentId: after.segmentId, language: after.language })),
    );
  if (fed.length > 0)
    await feedMemory(
      tx,
      project.accountId,
      write.id,
      fed.map(({ segment, after }) => ({
        segmentId: segment.id,
        projectId: project.id,
        language: after.language,
        source: segment.source,
        target: after.text ?? "",
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
