import { afterAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { SYSTEM } from "@/lib/events/actor";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { ProjectsQuery } from "@/lib/schemas/projects";
import { changeProject } from "./change/change-project";
import { listProjects } from "./list-projects";
import { type Change, changeTranslations } from "./translations/change-translations";

afterAll(async () => {
  await closeSandbox();
  await closeDatabase();
});

test("projects with machine drafts that wait are found as long as one is neither edited nor confirmed", async () => {
  const { caller, project } = await newProject({ settings: { autoStart: false } });
  const document = await addDocument(caller, project.id, "a.txt", "A house.\nA tree.");
  await runJobs(caller);
  const [house, tree] = await textsOf(document.id);
  const change = (segmentId: string, more: Omit<Change, "segmentId">) =>
    db().transaction((tx) =>
      changeProject(tx, { accountId: caller.accountId, projectId: project.id, actor: SYSTEM }, (changing) =>
        changeTranslations(changing, "es", [{ segmentId, ...more }]),
      ),
    );
  const found = async () => {
    const listed = await listProjects(caller, ProjectsQuery.parse({ machineDrafts: "true", includeTotal: "true" }));
    return [listed.projects.map(({ id }) => id), listed.total];
  };
  const [some, none] = [
    [[project.id], 1],
    [[], 0],
  ];
  expect(await found()).toEqual(none);
  await change(house!.id, { text: "Una casa.", state: "draft", origin: { type: "mt" } });
  await change(tree!.id, { text: "Un árbol.", state: "reviewed", origin: { type: "mt" } });
  expect(await found()).toEqual(some);
  await change(house!.id, { text: "La casa." });
  expect(await found()).toEqual(none);
  await change(house!.id, { text: "Una casa.", origin: { type: "mt" }, edited: false });
  expect(await found()).toEqual(some);
  await change(house!.id, { state: "translated" });
  expect(await found()).toEqual(none);
});
