import { beforeAll, describe, expect, test } from "vitest";
import { partOf } from "@/e2e/doubles/office-files";
import { chooseFormat, FORMATS, formatById } from "@/lib/formats/registry";
import { plainText } from "@/lib/text/segment";
import { baseUrl, call, newAccount } from "./client";
import { FORMAT_DOCUMENTS, readableHere } from "./format-documents";

let key: string;
beforeAll(async () => {
  key = (await newAccount()).key;
});

describe("every format listed by GET /formats", () => {
  test("every listed format has a sample document in this test", async () => {
    const { json } = await call("GET", "/v1/formats", { key });
    expect(json.formats.map(({ id }: { id: string }) => id)).toEqual(FORMATS.map(({ id }) => id));
    expect(Object.keys(FORMAT_DOCUMENTS).sort()).toEqual(FORMATS.map(({ id }) => id).sort());
  });

  test.each(readableHere(Object.keys(FORMAT_DOCUMENTS)))(
    "a document of %s is translated and otherwise unchanged",
    async (id) => {
      const { name, bytes, holds, texts, ...expected } = FORMAT_DOCUMENTS[id]!;
      const dot = name.lastIndexOf(".");
      const outputName = expected.outputName ?? (dot < 0 ? `${name}.es` : `${name.slice(0, dot)}.es${name.slice(dot)}`);
      const { file, written } = await translate(name, bytes);
      expect(file).toMatchObject({ status: "completed", format: id, outputName, engine: "apertium" });
      expect(written.mediaType).toBe(expected.mediaType ?? formatById(id)!.mediaTypes[0]);
      for (const text of texts) expect(await textsOf(written.bytes, outputName)).toContainEqual(matching(text));
      for (const [part, content] of holds) {
        const found = part === null ? written.bytes.toString("utf8") : partOf(written.bytes, part);
        if (typeof content === "string") expect(found).toContain(content);
        else expect(found).toMatch(content);
      }
    },
  );

  test.each(readableHere(FORMATS.filter(({ bilingual }) => bilingual).map(({ id }) => id)))(
    "a document of %s can be translated with the source next to the translation",
    async (id) => {
      const { name, bytes } = FORMAT_DOCUMENTS[id]!;
      const { file, written } = await translate(name, bytes, { bilingual: "true" });
      expect(file.status).toBe("completed");
      const content = await wordsOf(written.bytes, file.outputName);
      expect(content).toMatch(/house|car/);
      expect(content).toMatch(/casa|coche/);
    },
  );

  test.each(formatById("pdf")!.outputs!.map((output) => ["pdf", output] as const))(
    "a document of %s can be exported as %s",
    async (id, output) => {
      const { name, bytes } = FORMAT_DOCUMENTS[id]!;
      const { file, written } = await translate(name, bytes, { output });
      expect(file).toMatchObject({ status: "completed", outputName: name.replace(/\.\w+$/, `.es.${output}`) });
      expect(written.mediaType).toBe(formatById(output)!.mediaTypes[0]);
      expect(await wordsOf(written.bytes, file.outputName)).toMatch(/La casa es grande\..*El coche es rojo\./s);
      const kept = output === id ? [] : [expect.objectContaining({ code: "layout_not_kept" })];
      expect(file.warnings).toEqual(expect.arrayContaining(kept));
    },
  );
});

async function translate(name: string, bytes: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ source: "en", target: "es", ...fields })) form.set(field, value);
  form.set("file", new File([bytes as BlobPart], name));
  const { status, json } = await call("POST", "/v1/translate/file", { key, raw: form, headers: { Prefer: "wait=60" } });
  expect(status, JSON.stringify(json)).toBe(200);
  const response = await fetch(`${baseUrl()}${json.contentUrl}`, { headers: { Authorization: `Bearer ${key}` } });
  const written = {
    bytes: Buffer.from(await response.arrayBuffer()),
    mediaType: response.headers.get("content-type")?.split(";")[0],
  };
  return { file: json, written };
}

/** The texts of a file as its own format reads them. */
async function textsOf(bytes: Uint8Array, name: string): Promise<string[]> {
  const { segments } = await chooseFormat(bytes, name).open(bytes, { overwrite: true });
  return segments.map(({ text, codes }) => plainText(text, codes));
}

/** All texts, including existing translations, which a format keeps but does not read as source. */
async function wordsOf(bytes: Buffer, name: string): Promise<string> {
  return `${(await textsOf(bytes, name)).join("\n")}\n${bytes.toString("utf8")}`;
}

function matching(text: string | RegExp) {
  return typeof text === "string" ? text : expect.stringMatching(text);
}
