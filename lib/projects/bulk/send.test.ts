import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { BulkBody } from "@/lib/schemas/bulk-edits";
import { ROLES, type Role } from "@/lib/vocabulary/rights";
import { previewBulk, sendBulk, sendUndo } from "./send";

afterAll(closeSandbox);

const NEEDED: Readonly<Record<string, Role>> = {
  confirm: "translator",
  replace: "translator",
  approve: "reviewer",
  reject: "reviewer",
  pretranslate: "reviewer",
  ignoreCheck: "reviewer",
  clear: "manager",
  exclude: "manager",
  include: "manager",
};
const MORE: Readonly<Record<string, object>> = {
  replace: { find: "a", replace: "b" },
  reject: { comment: "No." },
  ignoreCheck: { check: "number.extra" },
};
const bulkOf = (type: string) => BulkBody.parse({ language: "es", filter: {}, action: { type, ...MORE[type] } });

test("each bulk action requires the same role as the action in the editor", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  for (const [type, required] of Object.entries(NEEDED))
    for (const role of ROLES) {
      const preview = previewBulk({ ...caller, role }, project.id, bulkOf(type));
      if (ROLES.indexOf(role) >= ROLES.indexOf(required)) await expect(preview).resolves.toMatchObject({ matching: 0 });
      else await expect(preview).rejects.toMatchObject({ code: "forbidden", details: { required, granted: role } });
    }
});

test("an ended job can be undone if it changed translations", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = [{ key: "a", source: "Hello", target: "Hola" }];
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  const undo = (id: string) => db().transaction((tx) => sendUndo(caller, id, tx));
  await expect(undo(document.version.jobId!)).rejects.toMatchObject({ details: { reason: "not_undoable" } });
  await runJobs(caller);
  const id = await db().transaction((tx) => sendBulk(caller, project.id, bulkOf("confirm"), tx));
  await expect(undo(id)).rejects.toMatchObject({ code: "conflict", details: { reason: "job_running" } });
  await runJobs(caller);
  await expect(undo(id)).resolves.toMatch(/./);
});
