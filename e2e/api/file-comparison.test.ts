import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { replaceChunks } from "@/db/chunks";
import { db } from "@/db/client";
import { files } from "@/db/schema";
import { docxOf, p, xlsxOf } from "@/e2e/doubles/office-files";
import { linesAt, pdfFile } from "@/e2e/doubles/pdf-files";
import { storedAs } from "@/lib/translation/files/files";
import { call, newAccount } from "./client";

const HOUSE = docxOf(p("The house is big.") + p("The ", ["red", "<w:b/>"], " car."));

async function translated(key: string, name: string, bytes: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ source: "en", target: "es", ...fields })) form.set(field, value);
  form.set("file", new File([bytes as BlobPart], name));
  const { json } = await call("POST", "/v1/translate/file", { key, raw: form, headers: { Prefer: "wait=60" } });
  expect(json.status, JSON.stringify(json)).toBe("completed");
  return json.id as string;
}

const compare = (key: string | null, id: string) => call("GET", `/v1/files/${id}/comparison`, { key });

const textsOf = ({ segments }: { segments: { text: string }[] }) => segments.map(({ text }) => text);

describe("comparing a document with its translation", () => {
  test("pairs of a document's texts and translations are returned only to keys of its account with the files scope", async () => {
    const { key, anotherKey } = await newAccount();
    const id = await translated(key, "house.docx", HOUSE);
    const { status, json } = await compare(key, id);
    expect(status).toBe(200);
    expect(json.aligned).toBe(true);
    expect(textsOf(json.original)).toEqual(["The house is big.", "The red car."]);
    expect(textsOf(json.translation)).toEqual(["La casa es grande.", "El coche rojo."]);
    const { key: stranger } = await newAccount();
    expect((await compare(stranger, id)).status).toBe(404);
    expect((await compare(null, id)).status).toBe(401);
    const { key: narrow } = await anotherKey({ scopes: ["translate"] });
    expect((await compare(narrow, id)).status).toBe(403);
  });

  test("comparing a bilingual document or a PDF returns source and translation as separate lists, and an XLIFF file of a PDF returns pairs", async () => {
    const { key } = await newAccount();
    const bilingual = await compare(key, await translated(key, "house.docx", HOUSE, { bilingual: "true" }));
    expect([bilingual.json.aligned, bilingual.json.original.total, bilingual.json.translation.total]).toEqual([
      false,
      2,
      4,
    ]);
    const pdf = pdfFile([linesAt(72, 760, ["The house is big."]) + linesAt(72, 600, ["The red car."])]);
    for (const output of ["docx", "pdf", "txt"]) {
      const { json } = await compare(key, await translated(key, "house.pdf", pdf, { output }));
      expect([json.aligned, textsOf(json.original)], output).toEqual([false, ["The house is big.", "The red car."]]);
      expect(textsOf(json.translation).join(" "), output).toContain("La casa es grande.");
    }
    const { json } = await compare(key, await translated(key, "house.pdf", pdf, { output: "xliff" }));
    expect([json.aligned, textsOf(json.translation)]).toEqual([true, ["La casa es grande.", "El coche rojo."]]);
  });

  test("comparing a table returns only its translated columns, and works with a detected source language", async () => {
    const { key } = await newAccount();
    const table = xlsxOf(["<t>Country</t>", "<t>The house is big.</t>", "<t>The red car.</t>"], {
      One: { cells: { A1: "s0", A2: "s1", B2: "s2" } },
    });
    const { json } = await compare(key, await translated(key, "a.xlsx", table, { columns: "A", source: "auto" }));
    expect([json.aligned, textsOf(json.original)]).toEqual([true, ["Country", "The house is big."]]);
  });

  test("comparing a long document returns the first thousand pairs with the total", async () => {
    const { key } = await newAccount();
    const id = await translated(
      key,
      "long.docx",
      docxOf(Array.from({ length: 1_001 }, (_, i) => p(`House ${i}`)).join("")),
    );
    const { json } = await compare(key, id);
    for (const side of [json.original, json.translation])
      expect([side.total, side.segments.length]).toEqual([1_001, 1_000]);
  });

  test("comparing a document is refused before its translation ends, after it expires, and if it is unreadable", async () => {
    const { key } = await newAccount();
    const id = await translated(key, "house.docx", HOUSE);
    const refused = async (state: Partial<typeof files.$inferInsert>) => {
      await db().update(files).set(state).where(eq(files.id, id));
      const { status, json } = await compare(key, id);
      return `${status} ${json.error.code}`;
    };
    expect(await refused({ status: "translating" })).toBe("409 conflict");
    const broken = Buffer.from("PK\u0003\u0004 no more than this");
    await db().transaction((tx) => replaceChunks(tx, storedAs(id, "output"), broken));
    expect(await refused({ status: "completed" })).toBe("422 unreadable_file");
    expect(await refused({ expiresAt: new Date(Date.now() - 1_000) as never })).toBe("410 gone");
    await call("DELETE", `/v1/files/${id}`, { key });
    expect((await compare(key, id)).status).toBe(404);
  });
});
