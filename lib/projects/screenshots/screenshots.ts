import { and, count, desc, eq, inArray, lt, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { readObject, storeObject } from "@/db/chunks";
import { db, type Transaction } from "@/db/client";
import { screenshots, segmentScreenshots } from "@/db/schema";
import { decodeCursor, encodeCursor, pageOf } from "@/lib/base/cursor";
import { AppError, invalidRequest, notFound, refuseEmptyFile } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { requireProject } from "@/lib/projects/require-project";
import {
  MAX_SCREENSHOT_BYTES,
  MAX_SCREENSHOT_PIXELS,
  MAX_SCREENSHOTS,
  type Screenshot,
  type ScreenshotList,
  type ScreenshotsQuery,
} from "@/lib/schemas/screenshots";
import { IMAGE_TYPES } from "@/lib/vocabulary/texts";
import { type Image, readImage } from "./image";
import { linkSegments } from "./segment-links";
import { SCREENSHOT_COLUMNS, viewScreenshot } from "./view";

type Upload = { readonly fileName: string; readonly bytes: Buffer };

/**
 * Stores a picture for a project and links it to segments. Throws 400, 404, 409 for an inactive project, 413 for size
 * and number, 415 for other files than pictures.
 */
export async function createScreenshot(
  caller: Caller,
  projectId: string,
  { file, segmentIds }: { readonly file: Upload | null; readonly segmentIds: readonly string[] },
  tx: Transaction,
): Promise<Screenshot> {
  await requireProject(caller, projectId, tx);
  if (!file)
    throw invalidRequest([{ path: "file", code: "required", message: "Send the screenshot in the part called file." }]);
  const image = requireImage(file);
  const object = await storeObject("screenshots", file.bytes);
  const row = await changeProject(tx, { ...asCaller(caller), projectId }, async (change) => {
    await requireRoom(change.tx, change.project.id);
    const [created] = await change.tx
      .insert(screenshots)
      .values({
        id: newId("screenshot"),
        accountId: caller.accountId,
        projectId: change.project.id,
        name: file.fileName,
        ...image,
        bytes: file.bytes.length,
        content: object ? Buffer.alloc(0) : file.bytes,
        ...object,
        createdBy: change.actor.id,
      })
      .returning(SCREENSHOT_COLUMNS);
    await linkSegments(change, created!.id, segmentIds);
    return created!;
  });
  return viewScreenshot(row);
}

function requireImage({ bytes }: Upload): Image {
  refuseEmptyFile(bytes);
  if (bytes.length > MAX_SCREENSHOT_BYTES) throw tooLarge(MAX_SCREENSHOT_BYTES, bytes.length, "bytes");
  const image = readImage(bytes);
  if (!image)
    throw new AppError("unsupported_media_type", "A screenshot is a PNG, JPEG or WebP picture.", {
      received: "unknown",
      supported: IMAGE_TYPES,
    });
  const longest = Math.max(image.width, image.height);
  if (longest > MAX_SCREENSHOT_PIXELS) throw tooLarge(MAX_SCREENSHOT_PIXELS, longest, "pixels");
  return image;
}

async function requireRoom(tx: Transaction, projectId: string): Promise<void> {
  const [row] = await tx.select({ count: count() }).from(screenshots).where(eq(screenshots.projectId, projectId));
  if (row!.count >= MAX_SCREENSHOTS) throw tooLarge(MAX_SCREENSHOTS, row!.count + 1, "items");
}

function tooLarge(limit: number, actual: number, unit: "bytes" | "pixels" | "items"): AppError {
  const message =
    unit === "items"
      ? `A project can have at most ${limit} screenshots. Delete some first.`
      : `The screenshot is too large: the limit is ${limit} ${unit}.`;
  return new AppError("too_large", message, { limit, actual, unit, field: "file" });
}

/** The screenshots of a project, newest first. Throws 400, 404. */
export async function listScreenshots(
  caller: Caller,
  projectId: string,
  { limit, cursor, segmentId }: z.output<typeof ScreenshotsQuery>,
): Promise<z.input<typeof ScreenshotList>> {
  await requireProject(caller, projectId);
  const scope = `screenshots ${projectId} ${segmentId}`;
  const ofSegment =
    segmentId === undefined
      ? undefined
      : inArray(
          screenshots.id,
          db()
            .select({ id: segmentScreenshots.screenshotId })
            .from(segmentScreenshots)
            .where(
              and(eq(segmentScreenshots.accountId, caller.accountId), eq(segmentScreenshots.segmentId, segmentId)),
            ),
        );
  const rows = await db()
    .select(SCREENSHOT_COLUMNS)
    .from(screenshots)
    .where(
      and(
        ofProject(caller, projectId),
        ofSegment,
        cursor ? lt(screenshots.id, decodeCursor(scope, cursor)[0] ?? "") : undefined,
      ),
    )
    .orderBy(desc(screenshots.id))
    .limit(limit + 1);
  const page = pageOf(rows, limit, (row) => encodeCursor(scope, [row.id]));
  return { screenshots: page.rows.map(viewScreenshot), nextCursor: page.nextCursor };
}

/** The bytes of a picture. Throws 404. */
export async function screenshotContent(caller: Caller, projectId: string, id: string) {
  await requireProject(caller, projectId);
  const [row] = await db()
    .select({
      name: screenshots.name,
      mediaType: screenshots.mediaType,
      content: screenshots.content,
      objectKey: screenshots.objectKey,
    })
    .from(screenshots)
    .where(and(ofProject(caller, projectId), eq(screenshots.id, id)));
  if (!row) throw notFound("screenshot");
  const { objectKey, ...stored } = row;
  return objectKey === null ? stored : { ...stored, content: await readObject(objectKey) };
}

/** Deletes a screenshot with its links. Throws 404, 409 for an inactive project. */
export async function deleteScreenshot(caller: Caller, projectId: string, id: string): Promise<void> {
  await db().transaction((tx) =>
    changeProject(tx, { ...asCaller(caller), projectId }, async () => {
      const deleted = await tx
        .delete(screenshots)
        .where(and(ofProject(caller, projectId), eq(screenshots.id, id)))
        .returning({ id: screenshots.id });
      if (deleted.length === 0) throw notFound("screenshot");
    }),
  );
}

function ofProject({ accountId }: Caller, projectId: string): SQL | undefined {
  return and(eq(screenshots.accountId, accountId), eq(screenshots.projectId, projectId));
}
