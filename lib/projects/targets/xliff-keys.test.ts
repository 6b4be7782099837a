import { afterAll, describe, expect, test } from "vitest";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import type { Caller } from "@/lib/identity/auth/caller";
import { editTranslation } from "@/lib/projects/segments/edit-translation";
import { PatchTranslationBody } from "@/lib/schemas/segments";
import { sendTargetImport } from "./import-target";
import { writeTarget } from "./target";

afterAll(closeSandbox);

type Unit = readonly [id: string, source: string, target: string | null, resname?: string];

const units = (all: readonly Unit[], languages = 'source-language="en"') =>
  `<xliff version="1.2"><file ${languages} original="f" datatype="plaintext"><body>\n${all
    .map(
      ([id, source, target, resname]) =>
        `<trans-unit id="${id}"${resname ? ` resname="${resname}"` : ""}>\n  <source>${source}</source>\n${target === null ? "" : `  <target>${target}</target>\n`}</trans-unit>\n`,
    )
    .join("")}</body></file></xliff>\n`;

async function brought(source: string, target: string) {
  const { caller, project } = await newProject({ workflow: "human" });
  const { id } = await addDocument(caller, project.id, "app.en.xlf", source);
  await runJobs(caller);
  await sendTargetImport(caller, id, { language: "es", mode: "translated" }, Buffer.from(target));
  await runJobs(caller);
  return { caller, id, texts: await textsOf(id) };
}

async function edit(caller: Caller, id: string, source: string, text: string): Promise<void> {
  const row = (await textsOf(id)).find((one) => one.source === source)!;
  const body = PatchTranslationBody.parse({ text, state: "translated" });
  await editTranslation(caller, row.id, "es", row.revision, body);
}

async function written(caller: Caller, id: string): Promise<string> {
  const { bytes } = await writeTarget(caller.accountId, id, "es", { minState: "translated" });
  return Buffer.from(bytes).toString();
}

const ENGLISH: readonly Unit[] = [
  ["1a", "action_save", "Save the page", "action_save"],
  ["2b", "action_open", "Open a page", "action_open"],
  ["3c", "btn_batch", "OK", "btn_batch"],
];
const SPANISH: readonly Unit[] = [
  ["1a", "action_save", "Guardar la página", "action_save"],
  ["2b", "action_open", "Abrir una página", "action_open"],
  ["3c", "btn_batch", "OK", "btn_batch"],
];

describe("XLIFF files with keys as sources", () => {
  test.each([
    ["without a target language", 'source-language="en"'],
    ["with the target language", 'source-language="en" target-language="es"'],
    ["with the source language as its target language", 'source-language="en" target-language="en"'],
  ])(
    "an XLIFF file with keys as sources is read unit by unit, and an edit changes one line: %s",
    async (_, languages) => {
      const own = units(SPANISH, languages);
      const { caller, id, texts } = await brought(units(ENGLISH), own);
      expect(texts.map(({ source, text }) => [source, text])).toEqual([
        ["Save the page", "Guardar la página"],
        ["Open a page", "Abrir una página"],
        ["OK", "OK"],
      ]);
      expect(await written(caller, id)).toBe(own);
      await edit(caller, id, "Open a page", "Abrir");
      expect(await written(caller, id)).toBe(own.replace("Abrir una página", "Abrir"));
    },
  );

  test("an XLIFF file with keys as sources is recognised even if one key equals its English text", async () => {
    const english = units([
      ["a1", "task.start", "Start now"],
      ["b2", "task.stop", "Pause now"],
      ["e5", "Tasks", "Tasks"],
    ]);
    const own = units([
      ["a1", "task.start", "Empezar ahora"],
      ["b2", "task.stop", "Parar ahora"],
    ]);
    const { caller, id, texts } = await brought(english, own);
    expect(texts.map(({ text }) => text)).toEqual(["Empezar ahora", "Parar ahora", null]);
    expect(await written(caller, id)).toBe(own);
    await edit(caller, id, "Tasks", "Tareas");
    const added = '<trans-unit id="e5">\n  <source>Tasks</source>\n  <target>Tareas</target>\n</trans-unit>\n';
    expect(await written(caller, id)).toBe(own.replace("</body>", `${added}</body>`));
  });

  test("an XLIFF file with keys in some of its sources shows English texts, and an edit adds a missing target", async () => {
    const english = units([
      ["a", "menu.open", "Open a page"],
      ["b", "menu.close", "Close the page"],
      ["c", "about", "About us"],
      ["d", "This entry is gone.", "This entry is gone."],
    ]);
    const own = units([
      ["a", "menu.open", null],
      ["b", "menu.close", "Cerrar la página"],
      ["c", "about", ""],
      ["d", "This entry is gone.", "Ya no existe."],
    ]);
    const { caller, id, texts } = await brought(english, own);
    expect(texts.map(({ source, text }) => [source, text])).toEqual([
      ["Open a page", null],
      ["Close the page", "Cerrar la página"],
      ["About us", null],
      ["This entry is gone.", "Ya no existe."],
    ]);
    expect(await written(caller, id)).toBe(own);
    await edit(caller, id, "Open a page", "Abrir una página");
    await edit(caller, id, "About us", "Sobre nosotros");
    const filled = own
      .replace("<source>menu.open</source>\n", "<source>menu.open</source>\n  <target>Abrir una página</target>\n")
      .replace("<target></target>", "<target>Sobre nosotros</target>");
    expect(await written(caller, id)).toBe(filled);
  });
});

describe("XLIFF files with texts as sources", () => {
  const languages = 'source-language="en" target-language="es"';

  test("an XLIFF unit whose source has changed is matched by its name and marked as outdated", async () => {
    const english = units([
      ["greeting", "Hello %s, welcome back", null],
      ["farewell", "Goodbye", null],
    ]);
    const own = units(
      [
        ["greeting", "Hello %s", "Hola %s"],
        ["other", "Mine", "Mío"],
      ],
      languages,
    );
    const { caller, id, texts } = await brought(english, own);
    expect(texts.map(({ text, outdated, state }) => ({ text, outdated, state }))).toEqual([
      { text: expect.stringContaining("Hola"), outdated: true, state: "needs_work" },
      { text: null, outdated: false, state: "untranslated" },
    ]);
    const { text } = texts[0]!;
    expect(text).toMatch(/^Hola (?:%s|<x1\/>)$/);
    expect(await written(caller, id)).toContain("<target");
    expect(await written(caller, id)).toContain("Hola %s");
  });

  test("an XLIFF file with renumbered ids is matched by text", async () => {
    const english = units([
      ["1", "New", null],
      ["2", "Open", null],
      ["3", "Close", null],
    ]);
    const own = units(
      [
        ["1", "Open", "Abrir"],
        ["2", "Close", "Cerrar"],
      ],
      languages,
    );
    const { texts } = await brought(english, own);
    expect(texts.map(({ text, outdated }) => [text, outdated])).toEqual([
      [null, false],
      ["Abrir", false],
      ["Cerrar", false],
    ]);
  });
});
