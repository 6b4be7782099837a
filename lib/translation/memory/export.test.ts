import { expect, test } from "vitest";
import { db } from "@/db/client";
import { memoryUnits } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { exportMemory } from "./export";
import { sourceHash } from "./hash";
import { createMemory } from "./memories";

async function withUnits(counts: Readonly<Record<string, number>>) {
  const person = await newPerson();
  const memory = await createMemory(
    person,
    { name: "Manuals", sourceLanguage: "en", writePolicy: "reviewed", penalty: 0 },
    db(),
  );
  for (const [targetLanguage, count] of Object.entries(counts))
    await db()
      .insert(memoryUnits)
      .values(
        Array.from({ length: count }, (_, i) => ({
          id: `tmu_${memory.id}_${targetLanguage}_${i}`,
          accountId: person.accountId,
          memoryId: memory.id,
          targetLanguage,
          source: `Text ${i}`,
          target: `Texto ${i}`,
          sourceHash: sourceHash(`Text ${i}`),
        })),
      );
  const exported = async (language?: string) => {
    const text = await new Response((await exportMemory(person, memory.id, language)).stream).text();
    return [...text.matchAll(/<seg>Text (\d+)<\/seg>/g)].map(([, number]) => Number(number)).sort((a, b) => a - b);
  };
  return { person, memory, exported };
}

test("exporting a memory of several pages writes each unit once", async () => {
  const { exported } = await withUnits({ es: 1_001 });
  expect(await exported()).toEqual(Array.from({ length: 1_001 }, (_, i) => i));
});

test("exporting a memory into one language writes only units in that language", async () => {
  const { exported } = await withUnits({ es: 3, ca: 2 });
  expect([await exported("ca"), await exported()]).toEqual([
    [0, 1],
    [0, 0, 1, 1, 2],
  ]);
});
