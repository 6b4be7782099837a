import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { expect, test } from "./test";
import { chooseLanguage, source, translation } from "./translator-page";

const GERMAN = "Das Haus ist groß und der Garten ist klein.";
const MISSING = /This is German, which isn’t available on this server yet\W*It needs a language model/;

test("a missing language is described in the same words everywhere, and requests for it are counted in a notification", async ({
  open,
  guard,
}) => {
  guard.allow(/status of 400/, /status 400/);
  const admin = await newPerson({ isAdmin: true });
  for (const count of [1, 2]) {
    const page = await open(await newPerson());
    await page.goto("/");
    await chooseLanguage(page, "Target language", "English");
    await source(page).fill(GERMAN);
    await expect(translation(page)).toContainText(MISSING);
    await translation(page).getByRole("button", { name: "Ask the administrator" }).click();
    await expect(translation(page)).toContainText("You’ll be notified when it works.");
    if (count > 1) continue;
    await page.goto("/files");
    await page.getByLabel("Choose files").setInputFiles({
      name: "german.txt",
      mimeType: "text/plain",
      buffer: Buffer.from(GERMAN),
    });
    await page.getByRole("button", { name: "Translate 1 file" }).click();
    await expect(page.getByText(MISSING)).toBeVisible();
    await page.goto("/projects/new");
    await page.getByRole("button", { name: /^Source language/ }).click();
    await page.getByPlaceholder("Search languages").fill("English");
    await page.getByRole("option", { name: "English" }).first().click();
    await page.getByRole("button", { name: /^Target languages/ }).click();
    await page.getByPlaceholder("Search languages").fill("Swahili");
    await expect(page.getByText("Translated by people only")).toBeVisible();
    await page.getByRole("option", { name: "Swahili" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByText(/English to Swahili isn’t available on this server yet/)).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  }
  const page = await open(admin);
  await page.goto("/");
  await page.getByRole("button", { name: "Notifications, 1 unread" }).first().click();
  await page.getByRole("link", { name: /2 people ask for German/ }).click();
  await expect(page).toHaveURL(/\/admin\/models/);
});
