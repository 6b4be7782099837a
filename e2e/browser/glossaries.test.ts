import { readFile } from "node:fs/promises";
import { newPerson } from "@/e2e/people";
import { expect, test } from "./test";

/** The fifth row contains nothing that can be imported. */
const TABLE = [
  "source,es,es:forbidden,fr,definition,do_not_translate",
  "invoice,factura,recibo,facture,What is to be paid,",
  "house,casa,,maison,,",
  "Dragoman,,,,,true",
  ",sin origen,,,,",
].join("\n");

test("a glossary is created, filled by hand and from a table, searched, exported, renamed and deleted", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/glossaries");
  await expect(page.getByText("No glossaries yet")).toBeVisible();
  await page.getByRole("button", { name: "New glossary" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expect(dialog.getByText("Choose the source language.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Billing");
  await dialog.getByRole("button", { name: "Source language" }).click();
  await page
    .getByRole("option", { name: /^English/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await expect(page.getByText("No terms yet")).toBeVisible();
  const id = /gls_\w+/.exec(page.url())![0];

  await page.getByRole("button", { name: "Add term" }).first().click();
  await dialog.getByRole("button", { name: "Add term" }).click();
  await expect(dialog.getByText("Enter the term.")).toBeVisible();
  await dialog.getByLabel("Term in English").fill("invoice");
  await dialog.getByRole("textbox", { name: "Translation 1" }).fill("cuenta");
  await dialog.getByRole("button", { name: "Add term" }).click();
  await expect(dialog.getByText("Choose the language of each translation.")).toBeVisible();
  await dialog.getByRole("button", { name: "Language of translation 1" }).click();
  await page
    .getByRole("option", { name: /^Spanish/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Add term" }).click();
  const terms = page.getByRole("list", { name: "Terms" });
  await expect(terms.getByRole("listitem").filter({ hasText: "invoice" }).first()).toContainText("cuenta");

  await page.getByRole("button", { name: "Edit invoice" }).click();
  await dialog.getByRole("textbox", { name: "Translation 1" }).fill("factura");
  await dialog.getByLabel("Definition or note").fill("What is to be paid");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(terms).toContainText("factura");
  await expect(terms).not.toContainText("cuenta");

  await page.getByRole("button", { name: "Import" }).click();
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Choose a file.")).toBeVisible();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "terms.csv", mimeType: "text/csv", buffer: Buffer.from(TABLE) });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Added2Updated1Skipped1");
  await expect(dialog.getByText("No text in the source language.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("3 terms")).toBeVisible();
  await expect(terms.getByRole("listitem").filter({ hasText: "Dragoman" })).toContainText("Don’t translate");

  await page.getByRole("searchbox", { name: "Search terms" }).fill("maison");
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(1);
  await expect(terms).toContainText("house");
  await page.getByRole("searchbox", { name: "Search terms" }).fill("nothing such");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Language", { exact: true }).selectOption("Spanish");
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(2);

  for (const format of ["csv", "tbx"] as const) {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format.toUpperCase(), exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`Billing.${format}`);
    const text = await readFile(await download.path(), "utf8");
    for (const word of ["invoice", "factura", "recibo", "maison", "Dragoman"]) expect(text).toContain(word);
  }

  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Rename");
  await dialog.getByLabel("Name").fill("Accounts");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Accounts" })).toBeVisible();

  await page.getByRole("button", { name: "Delete invoice" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 terms")).toBeVisible();
  expect((await api("GET", `/glossaries/${id}`)).terms).toBe(2);

  await choose("Delete glossary");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No glossaries yet")).toBeVisible();
  await expect(api("GET", `/glossaries/${id}`)).rejects.toThrow("404");
});

test("a duplicate term is refused with a message at its field", async ({ signedIn: page, guard, api }) => {
  guard.allow(/409/);
  const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await api("POST", `/glossaries/${id}/terms`, { source: "invoice" });
  await page.goto(`/glossaries/${id}`);
  await page.getByRole("button", { name: "Add term" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Term in English").fill("invoice");
  await dialog.getByRole("button", { name: "Add term" }).click();
  await expect(dialog.getByText("This term already exists.")).toBeVisible();
});

test("a click outside the term form keeps an unsaved term, and Escape discards the term", async ({
  signedIn: page,
  api,
}) => {
  const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await page.goto(`/glossaries/${id}`);
  const add = page.getByRole("button", { name: "Add term" }).first();
  const dialog = page.getByRole("dialog");
  await add.click();
  await expect(dialog).toBeVisible();
  // Repeated, because for a moment after opening, the menu ignores presses outside.
  await expect(async () => {
    await page.mouse.click(10, 10);
    await expect(dialog).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await add.click();
  await dialog.getByLabel("Term in English").fill("invoice");
  await page.mouse.click(10, 10);
  await dialog.getByLabel("Part of speech").fill("noun");
  await expect(dialog.getByLabel("Term in English")).toHaveValue("invoice");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("a file dropped on the glossary page is offered for import, and an unreadable file is refused with a message", async ({
  signedIn: page,
  guard,
  api,
}) => {
  guard.allow(/422/);
  const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await page.goto(`/glossaries/${id}`, { waitUntil: "networkidle" });
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["<tbx><unclosed>"], "broken.tbx"));
    return transfer;
  });
  for (const event of ["dragenter", "dragover"]) await page.locator("h1").dispatchEvent(event, { dataTransfer: files });
  await expect(page.getByText("Import into Billing")).toBeVisible();
  await page.locator("h1").dispatchEvent("drop", { dataTransfer: files });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("broken.tbx")).toBeVisible();
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Couldn’t import the file");
});

test("a viewer can search and export terms but change nothing, and a reviewer can change only terms", async ({
  person,
  open,
  api,
}) => {
  const { id } = await api("POST", "/glossaries", { name: "Billing", sourceLanguage: "en" });
  await api("POST", `/glossaries/${id}/terms`, { source: "invoice", targets: [{ language: "es", text: "factura" }] });
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto("/glossaries");
  await expect(viewer.getByRole("button", { name: "New glossary" })).toHaveCount(0);
  await viewer.getByRole("link", { name: "Billing" }).click();
  await expect(viewer.getByText("factura")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Export" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /Add|Import|Edit|Delete|More/ })).toHaveCount(0);

  const reviewer = await open(await newPerson({ accountId: person.accountId, role: "reviewer" }));
  await reviewer.goto(`/glossaries/${id}`);
  await expect(reviewer.getByRole("button", { name: "Edit invoice" })).toBeVisible();
  await expect(reviewer.getByRole("main").getByRole("button", { name: /Import|More/ })).toHaveCount(0);
});

test("a long list of glossaries is searched by name", async ({ signedIn: page, api }) => {
  for (const name of ["Billing", "Brand", ..."abcdefg"])
    await api("POST", "/glossaries", { name: `${name} words`, sourceLanguage: "en" });
  await page.goto("/glossaries");
  const names = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(names).toHaveCount(9);
  await page.getByRole("searchbox", { name: "Search by name" }).fill("brand");
  await expect(names).toHaveText(["Brand words"]);
  await page.getByRole("searchbox").fill("nothing such");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(names).toHaveCount(9);
});
