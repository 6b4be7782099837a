import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { changeProject } from "@/lib/projects/change/change-project";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { SYSTEM } from "@/lib/work/events/actor";
import { getJob, listJobValues } from "@/lib/work/jobs/jobs";
import { listConflicts, resolveConflicts } from "./conflicts";
import { sendTargetImport } from "./import-target";

afterAll(closeSandbox);

const PAGE = { limit: 100 };

async function importFile(caller: Caller, documentId: string, name: string, content: string): Promise<string> {
  const input = { language: "es", mode: "translated" as const, fileName: name };
  const jobId = await sendTargetImport(caller, documentId, input, Buffer.from(content));
  await runJobs(caller);
  return jobId;
}

/** A document whose imported texts were edited both in the project and in the file. */
async function conflicting(
  name: string,
  { source, base, here, file }: { source: string; base: string; here: readonly (object | null)[]; file: string },
) {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, name, source);
  await runJobs(caller);
  await importFile(caller, id, name, base);
  const rows = await textsOf(id);
  const edits = here.flatMap((edit, i) =>
    edit ? [{ segmentId: rows[i]!.id, state: "translated" as const, ...edit }] : [],
  );
  await db().transaction((tx) =>
    changeProject(tx, { accountId: caller.accountId, projectId: project.id, actor: SYSTEM }, (change) =>
      changeTranslations(change, "es", edits),
    ),
  );
  return { caller, id, jobId: await importFile(caller, id, name, file) };
}

const json = (...texts: string[]) =>
  JSON.stringify(Object.fromEntries(texts.map((text, i) => [`k${i}`, text])), null, 2);

describe("resolving import conflicts", () => {
  const texts = {
    source: json("Save", "Open", "Close", "Print"),
    base: json("Salvar", "Abrir", "Cerrar", "Imprimir"),
    here: [{ text: "Guardar" }, { text: "Abrir ya" }, { text: "Cerrar ya" }, null],
    file: json("Grabar", "Abre", "Cerrar", "Imprime"),
  };
  const choose = (
    caller: Caller,
    jobId: string,
    take: "file" | "here",
    chosen: { segmentId: string; revision: number }[],
  ) => {
    const conflicts = chosen.map(({ segmentId, revision }) => ({ segmentId, revision }));
    return db().transaction((tx) => resolveConflicts(caller, jobId, { take, conflicts }, tx));
  };

  test("an import conflict lists both changed texts and the original; a text changed only in the project or in the file is no conflict", async () => {
    const { caller, jobId } = await conflicting("en.json", texts);
    const { language, conflicts, nextCursor } = await listConflicts(caller, jobId, PAGE);
    expect({ language, nextCursor }).toEqual({ language: "es", nextCursor: null });
    expect(
      conflicts.map(({ key, source, base, here, file }) => [key, source, base?.text, here.text, file.text]),
    ).toEqual([
      ["k0", "Save", "Salvar", "Guardar", "Grabar"],
      ["k1", "Open", "Abrir", "Abrir ya", "Abre"],
    ]);
    const [first] = (await listConflicts(caller, jobId, { limit: 1 })).conflicts;
    expect(first?.key).toBe("k0");
  });

  test("resolving an import conflict keeps the current text or uses the file's text, and the receipt shows which", async () => {
    const { caller, id, jobId } = await conflicting("en.json", texts);
    const [first, second] = (await listConflicts(caller, jobId, PAGE)).conflicts;
    expect(await choose(caller, jobId, "file", [first!])).toEqual({ left: 1 });
    expect(await choose(caller, jobId, "here", [second!])).toEqual({ left: 0 });
    expect((await textsOf(id)).map(({ text }) => text)).toEqual(["Grabar", "Abrir ya", "Cerrar ya", "Imprime"]);
    const { values } = await listJobValues(caller, jobId, { limit: 10 });
    expect(values.map(({ outcome }) => outcome)).toEqual(["replaced", "kept", "kept", "accepted"]);
    const { result } = await getJob(caller, jobId);
    expect(result).toMatchObject({ accepted: 1, replaced: 1, kept: 2, conflicts: 0, values: 4 });
    const again = await importFile(caller, id, "es.json", texts.file);
    expect((await listConflicts(caller, again, PAGE)).conflicts).toEqual([]);
  });

  test("a conflict stays open if its text was edited since it was read, and other conflicts are resolved", async () => {
    const { caller, id, jobId } = await conflicting("en.json", texts);
    const [first, second] = (await listConflicts(caller, jobId, PAGE)).conflicts;
    const stale = { segmentId: second!.segmentId, revision: second!.revision - 1 };
    await expect(choose(caller, jobId, "file", [stale])).rejects.toMatchObject({ code: "precondition_failed" });
    expect((await textsOf(id)).map(({ text }) => text)).toEqual(["Guardar", "Abrir ya", "Cerrar ya", "Imprime"]);
    expect(await choose(caller, jobId, "file", [first!, stale])).toEqual({ left: 1 });
    expect((await textsOf(id)).map(({ text }) => text)).toEqual(["Grabar", "Abrir ya", "Cerrar ya", "Imprime"]);
    expect((await listConflicts(caller, jobId, PAGE)).conflicts.map(({ key }) => key)).toEqual(["k1"]);
  });

  test("an import reports one conflict for all forms of a plural message", async () => {
    const plural = (one: string, other: string) => JSON.stringify({ files_one: one, files_other: other }, null, 2);
    const { caller, id, jobId } = await conflicting("en.json", {
      source: plural("{{count}} file", "{{count}} files"),
      base: plural("{{count}} fichero", "{{count}} ficheros"),
      here: [{ text: "<x1/> archivos", forms: { one: "<x1/> archivo" } }],
      file: plural("{{count}} documento", "{{count}} documentos"),
    });
    const { conflicts } = await listConflicts(caller, jobId, PAGE);
    expect(conflicts.map(({ base, here, file }) => [base?.forms, here.forms, file.forms])).toEqual([
      [
        expect.objectContaining({ one: "<x1/> fichero", other: "<x1/> ficheros" }),
        expect.objectContaining({ one: "<x1/> archivo", other: "<x1/> archivos" }),
        expect.objectContaining({ one: "<x1/> documento", other: "<x1/> documentos" }),
      ],
    ]);
    expect(await choose(caller, jobId, "file", [conflicts[0]!])).toEqual({ left: 0 });
    expect((await textsOf(id))[0]!.text).toBe("<x1/> documentos");
  });

  test("conflicts can be listed only for imports of translations", async () => {
    const { caller, project } = await newProject({ workflow: "human" });
    await addDocument(caller, project.id, "en.json", texts.source);
    await expect(listConflicts(caller, "job_none", PAGE)).rejects.toMatchObject({ code: "not_found" });
  });
});
