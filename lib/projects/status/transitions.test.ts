import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { newPerson } from "@/e2e/people";
import { addDocument, eventsOf, newProject, runJobs } from "@/e2e/projects";
import type { Caller } from "@/lib/identity/auth/caller";
import { getProject } from "@/lib/projects/project-view";
import { TransitionBody } from "@/lib/schemas/projects";
import { ROLES } from "@/lib/vocabulary/rights";
import { PROJECT_STATUSES } from "@/lib/vocabulary/segments";
import { allowedTransitions } from "./allowed-transitions";
import { changeStatus } from "./transitions";

function change(caller: Caller, projectId: string, input: Record<string, unknown>) {
  return db().transaction((tx) => changeStatus(caller, projectId, TransitionBody.parse(input), tx));
}

async function withContent(settings: Record<string, unknown> = {}) {
  const { caller, project } = await newProject({ workflow: "human", settings });
  await addDocument(caller, project.id, "texts.json", { segments: [{ key: "a", source: "The house is big." }] });
  await runJobs(caller);
  return { caller, projectId: project.id };
}

describe("changing a project's status", () => {
  test("a project's status can be changed manually only from states that allow it", () => {
    const manager = { role: "manager" } as Caller;
    const from = (status: (typeof PROJECT_STATUSES)[number], startedAt: Date | null, hasContent: boolean) =>
      allowedTransitions(manager, { status, startedAt }, hasContent);
    expect(Object.fromEntries(PROJECT_STATUSES.map((status) => [status, from(status, new Date(), true)]))).toEqual({
      draft: ["cancelled", "archived"],
      in_progress: ["completed", "cancelled"],
      in_review: ["completed", "cancelled"],
      completed: ["archived"],
      cancelled: ["in_progress", "archived"],
      archived: ["in_progress"],
    });
    expect(from("draft", null, true)).toContain("in_progress");
    expect(from("draft", null, false)).not.toContain("in_progress");
    expect(from("cancelled", null, true)).toEqual(["in_progress", "archived"]);
    for (const role of ROLES) {
      const may = allowedTransitions({ role } as Caller, { status: "in_progress", startedAt: null }, true).length > 0;
      expect(may, role).toBe(ROLES.indexOf(role) >= ROLES.indexOf("manager"));
    }
  });

  test("forcing a project's completion requires a reason and returns the requirements that were skipped", async () => {
    const { caller, projectId } = await withContent();
    await expect(change(caller, projectId, { to: "completed" })).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "not_completed", status: "in_progress", allowedTransitions: ["completed", "cancelled"] },
    });
    await expect(change(caller, projectId, { to: "completed", force: true })).rejects.toMatchObject({
      code: "invalid_request",
      details: { errors: [{ path: "reason", code: "required" }] },
    });
    const forced = await change(caller, projectId, { to: "completed", force: true, reason: "Shipped as it is." });
    expect(forced.status).toBe("completed");
    expect(forced.skipped?.length).toBeGreaterThan(0);
    expect(await eventsOf(projectId)).toContain("project.completed");
  });

  test("a project's status follows its content again after the project was cancelled or archived and then restored", async () => {
    const { caller, projectId } = await withContent();
    for (const to of ["cancelled", "archived"] as const)
      expect((await change(caller, projectId, { to })).status).toBe(to);
    await expect(change(caller, projectId, { to: "cancelled" })).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "transition_not_allowed", allowedTransitions: ["in_progress"] },
    });
    expect((await change(caller, projectId, { to: "in_progress" })).status).toBe("in_progress");
  });

  test("a project must be started manually if automatic start is off", async () => {
    const { caller, projectId } = await withContent({ autoStart: false });
    expect((await getProject(caller, projectId)).status).toBe("draft");
    expect((await change(caller, projectId, { to: "in_progress" })).status).toBe("in_progress");
  });

  test("translators can't change a project's status", async () => {
    const { caller, projectId } = await withContent();
    const translator = await newPerson({ accountId: caller.accountId, role: "translator" });
    await expect(change(translator, projectId, { to: "cancelled" })).rejects.toMatchObject({
      details: { reason: "transition_not_allowed", allowedTransitions: [] },
    });
  });
});
