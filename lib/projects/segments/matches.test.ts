import { expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { changeProject } from "@/lib/projects/change/change-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { SegmentsQuery } from "@/lib/schemas/segments";
import { feedMemory } from "@/lib/translation/memory/feed";
import { contextHash, sourceHash } from "@/lib/translation/memory/hash";
import { memoriesOf } from "@/lib/translation/memory/match";
import { listSegments } from "./list-segments";
import { findMatches } from "./matches";

const COLOURS = ["red", "green", "blue", "yellow", "black"];
const THINGS = ["house", "car", "tree", "door", "window", "garden", "table"];

/** 74 texts: similar, repeated, short and unique ones. */
const TEXTS = [
  ...COLOURS.flatMap((colour) => THINGS.map((thing) => `The ${colour} ${thing} is old but very beautiful.`)),
  ...THINGS.map((thing) => `The red ${thing} is old but very beautiful.`),
  ...["Save", "Save", "Cancel", "Save", "OK"],
  ...THINGS.map((thing, i) => `Nobody has ever written ${thing} number ${i} like this.`),
  ...Array.from({ length: 20 }, (_, i) => `Unlikelihood${i} perplexes philosopher${i}.`),
];

test("the segment list shows for each segment only its own memory matches", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(caller, project.id, "texts.json", {
    segments: TEXTS.map((source, i) => ({ key: `k${i}`, source })),
  });
  await runJobs(caller);
  const memoryId = (await memoriesOf(db(), caller.accountId, project.id)).write!.id;
  const unit = (source: string, target: string, reviewed: boolean) => ({
    segmentId: "seg_elsewhere",
    projectId: "prj_elsewhere",
    language: "es",
    source,
    target,
    sourceHash: sourceHash(source),
    contextHash: contextHash(null, target),
    reviewed,
    createdBy: null,
  });
  const units = [
    ...THINGS.flatMap((thing, i) => [
      unit(`The red ${thing} is old but very beautiful.`, `Viejo ${i}`, i % 2 === 0),
      unit(`The white ${thing} is old but not very beautiful.`, `Blanco ${i}`, i % 3 === 0),
    ]),
    unit("Save", "Guardar", true),
    unit("Save", "Salvar", false),
  ];
  await db().transaction((tx) => feedMemory(tx, caller.accountId, memoryId, units));
  const rows = await textsOf(document.id);
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "system", id: null } as const };
  const changes = rows
    .filter((_, i) => i % 3 === 0)
    .map(({ id }, i) => ({
      segmentId: id,
      text: `Texto ${i}`,
      state: i % 2 ? ("reviewed" as const) : ("draft" as const),
    }));
  await db().transaction((tx) => changeProject(tx, target, (change) => changeTranslations(change, "es", changes)));

  const query = SegmentsQuery.parse({ language: "es", limit: 100, include: "matches" });
  const { segments } = await listSegments(caller, project.id, query);
  expect(segments).toHaveLength(TEXTS.length);
  for (const segment of segments)
    expect(segment.matches, segment.source).toEqual((await findMatches(caller, segment.id, "es")).matches);
  const found = segments.flatMap(({ matches }) => matches ?? []);
  expect(new Set(found.map(({ origin }) => origin))).toEqual(new Set(["memory", "repetition"]));
  expect(found.some(({ match }) => match < 100)).toBe(true);
  expect(segments.some(({ matches }) => matches?.length === 0)).toBe(true);
});
