import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { replaceChunks } from "@/db/chunks";
import { db } from "@/db/client";
import { files } from "@/db/schema";
import { docxOf, p, xlsxOf } from "@/e2e/doubles/office-files";
import { linesAt, pdfFile } from "@/e2e/doubles/pdf-files";
import { newPerson, type TestPerson } from "@/e2e/people";
import { createKey } from "@/lib/identity/accounts/keys";
import { storedAs } from "@/lib/translation/files/files";
import { axeFindings } from "./axe";
import { gate } from "./gate";
import { expect, type Page, test } from "./test";

const DOCUMENTS = [
  { name: "letter.txt", type: "text/plain", text: "The house is big.\r\n\r\nThe red car.\r\n" },
  { name: "notes.md", type: "text/markdown", text: "# The house\n\nThe `code` is **big**.\n" },
  { name: "film.srt", type: "", text: "1\n00:00:01,000 --> 00:00:02,500\nThe house is big.\n\n" },
] as const;

test("three files dropped for two languages are translated with visible progress, and their downloads equal the content from the API", async ({
  signedIn,
  person,
  baseURL,
}) => {
  const sending = gate();
  await signedIn.route("**/api/v1/translate/file*", async (route) => {
    await sending.opened;
    await route.continue();
  });
  await signedIn.goto("/files");
  await expect(signedIn.getByText("No files yet")).toBeVisible();
  await drop(signedIn, DOCUMENTS);
  for (const { name } of DOCUMENTS) await expect(signedIn.getByText(name, { exact: true })).toBeVisible();
  await signedIn.getByRole("button", { name: "Target language" }).click();
  await signedIn.getByPlaceholder("Search languages").fill("Catalan");
  await signedIn.getByRole("option", { name: "Catalan" }).click();
  await signedIn.keyboard.press("Escape");
  await expect(signedIn.getByText("6 translations")).toBeVisible();
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();

  await expect(signedIn.getByRole("progressbar", { name: "Uploading letter.txt" }).first()).toBeVisible();
  sending.open();
  await expect(list(signedIn).getByText("Done", { exact: true })).toHaveCount(6);
  await expect(list(signedIn).getByRole("progressbar")).toHaveCount(0);

  const api = await apiOf(person, baseURL!);
  const { files } = await (await api("/v1/files")).json();
  expect(files).toHaveLength(6);
  for (const file of files) {
    const [download] = await Promise.all([
      signedIn.waitForEvent("download"),
      list(signedIn)
        .getByRole("link", { name: `Download ${file.outputName}` })
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe(file.outputName);
    const saved = await readFile(await download.path());
    const answered = Buffer.from(await (await api(`/v1/files/${file.id}/content`)).arrayBuffer());
    expect(saved.equals(answered), file.outputName).toBe(true);
    expect(saved.toString()).toMatch(/la casa/i);
  }

  const [archive] = await Promise.all([
    signedIn.waitForEvent("download"),
    signedIn.getByRole("button", { name: "Download all 6 as zip" }).click(),
  ]);
  const zip = await readFile(await archive.path());
  for (const file of files) expect(zip.includes(file.outputName), `the archive holds ${file.outputName}`).toBe(true);
});

test("a file dropped on the translator is ready to translate on the files page", async ({ signedIn }) => {
  await signedIn.goto("/");
  await expect(signedIn.getByRole("textbox", { name: "Text to translate" })).toBeEditable();
  await drop(signedIn, DOCUMENTS.slice(0, 1));
  await signedIn.waitForURL("**/files");
  await expect(signedIn.getByText("letter.txt")).toBeVisible();
});

test("an unsupported file is refused when it is dropped, and supported files show their format and word count", async ({
  signedIn,
}) => {
  await signedIn.goto("/files");
  await expect(signedIn.getByText("Supported file types")).toBeVisible();
  await drop(signedIn, [DOCUMENTS[0], DOCUMENTS[1], { name: "song.mp3", type: "audio/mpeg", text: "x" }]);
  const refused = signedIn.getByRole("status").filter({ hasText: "This file can’t be translated" });
  await expect(refused).toContainText("song.mp3");
  await expect(signedIn.getByRole("button", { name: "Remove song.mp3" })).toHaveCount(0);
  await expect(signedIn.locator("span").filter({ hasText: /^Plain text$/ })).toBeVisible();
  await expect(signedIn.getByText("7 words", { exact: true })).toBeVisible();
  await expect(signedIn.getByRole("button", { name: "Translate 2 files" })).toBeEnabled();
  await signedIn.getByRole("button", { name: "Change type of letter.txt" }).click();
  await signedIn.getByRole("combobox", { name: "Format of letter.txt" }).selectOption("Markdown");
  await signedIn.getByRole("button", { name: "Translate 2 files" }).click();
  await expect(list(signedIn).getByText("Done", { exact: true })).toHaveCount(2);
});

test("an empty or oversized file is refused before its upload", async ({ open, guard }) => {
  const page = await open(await newPerson({ limits: { fileBytes: 20 } }));
  await page.goto("/files");
  await drop(page, [DOCUMENTS[0], { name: "empty.txt", type: "text/plain", text: "" }]);
  await expect(page.getByText("Your tier’s limit is")).toBeVisible();
  await expect(page.getByText("This file is empty.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Translate (\d+ )?files?$/ })).toBeDisabled();
  expect(guard.urls.filter((url) => url.includes("/translate/file"))).toEqual([]);
});

test("an interrupted upload shows an error and resumes on request", async ({ signedIn, guard }) => {
  guard.allow(/ERR_CONNECTION_RESET/);
  await signedIn.route("**/api/v1/translate/file*", (route) => route.abort("connectionreset"));
  await signedIn.goto("/files");
  await drop(signedIn, DOCUMENTS.slice(0, 1));
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await expect(list(signedIn).getByRole("alert")).toContainText("Couldn’t reach the server.");
  await signedIn.unroute("**/api/v1/translate/file*");
  await list(signedIn).getByRole("button", { name: "Retry" }).click();
  await expect(list(signedIn).getByText("Done", { exact: true })).toBeVisible();
});

test("a cancelled upload disappears and creates no translation", async ({ signedIn, person, baseURL }) => {
  const sending = gate();
  await signedIn.route("**/api/v1/translate/file*", async (route) => {
    await sending.opened;
    await route.continue().catch(() => {});
  });
  await signedIn.goto("/files");
  await drop(signedIn, DOCUMENTS.slice(0, 1));
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await expect(signedIn.getByRole("progressbar", { name: "Uploading letter.txt" })).toBeVisible();
  const asked = signedIn.waitForEvent("dialog");
  void signedIn.reload().catch(() => {});
  expect((await asked).type(), "files that are not yet sent").toBe("beforeunload");
  await (await asked).dismiss();
  await list(signedIn).getByRole("button", { name: "Remove letter.txt" }).click();
  await expect(list(signedIn).getByText("letter.txt")).toHaveCount(0);
  await drop(signedIn, DOCUMENTS.slice(0, 2));
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await list(signedIn).getByRole("button", { name: "Cancel all 2" }).click();
  await expect(list(signedIn).getByRole("listitem")).toHaveCount(0);
  sending.open();
  await signedIn.reload();
  await expect(signedIn.getByText("No files yet")).toBeVisible();
  const api = await apiOf(person, baseURL!);
  expect((await (await api("/v1/files")).json()).files).toEqual([]);
});

test("a failed translation is retried after a reload and shown next to its original", async ({ signedIn, person }) => {
  await signedIn.goto("/files");
  await drop(signedIn, DOCUMENTS.slice(0, 1));
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await expect(list(signedIn).getByText("Done", { exact: true })).toBeVisible();
  await db()
    .update(files)
    .set({
      status: "failed",
      error: { code: "timeout", message: "The translation engine took too long.", details: {} },
    })
    .where(eq(files.accountId, person.accountId));
  await signedIn.reload();
  await expect(list(signedIn).getByText("Failed", { exact: true })).toBeVisible();
  await list(signedIn).getByRole("button", { name: "Retry letter.txt" }).click();
  await expect(list(signedIn).getByText("Done", { exact: true })).toBeVisible();
  await signedIn.reload();
  await list(signedIn)
    .getByRole("button", { name: /^Preview letter/ })
    .click();
  const preview = signedIn.getByRole("dialog");
  await expect(preview.getByRole("region", { name: "English" })).toContainText("The red car.");
  await expect(preview.getByRole("region", { name: "Spanish" })).toContainText("El coche rojo.");
});

test("an unreadable file shows the reason, and a finished file can be shown next to its original and deleted", async ({
  signedIn,
  guard,
}) => {
  guard.allow(/422/);
  await signedIn.goto("/files");
  await drop(signedIn, [{ name: "broken.docx", type: "", text: "PK\u0003\u0004 no more than this" }, DOCUMENTS[0]]);
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await expect(list(signedIn).getByText(/damaged/)).toBeVisible();
  // The detected language is no longer shown, and the message does not look like a server error.
  const damaged = list(signedIn).getByRole("listitem").filter({ hasText: "broken.docx" });
  await expect(damaged).toContainText("Detect language");
  await expect(damaged.getByText(/damaged/)).toHaveClass(/text-warning/);
  await list(signedIn)
    .getByRole("button", { name: /^Preview letter/ })
    .click();
  const preview = signedIn.getByRole("dialog");
  await expect(preview.getByRole("region", { name: "English" })).toContainText("The house is big.");
  await expect(preview.getByRole("region", { name: "Spanish" })).toContainText("La casa es grande.");
  await signedIn.keyboard.press("Escape");
  await list(signedIn)
    .getByRole("button", { name: /^Delete letter/ })
    .click();
  const question = signedIn.getByRole("dialog", { name: /^Delete letter/ });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await list(signedIn)
    .getByRole("button", { name: /^Delete letter/ })
    .click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(list(signedIn).getByText("letter")).toHaveCount(0);
});

test("the preview of a document that isn't plain text lists its segments, in pairs if source and translation can be matched", async ({
  signedIn,
  person,
  baseURL,
  guard,
}) => {
  const many = Array.from({ length: 1_001 }, (_, i) => p(`House ${i}`)).join("");
  const documents = {
    "letter.docx": docxOf(p("The house is big.") + p("The red car.")),
    "table.xlsx": xlsxOf(["<t>The house is big.</t>"], { One: { cells: { A1: "s0" } } }),
    "page.pdf": pdfFile([linesAt(72, 760, ["The house is big."]) + linesAt(72, 600, ["The red car."])]),
    "long.docx": docxOf(many),
  };
  const api = await apiOf(person, baseURL!);
  const ids: string[] = [];
  for (const [name, bytes] of Object.entries(documents)) {
    const body = new FormData();
    for (const [field, value] of Object.entries({ source: "en", target: name === "table.xlsx" ? "ca" : "es" }))
      body.set(field, value);
    body.set("file", new File([bytes as BlobPart], name));
    const { id, status } = await (await api("/v1/translate/file", body)).json();
    expect(status, name).toBe("completed");
    ids.push(id);
  }
  const open = async (name: string) => {
    await list(signedIn)
      .getByRole("button", { name: `Preview ${name}` })
      .click();
    return signedIn.getByRole("dialog");
  };
  await signedIn.goto("/files");
  const letter = await open("letter.es.docx");
  const pairs = letter.getByRole("region", { name: "Original and translation" });
  await expect(pairs.getByRole("listitem")).toHaveText([
    "The house is big.La casa es grande.",
    "The red car.El coche rojo.",
  ]);
  await expect(pairs.getByText("La casa es grande.")).toHaveAttribute("lang", "es");
  await expect(pairs.getByText("The house is big.")).toHaveAttribute("dir", "ltr");
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.keyboard.press("Escape");

  const table = await open("table.ca.xlsx");
  await expect(table.getByRole("listitem")).toHaveText(["The house is big.La casa és gran."]);
  await signedIn.setViewportSize({ width: 375, height: 800 });
  const [source, translation] = await Promise.all(
    ["The house is big.", "La casa és gran."].map((text) => table.getByText(text).boundingBox()),
  );
  expect(translation!.y, "one above the other on a phone").toBeGreaterThanOrEqual(source!.y + source!.height);
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.keyboard.press("Escape");
  await signedIn.setViewportSize({ width: 1280, height: 800 });

  const pdf = await open("page.es.docx");
  await expect(pdf.getByText("each text is shown on its own")).toBeVisible();
  await expect(pdf.getByRole("region", { name: "English" })).toContainText("The red car.");
  await expect(pdf.getByRole("region", { name: "Spanish" })).toContainText("El coche rojo.");
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.keyboard.press("Escape");

  const long = await open("long.es.docx");
  await expect(long.getByText("Showing the first 1,000 of 1,001 segments.")).toBeVisible();
  await signedIn.keyboard.press("Escape");

  guard.allow(/422/);
  await db().transaction((tx) => replaceChunks(tx, storedAs(ids[0]!, "output"), Buffer.from("PK\u0003\u0004 no more")));
  const broken = await open("letter.es.docx");
  await expect(broken.getByRole("status")).toHaveText(
    "This file can’t be previewed. Download it to see the translation.",
  );
});

function list(page: Page) {
  return page.getByRole("region", { name: "File translations" });
}

/** Drops files as a person does: drags them in, then releases them. */
async function drop(page: Page, documents: readonly { name: string; type: string; text: string }[]): Promise<void> {
  const target = page.getByRole("heading", { level: 1 });
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of all) transfer.items.add(new File([text], name, { type }));
    return transfer;
  }, documents);
  // Before hydration the page would ignore the files; the overlay shows that it is ready.
  await expect(async () => {
    await target.dispatchEvent("dragenter", { dataTransfer });
    await expect(page.getByText(/^Drop (the )?files to/)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await target.dispatchEvent("dragover", { dataTransfer });
  await target.dispatchEvent("drop", { dataTransfer });
}

/** Calls the API as a program of the same workspace does. */
async function apiOf(person: TestPerson, base: string) {
  const { secret } = await db().transaction((tx) => createKey(person, { name: "Compare" }, tx));
  const headers = { Authorization: `Bearer ${secret}` };
  return (path: string, body?: object) => {
    if (body instanceof FormData)
      return fetch(`${base}${path}`, { method: "POST", headers: { ...headers, Prefer: "wait=60" }, body });
    const json = { ...headers, "Content-Type": "application/json" };
    return fetch(`${base}${path}`, { headers: json, ...(body ? { method: "POST", body: JSON.stringify(body) } : {}) });
  };
}

test("the options for a file's format are set in the row of the file, and the result shows how many finished translations were kept", async ({
  signedIn,
  person,
  baseURL,
  guard,
}) => {
  const unit = (id: number, target: string) =>
    `<trans-unit id="${id}"><source>The house is big.</source>${target}</trans-unit>`;
  const text = `<xliff version="1.2"><file original="a" source-language="en" target-language="es" datatype="plaintext"><body>${unit(1, '<target state="final">Mi casa</target>')}${unit(2, "")}</body></file></xliff>`;
  const api = await apiOf(person, baseURL!);
  const { id: glossaryId } = await (await api("/v1/glossaries", { name: "Houses", sourceLanguage: "en" })).json();
  await api(`/v1/glossaries/${glossaryId}/terms`, {
    source: "house",
    targets: [{ language: "es", text: "mansión" }],
  });
  guard.allow(/422/);
  await signedIn.goto("/files");
  await drop(signedIn, [
    {
      name: "table.csv",
      type: "text/csv",
      text: "Code,Country\nThe house,The red car is here.\nThe sea,The sun is big.\n",
    },
    { name: "units.sdlxliff", type: "", text },
    { name: "page.md", type: "", text: "---\ntitle: The big garden\n---\n\nThe house is red.\n" },
    { name: "scan.pdf", type: "", text: "%PDF-1.4 damaged" },
  ]);
  await signedIn.getByText("Options", { exact: true }).first().click();
  await signedIn.getByLabel("Columns").fill("B");
  await signedIn.getByLabel("Options of page.md").click();
  await signedIn.getByRole("checkbox", { name: "Front matter" }).uncheck();
  await signedIn.getByLabel("Options of scan.pdf").click();
  await expect(signedIn.getByLabel("Save as")).toHaveValue("docx");
  await signedIn.getByLabel("Save as").selectOption("HTML");
  await signedIn.getByLabel("Glossary").selectOption("Houses");
  await signedIn.getByRole("button", { name: /^Translate (\d+ )?files?$/ }).click();
  await expect(list(signedIn).getByText("Done", { exact: true })).toHaveCount(3);
  await expect(list(signedIn).getByText(/damaged/)).toBeVisible();
  await expect(list(signedIn).getByText("1 finished translation kept")).toBeVisible();
  const { files } = await (await api("/v1/files")).json();
  const page = files.find(({ fileName }: { fileName: string }) => fileName === "page.md");
  const markdown = await (await api(`/v1/files/${page.id}/content`)).text();
  expect(markdown).toContain("title: The big garden");
  expect(markdown).toContain("mansión");
  const table = files.find(({ fileName }: { fileName: string }) => fileName === "table.csv");
  const written = await (await api(`/v1/files/${table.id}/content`)).text();
  expect(written).toContain("The house,");
  expect(written).not.toContain("The red car");
});
