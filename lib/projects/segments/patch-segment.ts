import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments } from "@/db/schema";
import { type FieldError, invalidRequest, notFound } from "@/lib/base/errors";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import { screenshotsOf, setScreenshots } from "@/lib/projects/screenshots/segment-links";
import { flagsOf, type SegmentRow } from "@/lib/projects/translations/translation-rows";
import type { PatchSegmentBody, SegmentDetails } from "@/lib/schemas/segments";
import { readFlags } from "@/lib/text/flags";
import { faultOfFlag } from "@/lib/text/qa/usable-flags";
import { sendRecheck } from "@/lib/work/jobs/recheck";

/**
 * Changes a segment's settings made by managers, which are kept across versions of its document. A changed length limit
 * or flag checks its translations again. Throws 400 for an unusable flag, 404, 409 for an inactive project.
 */
export async function patchSegment(
  caller: Caller,
  segmentId: string,
  patch: z.output<typeof PatchSegmentBody>,
): Promise<SegmentDetails> {
  requireFlags(patch.flags ?? []);
  const target = { ...asCaller(caller), segmentId };
  return db().transaction((tx) => changeProject(tx, target, (change) => patchIn(change, segmentId, patch)));
}

/** The length limit in a manager's new flags; undefined if they do not change it. */
function limitOfFlags(
  { ownFlags }: SegmentRow,
  flags: readonly string[] | null | undefined,
): number | null | undefined {
  if (flags === undefined) return;
  const limit = readFlags(flags ?? []).maxLength;
  return limit === null && readFlags(ownFlags ?? []).maxLength === null ? undefined : limit;
}

/** Throws 400 for an unusable flag. */
function requireFlags(flags: readonly string[]): void {
  if (flags.filter((flag) => flag.startsWith("max-length:")).length > 1)
    throw invalidRequest([{ path: "flags", code: "duplicate", message: "Give max-length once." }]);
  const faults = flags.flatMap((flag, i): FieldError[] => {
    const fault = faultOfFlag(flag);
    const message = `This flag cannot be used: ${fault}.`;
    return fault === null ? [] : [{ path: `flags.${i}`, code: "format", reason: "flag_unusable", message }];
  });
  if (faults.length > 0) throw invalidRequest(faults);
}

async function patchIn(
  change: ProjectChange,
  segmentId: string,
  { labels, flags, description, maxLength: given, screenshots }: z.output<typeof PatchSegmentBody>,
): Promise<SegmentDetails> {
  const { tx, project, actor } = change;
  const mine = and(eq(segments.accountId, project.accountId), eq(segments.id, segmentId), isNull(segments.removedIn));
  const [before] = await tx.select().from(segments).where(mine).for("update");
  if (!before) throw notFound("segment");
  const maxLength = given === undefined ? limitOfFlags(before, flags) : given;
  const file = before.ownMaxLength === null ? before.maxLength : before.fileMaxLength;
  const limit = { ownMaxLength: maxLength ?? null, maxLength: maxLength ?? file };
  const [row] = await tx
    .update(segments)
    .set({
      labels: labels ?? before.labels,
      ownFlags: flags === undefined ? before.ownFlags : flags,
      description: description === undefined ? before.description : description || null,
      ...(maxLength === undefined ? {} : { ...limit, fileMaxLength: maxLength === null ? null : file }),
    })
    .where(mine)
    .returning();
  if (screenshots) await setScreenshots(change, segmentId, screenshots);
  change.touchContent({ language: null, segmentIds: [segmentId] });
  if (row!.maxLength !== before.maxLength || flagsOf(row!).join("\n") !== flagsOf(before).join("\n"))
    await sendRecheck(tx, { accountId: project.accountId, projectId: project.id, createdBy: actor.id });
  const { id, documentId, position, key, source, note } = row!;
  const { labels: kept, description: text, maxLength: most } = row!;
  const details = { labels: kept, flags: flagsOf(row!), description: text, maxLength: most };
  const shown = (await screenshotsOf(tx, project.accountId, [id])).get(id) ?? [];
  return { id, documentId, position, key, source, note, ...details, screenshots: shown };
}
