import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { closeDatabase, db } from "@/db/client";
import { files } from "@/db/schema";
import { newProject, runJobs } from "@/e2e/projects";
import { closeEngines } from "@/lib/engines/registry";
import { closeSandbox } from "@/lib/formats/sandbox/sandbox";
import { TranslateFileFields } from "@/lib/schemas/files";
import { listDifferences } from "./comparison";
import { createFileTranslation, getFile } from "./files";
import { proofOf } from "./proof";

afterAll(async () => {
  await closeSandbox();
  await closeEngines();
  await closeDatabase();
});

async function translated(fileName: string, content: string, fields: Record<string, string> = {}) {
  const { caller } = await newProject();
  const parsed = TranslateFileFields.parse({ source: "en", target: "es", ...fields });
  const upload = { fileName, bytes: Buffer.from(content) };
  const { id } = await db().transaction((tx) => createFileTranslation(caller, parsed, upload, tx));
  await runJobs(caller);
  return { caller, id, file: await getFile(caller, id), upload };
}

const PAGE = `<h1 id="top">The house</h1>
<p>See <a href="https://example.org/a">the 25 red doors</a> of {name}, write to me@example.org.</p>`;

test("a finished translated file is compared with its source", async () => {
  const { file } = await translated("a.html", PAGE);
  expect(file.proof!.compared).toMatchObject({
    segments: 2,
    placeholders: 1,
    numbers: 1,
    emails: 1,
    links: 1,
    anchors: 1,
  });
  expect(file.proof!.differences).toBe(0);
});

test("a translation added to a bilingual file may repeat the links of its source", async () => {
  const seg = '<seg>The <ph x="1">&lt;a href="https://example.org/a"&gt;</ph> house</seg>';
  const memory = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en">${seg.replaceAll("&gt;", ">")}</tuv></tu></body></tmx>`;
  const { file } = await translated("a.tmx", memory);
  expect(file.proof).toMatchObject({ differences: 0 });
});

test.each([
  ["a link", "https://example.org/a", "https://example.org/b", "links", "line 2"],
  ["an anchor", 'id="top"', 'id="tope"', "anchors", "line 1"],
  ["a number", "25", "52", "numbers", "segment 2"],
  ["a placeholder", "{name}", "{nombre}", "placeholders", "segment 2"],
  ["an address", "me@example.org", "yo@example.org", "emails", "segment 2"],
  ["a segment", '<h1 id="top">', '<hr id="top"><p>Nuevo</p><h1>', "segments", "document"],
])("a changed %s in a translated file is reported with its position", async (_, from, to, kind, place) => {
  const { id, upload } = await translated("a.html", PAGE);
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const bytes = Buffer.from(PAGE.replace(from, to));
  const { proof } = await proofOf(row!, upload.bytes, { bytes, mediaType: "text/html", extension: "html" });
  expect(proof!.differences).toBeGreaterThan(0);
  expect(proof!.items).toContainEqual(expect.objectContaining({ kind, place }));
});

test.each([
  [
    "JSON",
    "a.json",
    '{"n_zero":"Nothing","n_one":"{{count}} house","n_other":"{{count}} houses"}',
    '"n_zero":"Nothing",',
  ],
  ["ICU", "b.json", '{"n":"{n, plural, =0 {Nothing} one {# house} other {# houses}}"}', "=0 {Nothing} "],
])("a missing plural form for zero is reported as a difference: %s", async (_, name, content, form) => {
  const { id, file, upload } = await translated(name, content);
  expect(file.proof).toMatchObject({ differences: 0, compared: { pluralForms: 3 } });
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const bytes = Buffer.from(content.replace(form, ""));
  const { proof } = await proofOf(row!, upload.bytes, { bytes, mediaType: "application/json", extension: "json" });
  expect(proof!.items).toMatchObject([{ kind: "pluralForms", target: null }]);
});

test("an inline code missing from a translated XLIFF unit is reported", async () => {
  const unit = (target: string) =>
    `<xliff version="1.2"><file source-language="en" target-language="es" datatype="x" original="a"><body><trans-unit id="a"><source>The <x id="1"/> house <g id="2">here</g></source>${target}</trans-unit></body></file></xliff>`;
  const { id, file, upload } = await translated("a.xlf", unit(""));
  expect(file.proof).toMatchObject({ differences: 0 });
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const bytes = Buffer.from(unit("<target>La casa aquí</target>"));
  const { proof } = await proofOf(row!, upload.bytes, { bytes, mediaType: "application/xliff+xml", extension: "xlf" });
  expect(proof!.items.map(({ kind, place, source }) => [kind, place, source])).toEqual([
    ["placeholders", "a", "<x1/>"],
    ["placeholders", "a", "<g2>"],
  ]);
});

test("an argument missing from a select is reported as a difference, but translated branches are not", async () => {
  const message = (words: string) => `{"m": "{sex, select, male {${words} {name}} other {Hello}}"}`;
  const { id, file, upload } = await translated("a.json", message("Hello"));
  expect(file.proof).toMatchObject({ differences: 0 });
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const bytes = Buffer.from(message("Hola").replace(" {name}", ""));
  const { proof } = await proofOf(row!, upload.bytes, { bytes, mediaType: "application/json", extension: "json" });
  expect(proof!.items).toMatchObject([{ kind: "placeholders", source: "{name}" }]);
});

test("a translated file that can't be opened is reported as one difference of the whole document", async () => {
  const { id, upload } = await translated("a.html", PAGE);
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const written = { bytes: Buffer.from([0, 1, 2, 0, 3]), mediaType: "text/html", extension: "html" };
  const { proof } = await proofOf(row!, upload.bytes, written);
  expect(proof!.items).toMatchObject([{ kind: "segments", place: "document", source: null }]);
});

test("different line wrapping of a plain text is not reported as a difference, but a lost paragraph is", async () => {
  const wrapped =
    "1.  Redistributions of source code must retain the above copyright\n    notice, this list and the following text.\n\nThe end.\n";
  const { id, upload } = await translated("a.txt", wrapped);
  const [row] = await db().select().from(files).where(eq(files.id, id));
  const written = (text: string) => ({ bytes: Buffer.from(text), mediaType: "text/plain", extension: "txt" });
  const uneven = written("1.  Las redistribuciones\n    de este código tienen\n el aviso.\n\nEl fin.\n");
  expect((await proofOf(row!, upload.bytes, uneven)).proof!.items).toEqual([]);
  const cut = written("1.  Las redistribuciones tienen el aviso.\n");
  expect((await proofOf(row!, upload.bytes, cut)).proof!.items).toMatchObject([{ kind: "segments", target: "1" }]);
});

test("the differences in a translated file are returned in pages of a limited number", async () => {
  const { caller, id } = await translated("a.txt", "The house is big.");
  const items = [1, 2, 3].map((n) => ({ kind: "links" as const, place: `line ${n}`, source: "a", target: null }));
  const proof = { compared: {} as never, differences: 3, items };
  await db().update(files).set({ proof }).where(eq(files.id, id));
  const first = await listDifferences(caller, id, { limit: 2 });
  expect(first.differences).toEqual(items.slice(0, 2));
  const rest = await listDifferences(caller, id, { limit: 2, cursor: first.nextCursor! });
  expect(rest).toEqual({ differences: items.slice(2), nextCursor: null });
});

test("texts of a file that are in another language are not translated, and a warning counts them", async () => {
  const german = "Der Dienstleister erbringt die Leistungen nach den Regeln der Technik und haftet dafür.";
  const mixed = await translated("a.txt", `The house is big and the door is red.\n\n${german}\n\nThe cat sleeps here.`);
  expect(mixed.file.units).toMatchObject({ translated: 2, foreign: 1 });
  expect(mixed.file.warnings).toMatchObject([{ code: "source_looks_like", language: "de", share: expect.any(Number) }]);
  const wrong = await translated(
    "b.txt",
    `${german}\n\nSie zahlen den vereinbarten Preis innerhalb von dreißig Tagen.`,
  );
  expect(wrong.file).toMatchObject({ status: "completed", units: { translated: 0, foreign: 2 } });
  expect(wrong.file.warnings.map(({ code }) => code)).toEqual(["source_looks_like", "nothing_translated"]);
  const chinese = await translated("c.txt", "合同由双方签订。\n\n有效期为两年时间。");
  expect(chinese.file).toMatchObject({ status: "completed", units: { translated: 0, foreign: 2 } });
});
