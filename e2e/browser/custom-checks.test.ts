import { projectOf } from "./project-data";
import { expect, test } from "./test";

const TEXTS = [{ key: "a", source: "You are here.", target: "Usted está aquí." }];

test("a manager adds a custom check to a project, tries it, sees its issues, and removes it", async ({
  signedIn: page,
  api,
}) => {
  const project = await projectOf(api, TEXTS);
  const saved = async () => (await api("GET", `/projects/${project}`)).settings.customChecks;
  await page.goto(`/projects/${project}/settings`);
  await expect(page.getByText("No custom checks yet.")).toBeVisible();

  await page.getByRole("button", { name: "Add check" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Add check" });
  const pattern = dialog.getByRole("textbox", { name: "Pattern in the translation" });
  await submit.click();
  await expect(dialog.getByText("Enter a message for translators.")).toBeVisible();
  await expect(dialog.getByText("Enter a pattern.", { exact: true })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Message" }).fill("Say tú.");
  await pattern.fill("(?i)\\busted(?=x)");
  await expect(dialog.getByText("This pattern can’t be used")).toBeVisible();
  await pattern.fill("(?i)\\busted\\b");
  await expect(dialog.getByText("This pattern can’t be used")).toBeHidden();
  const status = dialog.getByRole("region", { name: "Try the check" }).getByRole("status");
  const sample = dialog.getByRole("textbox", { name: "Sample translation" });
  await sample.fill("Como quieras.");
  await expect(status).toHaveText("Not reported");
  await sample.fill("Como usted quiera.");
  await expect(status).toHaveText("Reported");
  await expect(dialog.locator("mark")).toHaveText("usted");
  await submit.click();

  const list = page.getByRole("list", { name: "Custom checks" });
  await expect(list.getByRole("listitem")).toContainText(["Say tú."]);
  expect(await saved()).toMatchObject([{ id: "check-1", message: "Say tú.", severity: "warning", finding: "match" }]);

  await page.getByRole("button", { name: "Edit check “Say tú.”" }).click();
  await dialog.getByRole("combobox", { name: "Severity" }).selectOption("Error");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(list.getByRole("listitem")).toContainText(["Error"]);

  await expect
    .poll(async () => (await api("GET", `/projects/${project}`)).progress.qa.errors, { timeout: 20_000 })
    .toBe(1);
  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByRole("link", { name: "Say tú." }).click();
  await expect(page.getByRole("list", { name: "Check results" })).toContainText("Say tú.");

  await page.goto(`/projects/${project}/settings`);
  await page.getByRole("button", { name: "Delete check “Say tú.”" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No custom checks yet.")).toBeVisible();
  expect(await saved()).toEqual([]);
});
