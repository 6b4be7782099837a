import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { segments, translations } from "@/db/schema";
import type { BulkPreview } from "@/lib/schemas/segments";

type Findings = NonNullable<z.input<typeof BulkPreview>["findings"]>;

/** How many of the chosen segments have errors, which nobody can confirm, and how many others have warnings. */
export async function previewFindings(chosen: SQL | undefined): Promise<Findings> {
  const hasErrors = gt(translations.qaErrors, 0);
  const hasWarnings = and(eq(translations.qaErrors, 0), gt(translations.qaWarnings, 0));
  const [row] = await db()
    .select({
      errors: sql<number>`(count(*) filter (where ${hasErrors}))::int`,
      warnings: sql<number>`(count(*) filter (where ${hasWarnings}))::int`,
    })
    .from(segments)
    .innerJoin(translations, eq(translations.segmentId, segments.id))
    .where(chosen);
  return row!;
}
