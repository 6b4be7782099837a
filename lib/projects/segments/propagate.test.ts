import { expect, test } from "vitest";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { editTranslation } from "./edit-translation";
import { getSegment } from "./list-segments";

const MACHINE = { type: "mt", engine: "apertium" };

test("a confirmed text is copied to repetitions as a draft if the project or the request asks for it", async () => {
  const { caller, project } = await newProject({ workflow: "human", settings: { propagateConfirmed: true } });
  const segments = ["a", "b"].map((key) => ({ key, source: "The house is big." }));
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const ids = (await textsOf(document.id)).map(({ id }) => id);
  const confirm = async (text: string, over: Record<string, unknown> = {}) => {
    const { translation } = await getSegment(caller, ids[0]!, "es");
    const body = PatchTranslationBody.parse({ text, state: "translated", ...over });
    return editTranslation(caller, ids[0]!, "es", translation.revision, body);
  };
  expect((await confirm("La casa.", { propagate: false })).propagated).toEqual([]);
  expect((await confirm("La casa es grande.")).propagated).toEqual([ids[1]]);
  expect((await textsOf(document.id)).map(({ text, state }) => [text, state])).toEqual([
    ["La casa es grande.", "translated"],
    ["La casa es grande.", "draft"],
  ]);
});

test("an approved text is copied to repetitions, but never over a draft that a person has edited", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const segments = ["a", "b", "c", "d"].map((key) => ({ key, source: "The house is big." }));
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const ids = (await textsOf(document.id)).map(({ id }) => id);
  const edit = async (index: number, body: Record<string, unknown>) => {
    const { translation } = await getSegment(caller, ids[index]!, "es");
    return editTranslation(caller, ids[index]!, "es", translation.revision, PatchTranslationBody.parse(body));
  };
  await edit(1, { text: "La casa es gran.", state: "draft", origin: MACHINE });
  await edit(2, { text: "La casa es gran.", state: "draft", origin: MACHINE });
  await edit(2, { text: "La casona es grande.", state: "draft" });

  const { propagated } = await edit(0, { text: "La casa es grande.", state: "reviewed", propagate: true });

  expect([...propagated].sort()).toEqual([ids[1], ids[3]].sort());
  const after = await textsOf(document.id);
  expect(after.map(({ text, state }) => [text, state])).toEqual([
    ["La casa es grande.", "reviewed"],
    ["La casa es grande.", "translated"],
    ["La casona es grande.", "draft"],
    ["La casa es grande.", "translated"],
  ]);
});

test("a plural translation that lacks its main form is not copied to repetitions", async () => {
  const { caller, project } = await newProject({ workflow: "human" });
  const sourceForms = { one: "One house", other: "{n} houses" };
  const segments = ["a", "b"].map((key) => ({ key, sourceForms }));
  const document = await addDocument(caller, project.id, "texts.json", { segments });
  await runJobs(caller);
  const [first, second] = await textsOf(document.id);
  const approve = async (forms: Record<string, string>) => {
    const { translation } = await getSegment(caller, first!.id, "es");
    const body = PatchTranslationBody.parse({ forms, state: "reviewed", propagate: true, force: true });
    return (await editTranslation(caller, first!.id, "es", translation.revision, body)).propagated;
  };
  expect(await approve({ one: "Una casa" })).toEqual([]);
  expect(await approve({ one: "Una casa", other: "{n} casas" })).toEqual([second!.id]);
});
