import { screenshots } from "@/db/schema";
import type { Screenshot } from "@/lib/schemas/screenshots";

/** All columns but the picture itself. */
export const SCREENSHOT_COLUMNS = {
  id: screenshots.id,
  projectId: screenshots.projectId,
  name: screenshots.name,
  mediaType: screenshots.mediaType,
  width: screenshots.width,
  height: screenshots.height,
  bytes: screenshots.bytes,
  createdAt: screenshots.createdAt,
};

type Row = Pick<typeof screenshots.$inferSelect, keyof typeof SCREENSHOT_COLUMNS>;

export function viewScreenshot({ projectId, createdAt, ...row }: Row): Screenshot {
  return {
    ...row,
    contentUrl: `/v1/projects/${projectId}/screenshots/${row.id}/content`,
    createdAt: createdAt.toISOString(),
  };
}
