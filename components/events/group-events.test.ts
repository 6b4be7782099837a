import { expect, test } from "vitest";
import type { ProjectEvent } from "@/lib/client/events";
import { groupEvents } from "./group-events";

function drafted(id: string, data: Record<string, unknown>, timestamp = "2026-03-08T10:00:00.000Z") {
  const actor = { type: "system", id: null, name: null };
  return { id, type: "translations.pretranslated", timestamp, actor, data } as unknown as ProjectEvent;
}

test("events that read the same and follow each other on a day are one", () => {
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
