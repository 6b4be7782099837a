import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { memories, memoryUnits } from "@/db/schema";
import { newId } from "@/lib/base/ids";
import type { Caller } from "@/lib/identity/auth/caller";
import { dropImpliedRegion } from "@/lib/text/languages";
import { countUnits, lockMemory } from "./feed";
import { sourceHash } from "./hash";
import { createMemory } from "./memories";
import { wordKeys } from "./word-keys";

/** Points subtracted from matches of suggestions, because no one has reviewed them. */
const PENALTY = 10;

/** A translation that a client suggests. Texts are encoded; languages are canonical. */
export type SuggestedUnit = {
  readonly sourceLanguage: string;
  readonly language: string;
  readonly source: string;
  readonly target: string;
};

/**
 * Saves a suggestion in the account's memory of suggestions for the source language, which is created on first use.
 * Memories of reviewed translations are never changed. Several suggestions for the same text are all kept.
 */
export async function keepSuggestion(tx: Transaction, caller: Caller, unit: SuggestedUnit): Promise<void> {
  const { accountId } = caller;
  const memoryId = await suggestionMemory(tx, caller, unit.sourceLanguage);
  if (!(await lockMemory(tx, accountId, memoryId))) return;
  const language = dropImpliedRegion(unit.language);
  const added = await tx
    .insert(memoryUnits)
    .values({
      id: newId("unit"),
      accountId,
      memoryId,
      targetLanguage: language,
      source: unit.source,
      target: unit.target,
      sourceHash: sourceHash(unit.source),
      // The translation is part of the key, so that several suggestions for a text can exist.
      contextHash: sourceHash(unit.target),
      wordKeys: wordKeys(memoryId, language, unit.source),
      reviewed: false,
      imported: true,
      createdBy: caller.keyId,
    })
    .onConflictDoNothing()
    .returning({ id: memoryUnits.id });
  await countUnits(tx, accountId, memoryId, added.length);
}

async function suggestionMemory(tx: Transaction, caller: Caller, sourceLanguage: string): Promise<string> {
  const name = `Suggestions (${sourceLanguage})`;
  const [found] = await tx
    .select({ id: memories.id })
    .from(memories)
    .where(
      and(
        eq(memories.accountId, caller.accountId),
        eq(memories.sourceLanguage, sourceLanguage),
        eq(memories.name, name),
        isNull(memories.deletedAt),
      ),
    )
    .limit(1);
  if (found) return found.id;
  const { id } = await createMemory(caller, { name, sourceLanguage, penalty: PENALTY, writePolicy: "reviewed" }, tx);
  return id;
}
