import { expect, test } from "vitest";
import type { ProjectEvent } from "@/lib/client/events";
import { groupEvents } from "./group-events";

function drafted(id: string, data: Record<string, unknown>, timestamp = "2026-03-08T10:00:00.000Z") {
  const actor = { type: "system", id: null, name: null };
  return { id, type: "translations.pretranslated", timestamp, actor, data } as ProjectEvent;
}

test("consecutive events of one day with the same wording are shown as one entry", () => {
  const groups = groupEvents([
    drafted("a", { language: "de", mt: 0, jobId: "job_3" }),
    drafted("b", { language: "de", mt: 0, jobId: "job_2" }),
    drafted("c", { language: "es", mt: 0 }),
    drafted("d", { language: "de", mt: 0 }),
    drafted("e", { language: "de", mt: 4 }),
    drafted("f", { language: "de", mt: 4 }, "2026-03-07T10:00:00.000Z"),
  ]);
  expect(groups.map(({ event, times }) => `${event.id} ${times}`)).toEqual(["a 2", "c 1", "d 1", "e 1", "f 1"]);
});

test("consecutive edits by one person in one language are shown as one entry that counts each text once", () => {
  const edited = (id: string, language: string, segmentIds: readonly string[], type = "translations.updated") =>
    ({ ...drafted(id, { language, segmentIds, count: segmentIds.length }), type }) as ProjectEvent;
  const groups = groupEvents([
    edited("a", "fr", ["1", "2"]),
    edited("b", "fr", ["2", "3", "4"]),
    edited("c", "fr", ["5"], "translations.reviewed"),
    edited("d", "de", ["1"]),
  ]);
  expect(groups.map(({ event, times }) => [event.id, event.data.count, times])).toEqual([
    ["a", 4, 1],
    ["c", 1, 1],
    ["d", 1, 1],
  ]);
});
