import { desc, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { events } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { patchProject } from "@/lib/projects/edit-project";
import { getProject } from "@/lib/projects/project-view";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { changeStatus } from "@/lib/projects/status/transitions";
import { TransitionBody } from "@/lib/schemas/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";

afterAll(closeSandbox);

async function withContent() {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const document = await addDocument(caller, project.id, "texts.json", { segments: [{ key: "a", source: "Big." }] });
  await runJobs(caller);
  const to = (input: Record<string, unknown>) =>
    db().transaction((tx) => changeStatus(caller, project.id, TransitionBody.parse(input), tx));
  const edit = async (language: string, body: Record<string, unknown>) => {
    const [row] = await textsOf(document.id, language);
    await editTranslation(caller, row!.id, language, row!.revision, PatchTranslationBody.parse(body));
  };
  const lastEvent = async () => {
    const [event] = await db()
      .select({ type: events.type, data: events.data })
      .from(events)
      .where(eq(events.projectId, project.id))
      .orderBy(desc(events.sequence))
      .limit(1);
    return event;
  };
  return { caller, projectId: project.id, to, edit, lastEvent, get: () => getProject(caller, project.id) };
}

test("the event of a forced completion contains the old and the new status and the reason, and the completion lasts until content changes", async () => {
  const { caller, projectId, to, edit, lastEvent, get } = await withContent();
  await to({ to: "completed", force: true, reason: "Shipped." });
  expect(await lastEvent()).toMatchObject({
    type: "project.completed",
    data: { from: "in_progress", to: "completed", forced: true, reason: "Shipped." },
  });
  await patchProject(caller, projectId, { name: "Another name" });
  expect((await get()).status).toBe("completed");
  await edit("es", { text: "Grande." });
  expect((await get()).status).toBe("in_progress");
  expect(await lastEvent()).toMatchObject({ type: "project.reopened", data: { from: "completed", to: "in_progress" } });
});

test("reactivating an archived project is reported as restored, and reactivating a cancelled project as reopened", async () => {
  const { to, lastEvent } = await withContent();
  await to({ to: "cancelled" });
  expect(await lastEvent()).toMatchObject({ type: "project.cancelled" });
  await to({ to: "in_progress" });
  expect(await lastEvent()).toMatchObject({ type: "project.reopened", data: { from: "cancelled" } });
  await to({ to: "cancelled" });
  await to({ to: "archived" });
  expect(await lastEvent()).toMatchObject({ type: "project.archived" });
  await to({ to: "in_progress" });
  expect(await lastEvent()).toMatchObject({ type: "project.restored", data: { from: "archived" } });
});

test("a language keeps its completion time while other languages are still being translated", async () => {
  const { edit, get } = await withContent();
  const spanish = async () => (await get()).languages.find(({ language }) => language === "es")!;
  await edit("es", { text: "Grande.", state: "reviewed" });
  const completed = await spanish();
  expect(completed).toMatchObject({ status: "completed", completedAt: expect.any(String) });
  await edit("ca", { text: "Gran." });
  expect(await spanish()).toEqual(completed);
  await edit("es", { text: "Enorme." });
  expect(await spanish()).toMatchObject({ completedAt: null });
});
