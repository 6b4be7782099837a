import { afterAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { changeProject } from "@/lib/projects/change/change-project";
import { type Change, changeTranslations } from "@/lib/projects/translations/change-translations";
import { SYSTEM } from "@/lib/work/events/actor";
import { replaceContent } from "./replace-content";

afterAll(closeSandbox);

const catalogue = (texts: Readonly<Record<string, string>>) => {
  const entries = Object.entries(texts).map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n`);
  return ['msgid ""\nmsgstr "Language: es\\n"\n', ...entries].join("\n");
};

test("translations changed in a new version of a file are imported, but never replace a person's edits", async () => {
  const { caller, project } = await newProject({ workflow: "human", targetLanguages: ["es", "ca"] });
  const { id } = await addDocument(
    caller,
    project.id,
    "es.po",
    catalogue({ Yes: "Sí", House: "", Tree: "", Car: "", No: "No", Dog: "Perro" }),
  );
  await runJobs(caller);
  const rows = await textsOf(id);
  const change = (language: string, changes: readonly Change[]) =>
    db().transaction((tx) =>
      changeProject(tx, { accountId: caller.accountId, projectId: project.id, actor: SYSTEM }, (changing) =>
        changeTranslations(changing, language, changes),
      ),
    );
  const machine = { state: "draft", origin: { type: "mt", detail: { engine: "apertium" } } } as const;
  const human = { state: "draft", origin: { type: "human" } } as const;
  await change("es", [
    { segmentId: rows[1]!.segmentId, text: "Casa de una persona", ...human },
    { segmentId: rows[2]!.segmentId, text: "Árbol de máquina", ...machine },
    { segmentId: rows[4]!.segmentId, text: "No, gracias", edited: true },
    { segmentId: rows[5]!.segmentId, state: "reviewed" },
  ]);
  await change("ca", [{ segmentId: rows[3]!.segmentId, text: "Cotxe", ...human }]);
  const content = catalogue({ Yes: "Si", House: "Casa", Tree: "Árbol", Car: "Coche", No: "Nop", Dog: "Can" });
  await replaceContent(caller, id, { body: { content }, file: null }, { onChange: "needs_work" });
  await runJobs(caller);
  expect((await textsOf(id)).map(({ text, origin }) => [text, origin])).toEqual([
    ["Si", "import"],
    ["Casa de una persona", "human"],
    ["Árbol", "import"],
    ["Coche", "import"],
    ["No, gracias", "import"],
    ["Perro", "import"],
  ]);
  expect((await textsOf(id, "ca")).map(({ text }) => text)).toEqual([null, null, null, "Cotxe", null, null]);
});
