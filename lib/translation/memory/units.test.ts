import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { CreateMemoryBody, CreateUnitBody, UnitsQuery } from "@/lib/schemas/memories";
import { createMemory, getMemory } from "./memories";
import { createUnit, listUnits } from "./units";

describe("adding memory units", () => {
  const add = async (person: Awaited<ReturnType<typeof newPerson>>, memoryId: string, target: string) =>
    db().transaction((tx) =>
      createUnit(person, memoryId, CreateUnitBody.parse({ source: "1 < 2", target, language: "es-ES" }), tx),
    );
  const memoryOf = (person: Awaited<ReturnType<typeof newPerson>>) =>
    db().transaction((tx) => createMemory(person, CreateMemoryBody.parse({ name: "Mine", sourceLanguage: "en" }), tx));

  test("a unit that a person adds is stored as plain text, and replaced by a later unit with the same source", async () => {
    const person = await newPerson();
    const memory = await memoryOf(person);
    expect(await add(person, memory.id, "uno < dos")).toMatchObject({ source: "1 &lt; 2", target: "uno &lt; dos" });
    await add(person, memory.id, "1 es menor que 2");
    const { units } = await listUnits(person, memory.id, UnitsQuery.parse({}));
    expect(units.map(({ target, language }) => [target, language])).toEqual([["1 es menor que 2", "es"]]);
    expect((await getMemory(person, memory.id)).units).toBe(1);
  });

  test("a unit is never added to the memory of another workspace", async () => {
    const memory = await memoryOf(await newPerson());
    await expect(add(await newPerson(), memory.id, "x")).rejects.toMatchObject({ code: "not_found" });
  });
});
