import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { memories, memoryUnits, projectMemories } from "@/db/schema";
import { newPerson } from "@/e2e/people";
import { newProject } from "@/e2e/projects";
import { newId } from "@/lib/base/ids";
import { defaultMemory } from "./default-memory";
import { type FedUnit, feedMemory, unfeedMemory } from "./feed";
import { contextHash, sourceHash } from "./hash";
import { exactMatches, fuzzyMatches, memoriesOf } from "./match";
import { pairedMatches } from "./paired-forms";

let accountId: string;
let memoryId: string;
beforeEach(async () => {
  ({ accountId } = await newPerson());
  memoryId = await defaultMemory(db(), accountId, "en");
});

let segments = 0;
const unit = (source: string, target: string, over: Partial<FedUnit> = {}): FedUnit => ({
  segmentId: `seg_${++segments}`,
  projectId: "prj_test",
  language: "es",
  source,
  target,
  sourceHash: sourceHash(source),
  contextHash: contextHash(null, null),
  reviewed: true,
  createdBy: null,
  ...over,
});
const feed = (...units: FedUnit[]) => db().transaction((tx) => feedMemory(tx, accountId, memoryId, units));
const wanted = (source: string, context = "") => ({ sourceHash: sourceHash(source), contextHash: context });
const kept = async (id = memoryId) => {
  const [row] = await db()
    .select({
      units: memories.units,
      counted: sql<number>`(select count(*)::int from memory_units where memory_id = ${id})`,
    })
    .from(memories)
    .where(eq(memories.id, id));
  return row;
};

describe("exact matches", () => {
  test("exact matches are returned in the order of the segments, with null for a segment without a match", async () => {
    await feed(unit("The house", "La casa"), unit("The tree", "El árbol"));
    const found = await exactMatches(
      accountId,
      [memoryId],
      [wanted("The tree"), wanted("The sea"), wanted("The house"), wanted("The tree")],
      "es",
    );
    expect(found.map((match) => match && [match.target, match.match])).toEqual([
      ["El árbol", 100],
      null,
      ["La casa", 100],
      ["El árbol", 100],
    ]);
  });

  test("exact matches with the same context are preferred, then reviewed units, then the newest", async () => {
    const [here, there] = [contextHash("Before", "After"), contextHash("Elsewhere", null)];
    await feed(unit("Open", "Abierto", { contextHash: here, reviewed: false }));
    await feed(unit("Open", "Abrir", { contextHash: there }));
    const best = async (context: string) =>
      (await exactMatches(accountId, [memoryId], [wanted("Open", context)], "es"))[0];
    expect(await best(here)).toMatchObject({ target: "Abierto", match: 101 });
    expect(await best(contextHash("New", null))).toMatchObject({ target: "Abrir", match: 100 });
    await feed(unit("Open", "Abra", { contextHash: contextHash("Third", null) }));
    expect(await best("")).toMatchObject({ target: "Abra", match: 100 });
  });

  test("exact matches are lowered by the penalty of their memory", async () => {
    await feed(unit("The house", "La casa"));
    await db().update(memories).set({ penalty: 3 }).where(eq(memories.id, memoryId));
    expect((await exactMatches(accountId, [memoryId], [wanted("The house")], "es"))[0]?.match).toBe(97);
    expect((await fuzzyMatches(accountId, [memoryId], "The house", "es"))[0]?.match).toBe(97);
  });

  test("exact matches are found in the requested language or its default region", async () => {
    await feed(unit("Car", "Coche", { language: "es-ES" }), unit("Car", "Carro", { language: "es-MX" }));
    const target = async (language: string) =>
      (await exactMatches(accountId, [memoryId], [wanted("Car")], language))[0]?.target;
    expect([await target("es"), await target("es-ES"), await target("es-MX"), await target("ca")]).toEqual([
      "Coche",
      "Coche",
      "Carro",
      undefined,
    ]);
  });

  test("exact matches in pt are not used for pt-BR, and exact matches in pt-BR are not used for pt", async () => {
    await feed(unit("Train", "Comboio", { language: "pt" }), unit("Train", "Trem", { language: "pt-BR" }));
    const targets = async (language: string) => [
      (await exactMatches(accountId, [memoryId], [wanted("Train")], language))[0]?.target,
      (await fuzzyMatches(accountId, [memoryId], "Train", language)).map(({ target }) => target),
    ];
    expect(await targets("pt")).toEqual(["Comboio", ["Comboio"]]);
    expect(await targets("pt-BR")).toEqual(["Trem", ["Trem"]]);
  });

  test("exact matches never come from another account's memory", async () => {
    await feed(unit("The house", "La casa"));
    const stranger = await newPerson();
    expect(await exactMatches(stranger.accountId, [memoryId], [wanted("The house")], "es")).toEqual([null]);
    expect(await fuzzyMatches(stranger.accountId, [memoryId], "The house is red", "es")).toEqual([]);
  });
});

describe("fuzzy matches", () => {
  test("fuzzy matches are sorted by similarity from 60 percent up, and include the exact match", async () => {
    await feed(
      unit("The red house is old.", "La casa roja es vieja."),
      unit("The red house is very old.", "La casa roja es muy vieja."),
      unit("The red car is new.", "El coche rojo es nuevo."),
      unit("Please restart the server now.", "Reinicie el servidor ahora."),
    );
    const found = await fuzzyMatches(accountId, [memoryId], "The red house is old.", "es");
    expect(found.slice(0, 2).map(({ target }) => target)).toEqual([
      "La casa roja es vieja.",
      "La casa roja es muy vieja.",
    ]);
    expect(found[0]?.match).toBe(100);
    expect(found[1]?.match).toBeGreaterThan(70);
    expect(found.every(({ match }) => match >= 60)).toBe(true);
    expect(found.some(({ target }) => target.startsWith("Reinicie"))).toBe(false);
  });

  test("a fuzzy match has at most 99 percent if numbers or codes differ", async () => {
    await feed(unit("Room 12 is <g1>closed</g1>.", "La sala 12 está <g1>cerrada</g1>."));
    const best = async (source: string) => (await fuzzyMatches(accountId, [memoryId], source, "es"))[0]?.match;
    expect(await best("Room 14 is <g1>closed</g1>.")).toBe(99);
    expect(await best("Room 12 is <g2>closed</g2>.")).toBe(99);
    expect(await best("Room 12 is <g1>closed</g1>.")).toBe(100);
  });

  test("a text with fewer than 8 characters has only exact matches", async () => {
    await feed(unit("Open it", "Ábralo"), unit("Open", "Abrir"));
    expect((await fuzzyMatches(accountId, [memoryId], "Open", "es")).map(({ target }) => target)).toEqual(["Abrir"]);
  });

  test("fuzzy matches are found in all requested memories", async () => {
    const other = newId("memory");
    await db().insert(memories).values({ id: other, accountId, name: "Other", sourceLanguage: "en" });
    await feed(unit("The red house is old.", "A"));
    await db().transaction((tx) => feedMemory(tx, accountId, other, [unit("The red house is old.", "B")]));
    const found = await fuzzyMatches(accountId, [memoryId, other], "The red house is old.", "es");
    expect(found.map(({ memoryName }) => memoryName).sort()).toEqual(["Other", "Reviewed translations (en)"]);
  });
});

test("a project reads its linked memories in order, and writes only to memories linked as writable", async () => {
  const { caller, project } = await newProject();
  const of = () => memoriesOf(db(), caller.accountId, project.id);
  const id = newId("memory");
  await db().insert(memories).values({ id, accountId: caller.accountId, name: "Other", sourceLanguage: "en" });
  const { read, write } = await of();
  expect(write?.id).toBe(read[0]);
  await db()
    .insert(projectMemories)
    .values({ accountId: caller.accountId, projectId: project.id, memoryId: id, position: -1, canWrite: false });
  expect(await of()).toEqual({ read: [id, ...read], write });
  await db().update(projectMemories).set({ canWrite: false }).where(eq(projectMemories.projectId, project.id));
  expect(await of()).toEqual({ read: [id, ...read], write: null });
});

describe("storing units in a memory", () => {
  test("storing a unit replaces the unit with the same text and context, and the unit count stays correct", async () => {
    const first = unit("The house", "La casa");
    await feed(first, unit("The tree", "El árbol"));
    await feed({ ...first, target: "El hogar" }, { ...first, target: "El domicilio" });
    expect(await kept()).toEqual({ units: 2, counted: 2 });
    expect((await exactMatches(accountId, [memoryId], [wanted("The house")], "es"))[0]?.target).toBe("El domicilio");
  });

  test("removing a segment's units from a memory keeps imported units", async () => {
    const [a, b] = [unit("The house", "La casa"), unit("The tree", "El árbol")];
    await feed(a, b, { ...a, language: "ca", target: "La casa" });
    await db().update(memoryUnits).set({ imported: true }).where(eq(memoryUnits.segmentId, b.segmentId));
    await db().transaction((tx) =>
      unfeedMemory(tx, accountId, memoryId, [
        { segmentId: a.segmentId, language: "es-ES" },
        { segmentId: b.segmentId, language: "es" },
      ]),
    );
    expect(await kept()).toEqual({ units: 2, counted: 2 });
    expect((await exactMatches(accountId, [memoryId], [wanted("The house")], "es"))[0]).toBeNull();
    expect((await exactMatches(accountId, [memoryId], [wanted("The house")], "ca"))[0]).not.toBeNull();
    expect((await exactMatches(accountId, [memoryId], [wanted("The tree")], "es"))[0]).not.toBeNull();
  });

  test("concurrent writes to a memory cause no wrong counts and no deadlocks", async () => {
    const texts = Array.from({ length: 30 }, (_, i) => `Text number ${i}`);
    await Promise.all(
      Array.from({ length: 8 }, (_, lane) =>
        db().transaction(async (tx) => {
          const order = lane % 2 ? texts : [...texts].reverse();
          for (const text of order) await feedMemory(tx, accountId, memoryId, [unit(text, `${text} ${lane}`)]);
        }),
      ),
    );
    expect(await kept()).toEqual({ units: 30, counted: 30 });
  });

  test("a write to another account's memory is ignored", async () => {
    const stranger = await newPerson();
    await db().transaction((tx) => feedMemory(tx, stranger.accountId, memoryId, [unit("The house", "La casa")]));
    expect(await kept()).toEqual({ units: 0, counted: 0 });
  });
});

describe("the default memory", () => {
  test("the default memory is created once per source language, even by concurrent requests", async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => db().transaction((tx) => defaultMemory(tx, accountId, "fr"))),
    );
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).not.toBe(memoryId);
  });
});

describe("matching a plural message", () => {
  const codes = [{ id: 1, kind: "placeholder" as const, equiv: "%d" }];
  const plural = {
    source: "<x1/> files",
    codes,
    contextHash: "",
    pluralRule: "cardinal" as const,
    sourceForms: { one: "One file", other: "<x1/> files" },
  };
  const find = async (target: string, over = {}) =>
    (await pairedMatches(accountId, [memoryId], [{ ...plural, ...over }], { source: "en", target }))[0];

  test("a plural message has a memory match if each of its forms matches a memory unit", async () => {
    await feed(unit("One file", "Un archivo"), unit("<x1/> files", "<x1/> archivos", { reviewed: false }));
    expect(await find("es")).toMatchObject({
      source: plural.source,
      sourceForms: plural.sourceForms,
      target: "<x1/> archivos",
      targetForms: { one: "Un archivo", other: "<x1/> archivos" },
      match: 100,
      reviewed: false,
    });
    expect(await find("es", { pluralRule: null, sourceForms: null })).toBeNull();
  });

  test("a plural message has no match if a form's unit is missing or lacks a code, or if one unit would serve two target forms", async () => {
    await feed(unit("One file", "Un archivo"));
    expect(await find("es")).toBeNull();
    await feed(unit("<x1/> files", "archivos"));
    expect(await find("es")).toBeNull();
    await feed(unit("One file", "Plik", { language: "pl" }), unit("<x1/> files", "<x1/> plików", { language: "pl" }));
    expect(await find("pl")).toBeNull();
  });
});
