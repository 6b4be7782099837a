import { inArray } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { documents } from "@/db/schema";
import type { SegmentRow } from "@/lib/projects/translations/translation-rows";

/** The `Plural-Forms` headers of imported gettext files by language, for each document that has any. */
export type PluralHeaders = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The headers of the documents of these segments. */
export async function pluralHeadersOf(
  segments: readonly Pick<SegmentRow, "documentId" | "pluralRule">[],
  tx: Pick<Transaction, "select"> = db(),
): Promise<PluralHeaders> {
  const ids = segments.flatMap(({ pluralRule, documentId }) => (pluralRule === "gettext" ? [documentId] : []));
  if (ids.length === 0) return new Map();
  const found = await tx
    .select({ id: documents.id, headers: documents.pluralHeaders })
    .from(documents)
    .where(inArray(documents.id, [...new Set(ids)]));
  return new Map(found.map(({ id, headers }) => [id, headers]));
}

/** Segments, each with the header of its target file. */
export function withHeaders<Row extends Pick<SegmentRow, "documentId">>(
  rows: readonly Row[],
  language: string,
  headers: PluralHeaders,
): (Row & { readonly header: string | undefined })[] {
  return rows.map((row) => ({ ...row, header: headers.get(row.documentId)?.[language] }));
}
