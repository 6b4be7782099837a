import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { jobs } from "@/db/schema";
import { FORMAT_DOCUMENTS, readableHere } from "@/e2e/api/format-documents";
import { partOf } from "@/e2e/doubles/office-files";
import { sample } from "@/e2e/long";
import { addDocument, newProject, runJobs, textsOf } from "@/e2e/projects";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { asCaller, changeProject } from "@/lib/projects/change/change-project";
import { createDocument } from "@/lib/projects/documents/create-document";
import { changeTranslations } from "@/lib/projects/translations/change-translations";
import { allForms, splitForms } from "@/lib/text/plurals/plural-forms";
import { unescapeText } from "@/lib/text/segment";
import { sendTargetImport } from "./import-target";
import { type TargetOptions, writeTarget } from "./target";

afterAll(closeSandbox);

const CHOICE: TargetOptions = { minState: "translated", untranslated: "source", outdated: "skip" };
/** Formats whose texts programs reorder on saving, so their translations are imported as XLIFF. */
const NOT_ALIGNABLE = ["xlsx", "pdf", "image"];

async function newDocument(formatId: string) {
  const { name, bytes } = FORMAT_DOCUMENTS[formatId]!;
  const { caller, project } = await newProject({ workflow: "human" });
  const file = { fileName: name, bytes: Buffer.from(bytes) };
  const sent = await db().transaction((tx) =>
    createDocument(caller, project.id, { file, fields: {}, body: undefined }, tx),
  );
  await runJobs(caller);
  return { caller, project, id: sent.id };
}

/** The texts of a document in Spanish, as a person might write them. */
async function translate({ caller, project, id }: Awaited<ReturnType<typeof newDocument>>) {
  const changes = (await textsOf(id)).map((segment) => ({
    segmentId: segment.id,
    ...(segment.pluralRule ? formsOf(segment) : { text: `Así ${segment.source}` }),
    state: "translated" as const,
  }));
  await db().transaction((tx) =>
    changeProject(tx, { ...asCaller(caller), projectId: project.id }, (change) =>
      changeTranslations(change, "es", changes),
    ),
  );
  return Buffer.from((await writeTarget(caller.accountId, id, "es", CHOICE)).bytes);
}

/** A text for each form of the source. The main form gets the segment's text. */
function formsOf({ source, sourceForms, pluralRule }: Awaited<ReturnType<typeof textsOf>>[number]) {
  const names = Object.keys(allForms(pluralRule!, "en", { text: source, forms: sourceForms }));
  return splitForms(pluralRule!, "es", Object.fromEntries(names.map((form) => [form, `Así ${source}`])));
}

describe("importing and exporting translated files of every format", () => {
  test.each(sample(readableHere(Object.keys(FORMAT_DOCUMENTS))).filter((id) => !NOT_ALIGNABLE.includes(id)))(
    "a translated %s file is exported with the same bytes after its import, even with texts below the minimum state",
    async (format) => {
      const first = await newDocument(format);
      const own = await translate(first);
      const { caller, id } = await newDocument(format);
      const jobId = await sendTargetImport(caller, id, { language: "es", mode: "translated" }, own);
      await runJobs(caller);
      const [job] = await db().select().from(jobs).where(eq(jobs.id, jobId));
      expect(job).toMatchObject({ state: "succeeded", result: { conflicts: 0, notFound: 0 } });
      for (const minState of ["translated", "reviewed"] as const) {
        const written = Buffer.from((await writeTarget(caller.accountId, id, "es", { ...CHOICE, minState })).bytes);
        if (own[0] === 0x50)
          for (const [part] of FORMAT_DOCUMENTS[format]!.holds) expect(partOf(written, part!)).toBe(partOf(own, part!));
        else expect(written.toString()).toBe(own.toString());
        expect(written.equals(own)).toBe(true);
      }
      const texts = async (documentId: string) => (await textsOf(documentId)).map(({ text, state }) => [text, state]);
      expect(await texts(id)).toEqual(await texts(first.id));
    },
  );
});

describe("importing texts as a file or as segments", () => {
  test("imported texts are the same, whether sent as a file or as segments", async () => {
    const sources = {
      placeholder: "almost %{count} years",
      url: "Help: https://example.com/en/",
      space: ", and ",
      same: "Sun Times",
      symbol: "$",
      date: "%Y-%m-%d",
      icu: "{n, plural, one {# file} other {# files}}",
      markup: "Click <b>here</b>",
    };
    const targets = {
      placeholder: "casi un año",
      url: "Ayuda: https://example.com/es/",
      space: " y ",
      same: "Sun Times",
      symbol: "€",
      date: "%d.%m.%Y",
      icu: "{n, plural, one {# archivo} other {# archivos}}",
      markup: "Pulse aquí",
    };
    const keys = Object.keys(sources) as (keyof typeof sources)[];
    const { caller, project } = await newProject({ workflow: "human" });
    const byFile = await addDocument(caller, project.id, "en.json", JSON.stringify(sources));
    const bySegments = await addDocument(caller, project.id, "texts", {
      segments: keys.map((key) => ({ key, source: sources[key], target: targets[key] })),
    });
    await runJobs(caller);
    await sendTargetImport(
      caller,
      byFile.id,
      { language: "es", mode: "translated" },
      Buffer.from(JSON.stringify(targets)),
    );
    await runJobs(caller);
    const rows = async (documentId: string) =>
      (await textsOf(documentId)).map(({ key, state, excluded }) => [key.split(" [")[0], state, excluded]);
    const distinct = (all: readonly unknown[][]) => [...new Set(all.map((row) => JSON.stringify(row)))];
    expect(distinct(await rows(bySegments.id))).toEqual(distinct(await rows(byFile.id)));
    // Exports the same texts in both cases; the file also has the same bytes.
    const json = Buffer.from((await writeTarget(caller.accountId, byFile.id, "es", CHOICE)).bytes).toString();
    expect(json).toBe(JSON.stringify(targets));
    const kept = (await textsOf(bySegments.id)).map(({ key, text }) => [key, unescapeText(text!)]);
    expect(Object.fromEntries(kept)).toEqual(targets);
  });
});
