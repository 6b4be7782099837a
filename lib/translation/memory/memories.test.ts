import { expect, test } from "vitest";
import { db } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import { newPerson, type TestPerson } from "@/e2e/people";
import { MemoriesQuery } from "@/lib/schemas/memories";
import { sourceHash } from "./hash";
import { createMemory, getMemory, listMemories } from "./memories";

const create = (person: TestPerson, name: string, sourceLanguage = "en") =>
  createMemory(person, { name, sourceLanguage, writePolicy: "reviewed", penalty: 0 }, db());

async function addUnits({ accountId }: TestPerson, memoryId: string, languages: readonly string[]) {
  await db()
    .insert(memoryUnits)
    .values(
      languages.map((targetLanguage, i) => ({
        id: `tmu_${memoryId}_${i}`,
        accountId,
        memoryId,
        targetLanguage,
        source: `Text ${i}`,
        target: "Text",
        sourceHash: sourceHash(`Text ${i}`),
      })),
    );
}

test("each memory lists the target languages of its units without duplicates", async () => {
  const person = await newPerson();
  const [first, second, empty] = [
    await create(person, "First"),
    await create(person, "Second"),
    await create(person, "Empty"),
  ];
  await addUnits(person, first.id, ["es", "ca", "es"]);
  await addUnits(person, second.id, ["de"]);
  expect((await getMemory(person, first.id)).targetLanguages).toEqual(["ca", "es"]);
  const { translationMemories } = await listMemories(person, MemoriesQuery.parse({}));
  expect(
    Object.fromEntries(translationMemories.map(({ name, targetLanguages }) => [name, targetLanguages])),
  ).toMatchObject({ First: ["ca", "es"], Second: ["de"], Empty: [] });
  expect(empty.targetLanguages).toEqual([]);
});

test("memories can be listed page by page, newest first, and filtered by name and source language", async () => {
  const person = await newPerson();
  for (const name of ["Manuals 1", "Manuals 2", "Other"]) await create(person, name);
  await create(person, "Manuals (fr)", "fr");
  const list = (query: Record<string, unknown>) => listMemories(person, MemoriesQuery.parse(query));
  const names = ({ translationMemories }: Awaited<ReturnType<typeof list>>) =>
    translationMemories.map(({ name }) => name);
  const first = await list({ q: "manuals", limit: 2 });
  expect(names(first)).toEqual(["Manuals (fr)", "Manuals 2"]);
  const last = await list({ q: "manuals", limit: 2, cursor: first.nextCursor! });
  expect([names(last), last.nextCursor]).toEqual([["Manuals 1"], null]);
  expect(names(await list({ sourceLanguage: "fr" }))).toEqual(["Manuals (fr)"]);
});
