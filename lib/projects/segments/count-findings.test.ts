import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/db/client";
import { segments } from "@/db/schema";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { changeProject } from "@/lib/projects/change/change-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { countFindings } from "./count-findings";

test("QA findings are counted by check and severity for the requested segments, without those of other accounts", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const document = await addDocument(
    caller,
    project.id,
    "prices.txt",
    "It costs 5.\n\nIt costs 7.\n\nThere are 9 cars.",
  );
  await runJobs(caller);
  const ids = (await textsOf(document.id)).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  const target = { accountId: caller.accountId, projectId: project.id, actor: { type: "user", id: null } as const };
  const changes = ids.map((segmentId) => ({ segmentId, text: "Cuesta mucho." }));
  await db().transaction((tx) => changeProject(tx, target, (change) => changeTranslations(change, "es", changes)));
  const missing = { language: "es", check: "number.missing" };
  const numbers = async () => (await countFindings(caller, project.id)).filter(({ check }) => check === missing.check);
  expect(await numbers()).toMatchObject([{ ...missing, segments: 3 }]);
  await db().update(segments).set({ excluded: true }).where(eq(segments.id, ids[0]!));
  expect(await numbers()).toMatchObject([{ ...missing, segments: 2 }]);
  expect(await countFindings((await newProject()).caller, project.id)).toEqual([]);
});
