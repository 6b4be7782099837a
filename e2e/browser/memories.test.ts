import { readFile } from "node:fs/promises";
import { newPerson } from "@/e2e/people";
import { expect, test } from "./test";
import { tmxOf } from "./workspace";

test("a memory is created, filled from TMX, searched, exported, changed and deleted", async ({
  signedIn: page,
  api,
}) => {
  await page.goto("/memories");
  await expect(page.getByText("No translation memories yet")).toBeVisible();
  await page.getByRole("button", { name: "New memory" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Manuals");
  await dialog.getByRole("button", { name: "Source language" }).click();
  await page
    .getByRole("option", { name: /^English/ })
    .first()
    .click();
  await dialog.getByLabel("Penalty (%)").fill("101");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("Enter a whole number from 0 to 100.")).toBeVisible();
  await dialog.getByLabel("Penalty (%)").fill("5");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Manuals" })).toBeVisible();
  await expect(page.getByText("No units yet")).toBeVisible();
  const id = /tm_\w+/.exec(page.url())![0];

  await page.getByRole("button", { name: "Import" }).click();
  await dialog.locator("input[type=file]").setInputFiles({
    name: "manuals.tmx",
    mimeType: "application/x-tmx+xml",
    buffer: Buffer.from(
      tmxOf([
        ["The house is big.", "La casa es grande."],
        ["The tree is green.", "El árbol es verde."],
        ["Nothing to say.", ""],
      ]),
    ),
  });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toHaveText("Added2Updated0Skipped1");
  await expect(dialog.getByText("1 × Source or translation is empty.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("2 units")).toBeVisible();
  const units = page.getByRole("list", { name: "Units" });
  await expect(units).toContainText("La casa es grande.");

  await page.getByRole("searchbox", { name: "Search units" }).fill("árbol");
  await expect(units.getByRole("listitem")).toHaveCount(1);
  await expect(units).toContainText("The tree is green.");
  await page.getByRole("searchbox", { name: "Search units" }).fill("");
  await expect(units.getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Edit: The tree is green." }).click();
  const translation = dialog.getByRole("textbox", { name: "Translation into Spanish" });
  await expect(translation).toBeFocused();
  await translation.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter the translation.")).toBeVisible();
  await translation.fill("El árbol está verde.");
  await dialog.getByRole("checkbox", { name: "Reviewed" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(units.getByRole("listitem").filter({ hasText: "El árbol está verde." })).toContainText("Reviewed");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Manuals.tmx");
  const bytes = await readFile(await download.path(), "utf8");
  for (const text of ["The house is big.", "La casa es grande.", "El árbol está verde."]) expect(bytes).toContain(text);

  await page.getByRole("button", { name: "Delete: The house is big." }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("1 unit", { exact: false })).toBeVisible();
  await expect(units).not.toContainText("La casa es grande.");

  const choose = async (item: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Edit");
  await dialog.getByLabel("Name").fill("Handbooks");
  await dialog.getByRole("radio", { name: "Confirmed and reviewed text" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Handbooks" })).toBeVisible();
  expect(await api("GET", `/translation-memories/${id}`)).toMatchObject({
    writePolicy: "confirmed",
    penalty: 5,
    units: 1,
  });

  await choose("Delete memory");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No translation memories yet")).toBeVisible();
  await expect(api("GET", `/translation-memories/${id}`)).rejects.toThrow("404");
});

test("a file that is not TMX is refused with a message", async ({ signedIn: page, guard, api }) => {
  guard.allow(/422/);
  const { id } = await api("POST", "/translation-memories", { name: "Manuals", sourceLanguage: "en" });
  await page.goto(`/memories/${id}`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "letter.tmx", mimeType: "text/plain", buffer: Buffer.from("Dear reader") });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Couldn’t import the file");
});

test("a viewer can search and export units, and change nothing", async ({ person, open, api }) => {
  const { id } = await api("POST", "/translation-memories", { name: "Manuals", sourceLanguage: "en" });
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto("/memories");
  await expect(viewer.getByRole("button", { name: "New memory" })).toHaveCount(0);
  await viewer.getByRole("link", { name: "Manuals" }).click();
  await expect(viewer).toHaveURL(`/memories/${id}`);
  await expect(viewer.getByRole("link", { name: "Export" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button", { name: /Import|Edit|Delete|More/ })).toHaveCount(0);
});
