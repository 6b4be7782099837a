import { z } from "zod";
import { IMAGE_TYPES } from "@/lib/vocabulary/texts";
import { commaSeparated, Id, NextCursor, Paging, Timestamp } from "./common";

/** Maximum size of a screenshot, in bytes. */
export const MAX_SCREENSHOT_BYTES = 5 * 1024 * 1024;
/** Maximum width and height of a screenshot, in pixels. */
export const MAX_SCREENSHOT_PIXELS = 10_000;
/** Maximum number of screenshots of a project. */
export const MAX_SCREENSHOTS = 1_000;
/** Maximum number of screenshots of a segment. */
const MAX_OF_SEGMENT = 20;

export const Screenshot = z
  .object({
    id: z.string(),
    name: z.string(),
    mediaType: z.enum(IMAGE_TYPES),
    width: z.number().int().describe("In pixels"),
    height: z.number().int(),
    bytes: z.number().int(),
    contentUrl: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: "Screenshot" });
export type Screenshot = z.infer<typeof Screenshot>;

export const ScreenshotList = z
  .object({ screenshots: z.array(Screenshot), nextCursor: NextCursor })
  .meta({ id: "ScreenshotList" });

export const ScreenshotsQuery = z.strictObject({
  ...Paging,
  segmentId: Id("seg").optional().describe("Only screenshots of this segment"),
});

export const CreateScreenshotFields = z
  .strictObject({
    segmentIds: commaSeparated(Id("seg"))
      .optional()
      .describe(
        "Segments that the screenshot shows, comma-separated; more can be linked with `PATCH /segments/{segmentId}`",
      ),
  })
  .meta({ id: "CreateScreenshotRequest" });

/** The screenshots of a segment in a request. */
export const SegmentScreenshots = z
  .array(Id("scr"))
  .max(MAX_OF_SEGMENT)
  .transform((ids) => [...new Set(ids)]);
