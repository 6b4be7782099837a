import { and, asc, eq, gt } from "drizzle-orm";
import { db } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import { TMX_END, tmxStart, tmxUnit } from "@/lib/formats/language-resources/tmx-write";
import type { Caller } from "@/lib/identity/auth/caller";
import { dropImpliedRegion } from "@/lib/text/languages";
import { type MemoryRow, requireMemory } from "./memories";

/** Units per page. */
const PAGE = 500;

/** Streams a memory of any size as a TMX file. Throws 404. */
export async function exportMemory(
  caller: Caller,
  id: string,
  language?: string,
): Promise<{ stream: ReadableStream<Uint8Array>; name: string; mediaType: string }> {
  const memory = await requireMemory(caller, id);
  const pieces = tmx(memory, language && dropImpliedRegion(language));
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value, "utf-8"));
    },
  });
  return { stream, name: `${memory.name.replace(/[/\\:*?"<>|]/g, "_")}.tmx`, mediaType: "application/x-tmx+xml" };
}

async function* tmx(memory: MemoryRow, language: string | undefined): AsyncGenerator<string> {
  yield tmxStart(memory.sourceLanguage);
  for (let after = ""; ; ) {
    const rows = await db()
      .select()
      .from(memoryUnits)
      .where(
        and(
          eq(memoryUnits.accountId, memory.accountId),
          eq(memoryUnits.memoryId, memory.id),
          language ? eq(memoryUnits.targetLanguage, language) : undefined,
          gt(memoryUnits.id, after),
        ),
      )
      .orderBy(asc(memoryUnits.id))
      .limit(PAGE);
    if (rows.length > 0) yield rows.map((row) => tmxUnit(memory.sourceLanguage, unitOf(row))).join("");
    if (rows.length < PAGE) break;
    after = rows.at(-1)!.id;
  }
  yield TMX_END;
}

function unitOf(row: typeof memoryUnits.$inferSelect) {
  return {
    tuid: row.tuid ?? row.id,
    language: row.targetLanguage,
    source: row.source,
    target: row.target,
    codes: row.codes ?? undefined,
    contextHash: row.contextHash,
    reviewed: row.reviewed,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.updatedAt.toISOString(),
  };
}
