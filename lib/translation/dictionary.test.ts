import { expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { DictionaryBody } from "@/lib/schemas/dictionary";
import { CreateTermBody } from "@/lib/schemas/glossaries";
import { CreateMemoryBody, CreateUnitBody } from "@/lib/schemas/memories";
import { lookUp } from "./dictionary";
import { createTerm } from "./glossaries/edit-terms";
import { createGlossary } from "./glossaries/glossaries";
import { createMemory } from "./memory/memories";
import { createUnit } from "./memory/units";

test("the dictionary lists translations of a word from the workspace's own glossaries and memories only", async () => {
  const caller = await newPerson();
  const stranger = await newPerson();
  const glossary = await db().transaction((tx) => createGlossary(caller, { name: "Acme", sourceLanguage: "en" }, tx));
  const term = CreateTermBody.parse({
    source: "Invoice",
    definition: "A bill",
    targets: [
      { language: "es", text: "factura", usage: "preferred" },
      { language: "es", text: "cuenta", usage: "admitted" },
      { language: "es", text: "nota", usage: "forbidden" },
    ],
  });
  await db().transaction((tx) => createTerm(caller, glossary.id, term, tx));
  const memory = await db().transaction((tx) =>
    createMemory(caller, CreateMemoryBody.parse({ name: "Old texts", sourceLanguage: "en" }), tx),
  );
  for (const [source, target] of [
    ["invoice", "recibo"],
    ["Invoice", "Factura"],
  ])
    await db().transaction((tx) =>
      createUnit(caller, memory.id, CreateUnitBody.parse({ source, target, language: "es" }), tx),
    );
  const find = async (text: string, over: object = {}, by = caller) =>
    (await lookUp(by, DictionaryBody.parse({ text, source: "en", target: "es-MX", ...over }))).entries;

  expect(await find("invoice")).toMatchObject([
    { translation: "factura", origin: "glossary", name: "Acme", note: "A bill", isPreferred: true },
    { translation: "cuenta", origin: "glossary", isPreferred: false },
    { translation: "recibo", origin: "memory", name: "Old texts", note: null },
  ]);
  expect(await find("factura", { side: "target" })).toMatchObject([{ translation: "cuenta" }]);
  expect(await find("nota", { side: "target" })).toMatchObject([{ translation: "factura" }, { translation: "cuenta" }]);
  for (const nothing of [find("bill"), find("invoice", { target: "fr" }), find("invoice", {}, stranger)])
    expect(await nothing).toEqual([]);
});
