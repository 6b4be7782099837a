import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { screenshots, segmentScreenshots, segments } from "@/db/schema";
import { invalidRequest } from "@/lib/base/errors";
import type { ProjectChange } from "@/lib/projects/change/project-change";
import type { Screenshot } from "@/lib/schemas/screenshots";
import { SCREENSHOT_COLUMNS, viewScreenshot } from "./view";

/** Links a screenshot to segments of its project. Throws 400 for other segments. */
export async function linkSegments(
  { tx, project }: ProjectChange,
  screenshotId: string,
  segmentIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(segmentIds)];
  if (ids.length === 0) return;
  const known = await tx
    .select({ id: segments.id })
    .from(segments)
    .where(
      and(
        eq(segments.accountId, project.accountId),
        eq(segments.projectId, project.id),
        inArray(segments.id, ids),
        isNull(segments.removedIn),
      ),
    );
  if (known.length < ids.length) throw unknown("segmentIds", "The project has no such segment.");
  await tx
    .insert(segmentScreenshots)
    .values(ids.map((segmentId) => ({ segmentId, screenshotId, accountId: project.accountId })));
}

/** Replaces the screenshots of a segment. Throws 400 for screenshots that do not exist in its project. */
export async function setScreenshots(
  { tx, project }: ProjectChange,
  segmentId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) {
    const known = await tx
      .select({ id: screenshots.id })
      .from(screenshots)
      .where(
        and(
          eq(screenshots.accountId, project.accountId),
          eq(screenshots.projectId, project.id),
          inArray(screenshots.id, [...ids]),
        ),
      );
    if (known.length < ids.length) throw unknown("screenshots", "The project has no such screenshot.");
  }
  await tx
    .delete(segmentScreenshots)
    .where(and(eq(segmentScreenshots.accountId, project.accountId), eq(segmentScreenshots.segmentId, segmentId)));
  if (ids.length > 0)
    await tx
      .insert(segmentScreenshots)
      .values(ids.map((screenshotId) => ({ segmentId, screenshotId, accountId: project.accountId })));
}

function unknown(path: string, message: string) {
  return invalidRequest([{ path, code: "format", message }]);
}

/** The screenshots of segments, oldest first. */
export async function screenshotsOf(
  tx: Transaction,
  accountId: string,
  segmentIds: readonly string[],
): Promise<ReadonlyMap<string, Screenshot[]>> {
  const found = new Map<string, Screenshot[]>();
  if (segmentIds.length === 0) return found;
  const rows = await tx
    .select({ segmentId: segmentScreenshots.segmentId, ...SCREENSHOT_COLUMNS })
    .from(segmentScreenshots)
    .innerJoin(screenshots, eq(screenshots.id, segmentScreenshots.screenshotId))
    .where(and(eq(segmentScreenshots.accountId, accountId), inArray(segmentScreenshots.segmentId, [...segmentIds])))
    .orderBy(asc(screenshots.id));
  for (const { segmentId, ...row } of rows)
    found.set(segmentId, [...(found.get(segmentId) ?? []), viewScreenshot(row)]);
  return found;
}
