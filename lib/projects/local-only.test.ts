import { afterEach, expect, test } from "vitest";
import { db } from "@/db/client";
import { newProject } from "@/e2e/projects";
import type { Engine } from "@/lib/engines/engine";
import { setEngines } from "@/lib/engines/registry";
import { CreateProjectBody } from "@/lib/schemas/projects";
import { getProject } from "./project-view";
import { createProject } from "./projects";

afterEach(() => {
  setEngines(null);
});

test("a project restricted to local engines has no machine translation into languages that only remote engines support", async () => {
  const elsewhere: Engine = {
    id: "deepl",
    local: false,
    directions: async () => [{ source: "en", target: "lv", rank: 60 }],
    translate: async () => [],
    state: () => ({ id: "deepl", state: "ready", detail: "", queued: 0, memoryMb: 0 }),
    close: async () => {},
  };
  setEngines([elsewhere]);
  const { caller, project } = await newProject({ targetLanguages: ["lv"] });
  const staying = { ...caller, localOnly: true };
  expect((await getProject(caller, project.id)).blockers).toEqual([]);
  expect((await getProject(staying, project.id)).blockers).toMatchObject([{ code: "no_machine_translation" }]);
  const input = { name: "All by machine", sourceLanguage: "en", targetLanguages: ["lv"], workflow: "mt_only" };
  const create = (by: typeof caller) => db().transaction((tx) => createProject(by, CreateProjectBody.parse(input), tx));
  await expect(create(staying)).rejects.toMatchObject({ details: { errors: [{ code: "unsupported_pair" }] } });
  expect((await create(caller)).name).toBe("All by machine");
});
