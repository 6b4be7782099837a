import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { events } from "@/db/schema";
import { newProject } from "@/e2e/projects";
import { CreateProjectBody, PatchProjectBody, TransitionBody } from "@/lib/schemas/projects";
import { deleteProject, patchProject, restoreProject } from "./edit-project";
import { createProject } from "./projects";
import { tellOverdue } from "./tell-overdue";
import { changeStatus } from "./transitions";

afterAll(closeDatabase);

test("an external id that several take at once is one project's, and the others learn whose", async () => {
  const { caller, project } = await newProject();
  const input = { name: "Another", sourceLanguage: "en", targetLanguages: ["es"] };
  const create = () => db().transaction((tx) => createProject(caller, CreateProjectBody.parse(input), tx));
  const ids = [project.id, ...(await Promise.all(Array.from({ length: 5 }, create))).map(({ id }) => id)];
  const taken = (id: string) => ({ code: "conflict", details: { reason: "external_id_taken", projectId: id } });
  for (let round = 0; round < 5; round++) {
    const externalId = `crm-${round}`;
    const done = await Promise.allSettled(
      ids.map((id) => patchProject(caller, id, PatchProjectBody.parse({ externalId }))),
    );
    const winner = ids[done.findIndex(({ status }) => status === "fulfilled")]!;
    const refused = done.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(ids.length - 1);
    for (const reason of refused) expect(reason).toMatchObject(taken(winner));
  }
  // Coming back from the deleted ones, too.
  await patchProject(caller, ids[0]!, { externalId: "crm-restored" });
  await deleteProject(caller, ids[0]!);
  const [patched, restored] = await Promise.allSettled([
    patchProject(caller, ids[1]!, { externalId: "crm-restored" }),
    db().transaction((tx) => restoreProject(caller, ids[0]!, tx)),
  ]);
  const [loser, winner] = patched.status === "rejected" ? [patched, ids[0]!] : [restored, ids[1]!];
  expect(loser).toMatchObject({ status: "rejected", reason: taken(winner) });
});

test("a due date that passes is told once, and again when another one has passed", async () => {
  const { caller, project } = await newProject();
  const told = async () => {
    await tellOverdue();
    const rows = await db()
      .select({ data: events.data })
      .from(events)
      .where(and(eq(events.projectId, project.id), eq(events.type, "project.overdue")));
    return rows.map(({ data }) => (data as { dueAt: string }).dueAt);
  };
  const due = (dueAt: string) => patchProject(caller, project.id, PatchProjectBody.parse({ dueAt }));
  const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
  await due("2999-01-01T00:00:00Z");
  expect(await told()).toEqual([]);
  await due(first);
  await Promise.all([tellOverdue(), tellOverdue()]);
  expect(await told()).toEqual([first]);
  await due(first);
  expect(await told()).toEqual([first]);
  await due(second);
  expect(await told()).toEqual([first, second]);
});

test("a project that is cancelled is not late", async () => {
  const { caller, project } = await newProject();
  await patchProject(caller, project.id, PatchProjectBody.parse({ dueAt: "2026-01-01T00:00:00Z" }));
  await db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse({ to: "cancelled" }), tx));
  await tellOverdue();
  const rows = await db().select().from(events).where(eq(events.projectId, project.id));
  expect(rows.map(({ type }) => type)).not.toContain("project.overdue");
});
