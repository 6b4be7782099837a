import { axeFindings } from "./axe";
import { apiOf, projectOf } from "./project-data";
import { expect, test } from "./test";

test("A translated file is brought back as suggestions, and one of them is taken in the editor", async ({
  signedIn: page,
  person,
  baseURL,
  guard,
}) => {
  guard.allow(/422/);
  const api = await apiOf(person, baseURL!);
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
