import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, test } from "./test";

test("a translated file is imported as suggestions, and one of them is accepted in the editor", async ({
  signedIn: page,
  guard,
  api,
}) => {
  guard.allow(/422/);
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The tree is green." },
  ]);
  await page.goto(`/projects/${id}/files`);
  await page.getByRole("button", { name: "Actions for texts.json" }).click();
  await page.getByRole("menuitem", { name: "Upload translations" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload translations" });
  const bring = dialog.getByRole("button", { name: "Import" });
  await expect(bring).toBeDisabled();
  const send = (content: string) =>
    dialog
      .getByLabel("File")
      .setInputFiles({ name: "texts.es.json", mimeType: "application/json", buffer: Buffer.from(content) });
  await send('{"segments":[{"key":"z","target":"Otra cosa."}]}');
  await bring.click();
  await expect(dialog.getByRole("alert")).toContainText("The file has no translations of this document's texts");
  const segments = [
    { key: "a", target: "La casa es grande." },
    { key: "b", target: "El árbol es verde." },
    { key: "c", target: "Otra cosa." },
  ];
  await send(JSON.stringify({ segments }));
  await dialog.getByLabel("Import as").selectOption("Suggestions");
  expect(await axeFindings(page)).toEqual([]);
  await bring.click();
  const counts = dialog.getByRole("status");
  await expect(counts).toContainText(/Imported\s*2/);
  await expect(counts).toContainText(/Not found\s*1/);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.goto(`/projects/${id}/edit/es`);
  const field = page.getByRole("textbox", { name: "Translation of segment 1", exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveText("");
  await expect(page.getByText("Suggestion", { exact: true })).toBeVisible();
  await page.keyboard.press("Alt+1");
  await expect(field).toHaveText("La casa es grande.");
});

test("several translated files are listed with document and language and imported together, and an unmatched file is assigned by hand", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  for (const name of ["app", "mail"])
    await api("PUT", `/projects/${id}/documents?path=locales/en/${name}.json`, { content: '{"tree":"The tree"}' });
  const documents = async () => (await api("GET", `/projects/${id}/documents`)).documents;
  await expect.poll(async () => (await documents()).every((one: any) => one.status === "ready")).toBe(true);
  await page.goto(`/projects/${id}/files`);
  await page.getByRole("button", { name: "Upload translations" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload translations" });
  await expect(dialog.getByRole("button", { name: "Import" })).toBeDisabled();
  const files = { "locales/es/app.json": '{"tree":"El árbol"}', "es/sent/mail.json": '{"tree":"El árbol verde"}' };
  const data = await page.evaluateHandle((contents) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(contents))
      transfer.items.add(new File([text], name, { type: "application/json" }));
    return transfer;
  }, files);
  await dialog.getByRole("button", { name: "Choose files" }).dispatchEvent("drop", { dataTransfer: data });
  await expect(dialog.getByRole("status")).toContainText("1 translation, 1 unmatched");
  await expect(dialog.getByRole("list", { name: "Documents" })).toContainText("locales/es/app.jsonSpanish");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toContainText("1 of 1 texts read");
  await dialog.getByRole("button", { name: "Match with locales/en/mail.json, Spanish" }).click();
  await expect(dialog.getByRole("list", { name: "Unmatched files" })).toContainText("Done");
  expect(await axeFindings(page)).toEqual([]);
  expect(await documents()).toHaveLength(3);
  const texts = (await api("GET", `/projects/${id}/segments?language=es`)).segments;
  expect(texts.map((one: any) => one.translation.text)).toEqual(expect.arrayContaining(["El árbol", "El árbol verde"]));
});

test("conflicts between imported and edited texts are shown one by one and resolved with the keyboard", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  // More than one page of the API contains.
  const names = ["Save", "Open", ...Array.from({ length: 100 }, (_, i) => `Close window ${i}`)];
  const byName = (textOf: (name: string) => string) => Object.fromEntries(names.map((name) => [name, textOf(name)]));
  const source = byName((name) => name);
  await api("PUT", `/projects/${id}/documents?path=en.json`, { content: JSON.stringify(source) });
  const documents = async () => (await api("GET", `/projects/${id}/documents`)).documents;
  await expect.poll(async () => (await documents()).every((one: any) => one.status === "ready")).toBe(true);
  await page.goto(`/projects/${id}/files`);
  const upload = async (texts: object) => {
    await page.getByRole("button", { name: "Actions for en.json" }).click();
    await page.getByRole("menuitem", { name: "Upload translations" }).click();
    const buffer = Buffer.from(JSON.stringify(texts));
    await dialog.getByLabel("File").setInputFiles({ name: "es.json", mimeType: "application/json", buffer });
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(dialog.getByRole("status").first()).toContainText("102 of 102 texts read");
  };
  const segments = async () => {
    const first = await api("GET", `/projects/${id}/segments?language=es&limit=100`);
    const rest = await api("GET", `/projects/${id}/segments?language=es&limit=100&cursor=${first.nextCursor}`);
    return [...first.segments, ...rest.segments].filter((one: any) => one.translation.text);
  };
  const dialog = page.getByRole("dialog", { name: "Upload translations" });
  await upload(byName((name) => `${name} allí`));
  await dialog.getByRole("button", { name: "Close" }).last().click();
  for (const { id: segment, source: words, translation } of await segments())
    await api(
      "PATCH",
      `/segments/${segment}/translations/es`,
      { text: `${words} aquí`, state: "translated" },
      { "If-Match": `"${translation.revision}"` },
    );
  await upload(byName((name) => `${name} acá`));
  const conflicts = dialog.getByRole("region", { name: "Conflicts" });
  await expect(conflicts).toContainText("1 of 102");
  await expect(conflicts).toContainText("allí");
  expect(await axeFindings(page)).toEqual([]);
  await conflicts.getByRole("button", { name: /^Use the file’s text/ }).press("2");
  await expect(conflicts).toContainText("2 of 102");
  await conflicts.getByRole("button", { name: "Keep all 101 here" }).click();
  await expect(conflicts).toContainText("102 conflicts resolved");
  const after = (await segments()).map(({ translation }: any) => translation.text);
  expect(after).toEqual(names.map((name, i) => `${name} ${i === 0 ? "acá" : "aquí"}`));
});

test("a repository is imported into a new project with its existing translations before any machine draft", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/projects/new");
  await page.getByLabel("Name").fill("Shop");
  const files = {
    "shop/locales/en.json": '{"tree":"The tree","house":"The house"}',
    "shop/locales/es.json": '{"tree":"El árbol de la gente","house":"La casa de la gente"}',
    "shop/locales/pt_BR.json": '{"tree":"A árvore"}',
    "shop/locales/de-swiss.json": '{"tree":"Der Baum"}',
    "shop/package.json": '{"name":"shop"}',
  };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-shop-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  await page.getByLabel("Choose folder", { exact: true }).setInputFiles(folder);
  const table = page.getByRole("region", { name: "Repository" });
  await expect(table.getByRole("status")).toHaveText("1 source, 2 translations, 1 unmatched");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("2 translations, 0 unmatched")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("link", { name: "Back to project" }).click();
  await expect(page).toHaveURL(/\/projects\/prj_/);
  const id = page.url().split("/").at(-1)!;
  expect((await api("GET", `/projects/${id}/documents`)).documents.map((one: any) => one.path)).toEqual([
    "shop/locales/en.json",
  ]);
  const { segments } = await api("GET", `/projects/${id}/segments?language=es`);
  expect(segments.map(({ translation }: any) => translation.origin.type)).toEqual(["import", "import"]);
});
