import { expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { CreateMemoryBody, CreateUnitBody } from "@/lib/schemas/memories";
import { RememberedBody } from "@/lib/schemas/remembered";
import { createMemory } from "./memory/memories";
import { createUnit } from "./memory/units";
import { rememberedTranslations } from "./remembered";

test("the remembered translation of a text is the newest in the workspace's own memories", async () => {
  const caller = await newPerson();
  const stranger = await newPerson();
  const newMemory = (name: string, over: object = {}) =>
    db().transaction((tx) => createMemory(caller, CreateMemoryBody.parse({ name, sourceLanguage: "en", ...over }), tx));
  const add = (memoryId: string, source: string, target: string, language = "es") =>
    db().transaction((tx) => createUnit(caller, memoryId, CreateUnitBody.parse({ source, target, language }), tx));
  const [old, own, rough] = [await newMemory("Old"), await newMemory("Own"), await newMemory("Rough", { penalty: 5 })];
  await add(old.id, "Tea & <sugar>", "Té y azúcar");
  await add(own.id, "Tea & <sugar>", "Té & <azúcar>");
  await add(own.id, "Tea & <sugar>", "Chá & <açúcar>", "pt-BR");
  await add(rough.id, "Coffee", "Cafetucho");
  const find = async (body: object, by = caller) =>
    (await rememberedTranslations(by, RememberedBody.parse({ targets: ["es"], ...body }))).translations;

  const es = { translation: "  Té & <azúcar>\n", source: "en", memory: { id: own.id, name: "Own" } };
  expect(await find({ text: "  Tea & <sugar>\n", source: "en-GB" })).toEqual({ es });
  expect(await find({ text: "  Tea & <sugar>\n", targets: ["es", "pt-BR", "pt", "fr"] })).toEqual({
    es,
    "pt-BR": { ...es, translation: "  Chá & <açúcar>\n" },
  });
  for (const nothing of [
    find({ text: "Tea" }),
    find({ text: "tea & <sugar>" }),
    find({ text: "Tea & <sugar>", source: "de" }),
    find({ text: "Coffee" }),
    find({ text: "Tea & <sugar>", projectId: `prj_${"0".repeat(26)}` }),
    find({ text: "Tea & <sugar>" }, stranger),
  ])
    expect(await nothing).toEqual({});
});
