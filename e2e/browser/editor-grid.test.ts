import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, type Page, test } from "./test";

const TEXTS = [
  { key: "title", source: "The house is big.", target: "La casa es grande." },
  { key: "body", source: "The tree is green." },
  { key: "end", source: "See you tomorrow." },
];

const cell = (page: Page, number: number, language: string) =>
  page.getByRole("gridcell", { name: `Segment ${number}, ${language}` });
const field = (page: Page, number: number, language: string) =>
  page.getByRole("textbox", { name: `Segment ${number}, ${language}` });

test("the source stays visible next to the edited grid cell and covers no other cell", { tag: "@long" }, async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  for (const language of ["ca", "fr", "de", "it", "pl"]) await api("POST", `/projects/${id}/languages`, { language });
  for (const width of [1280, 375, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/projects/${id}/edit/es?view=grid`);
    await cell(page, 2, "Spanish").click();
    await expect(field(page, 2, "Spanish")).toBeFocused();
    await page.keyboard.press("Escape");
    const source = page.getByRole("rowheader").nth(1);
    const isUncovered = async (language: string) => {
      const [left, right] = [await source.boundingBox(), await cell(page, 2, language).boundingBox()];
      return right!.x >= left!.x + left!.width - 1 && right!.x + right!.width <= width + 1;
    };
    await expect(cell(page, 2, "Spanish")).toBeFocused();
    await page.keyboard.press("End");
    for (const language of ["Polish", "Italian", "German", "French", "Catalan", "Spanish"]) {
      await expect(cell(page, 2, language)).toBeFocused();
      await expect(source).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isUncovered(language), `${language} at ${width}`).toBe(true);
      await page.keyboard.press("ArrowLeft");
    }
  }
});

test("the grid shows all languages of a segment side by side, supports the keyboard, and shows the same states as the list", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, TEXTS);
  await api("POST", `/projects/${id}/languages`, { language: "ca" });
  await signedIn.goto(`/projects/${id}/edit/es`);
  await signedIn.getByRole("radio", { name: "Grid" }).check();
  await expect(signedIn).toHaveURL(/view=grid/);
  await expect(cell(signedIn, 1, "Spanish")).toContainText("La casa es grande.");
  await cell(signedIn, 2, "Spanish").click();
  await expect(field(signedIn, 2, "Spanish")).toBeFocused();
  await signedIn.keyboard.type("El árbol es verde.");
  await signedIn.keyboard.press("Tab");
  await expect(cell(signedIn, 2, "Catalan")).toBeFocused();
  await signedIn.keyboard.press("Enter");
  await expect(field(signedIn, 2, "Catalan")).toBeFocused();
  await signedIn.keyboard.type("L'arbre és verd.");
  await signedIn.keyboard.press("Control+Enter");
  await expect(field(signedIn, 3, "Catalan")).toBeFocused();
  await signedIn.keyboard.press("Escape");
  await expect(cell(signedIn, 3, "Catalan")).toBeFocused();
  await signedIn.keyboard.press("ArrowLeft");
  await expect(cell(signedIn, 3, "Spanish")).toBeFocused();
  await signedIn.keyboard.press("Control+Home");
  await expect(cell(signedIn, 1, "Spanish")).toBeFocused();
  const second = async () => (await api("GET", `/projects/${id}/segments?languages=es,ca`)).segments[1].translations;
  await expect.poll(second).toMatchObject({
    es: { text: "El árbol es verde.", state: "draft" },
    ca: { text: "L'arbre és verd.", state: "reviewed" },
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await signedIn.emulateMedia({ colorScheme });
    expect(await axeFindings(signedIn), colorScheme).toEqual([]);
    await signedIn.screenshot({ path: `test-results/screenshots/grid-${colorScheme}.png` });
  }
  await signedIn.setViewportSize({ width: 375, height: 740 });
  expect(await signedIn.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await axeFindings(signedIn), "narrow").toEqual([]);
  await signedIn.screenshot({ path: "test-results/screenshots/grid-narrow.png" });
  await signedIn.setViewportSize({ width: 1280, height: 800 });

  await signedIn.getByRole("button", { name: "Spanish" }).click();
  await expect(signedIn.getByRole("columnheader")).toHaveCount(2);
  await signedIn.reload();
  await expect(cell(signedIn, 2, "Catalan")).toContainText("L'arbre és verd.");
  await expect(signedIn.getByRole("columnheader")).toHaveCount(2);
  await signedIn.getByRole("radio", { name: "List" }).check();
  await expect(signedIn.getByRole("textbox", { name: /^Translation of segment/ })).toBeVisible();
});

test("a grid cell that is clicked while it loads opens after loading", async ({ signedIn, api }) => {
  const id = await projectOf(api, TEXTS);
  await api("POST", `/projects/${id}/languages`, { language: "ca" });
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await signedIn.route(/\/segments\?.*ids=/, async (route) => {
    await held;
    await route.continue();
  });
  await signedIn.goto(`/projects/${id}/edit/es?view=grid`);
  await cell(signedIn, 2, "Catalan").click();
  load();
  await expect(field(signedIn, 2, "Catalan")).toBeFocused();
});
