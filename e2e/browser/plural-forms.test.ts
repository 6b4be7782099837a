import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import type { Api } from "./project-data";
import { expect, type Page, test } from "./test";

const FILES = { one: "One selected file", other: "{count} selected files" };

/** A project with a plural message and a text, fully imported. */
async function messages(api: Api, language: string): Promise<{ id: string; segmentId: string }> {
  const project = { name: "Help centre", sourceLanguage: "en", targetLanguages: [language], workflow: "human" };
  const { id } = await api("POST", "/projects", project);
  const segments = [
    { key: "files", sourceForms: FILES },
    { key: "end", source: "See you tomorrow." },
  ];
  await api("POST", `/projects/${id}/documents`, { name: "texts.json", segments });
  const read = async () => (await api("GET", `/projects/${id}/segments?language=${language}&limit=10`)).segments;
  await expect.poll(async () => (await read()).length).toBe(2);
  return { id, segmentId: (await read())[0].id };
}

const field = (page: Page, form: string) =>
  page.getByRole("textbox", { name: `Translation of segment 1, ${form}`, exact: true });
const tab = (page: Page, form: string) => page.getByRole("tab", { name: new RegExp(`^${form}\\b`) });
const saved = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved$/ });

test("a Polish plural is translated form by form with the keyboard, and confirmed when all forms are complete", async ({
  signedIn: page,
  api,
}) => {
  const { id, segmentId } = await messages(api, "pl");
  const translation = async () => (await api("GET", `/segments/${segmentId}?language=pl`)).translation;
  await page.goto(`/projects/${id}/edit/pl`);
  await expect(page.getByRole("tab", { name: "few" })).toContainText("2, 3, 4, 22…");
  await expect(field(page, "one")).toBeFocused();
  await page.keyboard.type("Jeden wybrany plik");
  await page.keyboard.press("Control+Enter");
  await expect(field(page, "few")).toBeFocused();
  await page.keyboard.type("wybrane pliki");
  await page.keyboard.press("Alt+n");
  await expect(field(page, "many")).toBeFocused();
  await page.keyboard.type("{count} wybranych plików");
  await page.keyboard.press("Alt+n");
  await page.keyboard.type("{count} wybranego pliku");
  await expect(saved(page)).toBeVisible();
  expect(await translation()).toMatchObject({
    state: "draft",
    forms: { one: "Jeden wybrany plik", few: "wybrane pliki" },
  });

  // A finding names its plural form and links to it.
  await page.reload();
  await expect(field(page, "one")).toHaveText("Jeden wybrany plik");
  await page.getByRole("list", { name: "Check results" }).getByRole("button", { name: "few" }).first().click();
  await expect(field(page, "few")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("{count} wybrane pliki");
  await page.keyboard.press("Alt+Shift+n");
  await expect(field(page, "one")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("textbox", { name: "Translation of segment 2" })).toBeFocused();
  await expect.poll(translation).toMatchObject({
    state: "reviewed",
    text: "{count} wybranego pliku",
    forms: {
      one: "Jeden wybrany plik",
      few: "{count} wybrane pliki",
      many: "{count} wybranych plików",
      other: "{count} wybranego pliku",
    },
  });
});

test("edits of two people to different forms of an Arabic plural are both kept, on a phone in right-to-left layout", {
  tag: "@long",
}, async ({ signedIn: page, person, guard, open, api }) => {
  guard.allow(/412/);
  const { id, segmentId } = await messages(api, "ar");
  // Without this, changes by others would arrive before the conflict occurs.
  await page.route("**/account/stream*", (route) => route.fulfill({ status: 204 }));
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`/projects/${id}/edit/ar`);
  await expect(field(page, "zero")).toBeFocused();
  await expect(page.getByRole("tab").filter({ hasText: /^(zero|one|two|few|many|other)/ })).toHaveCount(6);
  await expect(field(page, "zero")).toHaveAttribute("dir", "rtl");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(375);

  // Someone else saves two forms between this person's saves.
  await page.keyboard.type("لا ملفات");
  await expect(saved(page)).toBeVisible();
  const second = await open(await newPerson({ accountId: person.accountId, role: "reviewer" }));
  await second.goto(`/projects/${id}/edit/ar`);
  await expect(field(second, "one")).toBeFocused();
  await second.keyboard.type("ملف محدد");
  await second.keyboard.press("Alt+n");
  await second.keyboard.type("ملفان محددان");
  await expect(saved(second)).toBeVisible();
  await tab(page, "one").click();
  await expect(field(page, "one")).toBeFocused();
  await page.keyboard.type("ملف واحد محدد");
  await expect(page.getByText("This translation has changed since you opened it")).toBeVisible();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(async () => (await api("GET", `/segments/${segmentId}?language=ar`)).translation.forms)
    .toEqual({ zero: "لا ملفات", one: "ملف واحد محدد", two: "ملفان محددان" });
  await tab(page, "two").click();
  await expect(field(page, "two")).toHaveText("ملفان محددان");
  expect(await axeFindings(page)).toEqual([]);
});

test("a memory shows plural forms, and each form can be corrected", { tag: "@long" }, async ({
  signedIn: page,
  api,
}) => {
  const { id } = await messages(api, "pl");
  await page.goto(`/projects/${id}/edit/pl`);
  await expect(field(page, "one")).toBeFocused();
  for (const text of ["Jeden plik", "{count} pliki", "{count} plików", "{count} pliku"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Control+Enter");
  }
  await expect(page.getByRole("textbox", { name: "Translation of segment 2" })).toBeFocused();
  const [memory] = (await api("GET", "/translation-memories")).translationMemories;
  const units = async () => (await api("GET", `/translation-memories/${memory.id}/units`)).units;
  await expect.poll(async () => (await units()).length, "the editor does not wait for its saves").toBe(1);
  await page.goto(`/memories/${memory.id}`);
  await page.getByRole("button", { name: /^Edit: / }).click();
  const few = page.getByRole("textbox", { name: "Translation into Polish · few" });
  await expect(few).toHaveText("{count} pliki");
  await few.fill("{count} wybrane pliki");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("{count} wybrane pliki")).toBeVisible();
  expect((await units())[0].forms).toMatchObject({ one: "Jeden plik", few: "{count} wybrane pliki" });
});
