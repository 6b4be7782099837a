import { and, asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { glossaryTerms } from "@/db/schema";
import { writeGlossaryTable } from "@/lib/formats/language-resources/glossary-table";
import { TBX_END, tbxConcept, tbxStart } from "@/lib/formats/language-resources/tbx-write";
import type { Caller } from "@/lib/identity/auth/caller";
import { viewTerms } from "./edit-terms";
import { requireGlossary } from "./glossaries";

/** A glossary as a table or as TBX, in alphabetical order. Throws 404. */
export async function exportGlossary(
  caller: Caller,
  id: string,
  format: "csv" | "tbx",
): Promise<{ stream: ReadableStream<Uint8Array>; length: number; name: string; mediaType: string }> {
  const glossary = await requireGlossary(caller, id);
  const rows = await db()
    .select()
    .from(glossaryTerms)
    .where(and(eq(glossaryTerms.accountId, caller.accountId), eq(glossaryTerms.glossaryId, id)))
    .orderBy(asc(glossaryTerms.source), asc(glossaryTerms.id));
  const terms = (await viewTerms(db(), rows)).map((term, i) => ({ ...term, number: i + 1 }));
  const { name, sourceLanguage } = glossary;
  const text =
    format === "csv"
      ? writeGlossaryTable(terms)
      : [tbxStart(name, sourceLanguage), ...terms.map((term) => tbxConcept(sourceLanguage, term)), TBX_END].join("");
  // Starts with a byte order mark, without which Excel does not detect UTF-8.
  const whole = new Blob([format === "csv" ? "\ufeff" : "", text]);
  return {
    stream: whole.stream(),
    length: whole.size,
    name: `${name.replace(/[/\\:*?"<>|]/g, "_")}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-tbx+xml",
  };
}
