import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { gate } from "./gate";
import { type Api, projectOf } from "./project-data";
import { expect, type Page, test } from "./test";

const field = (page: Page) => page.getByRole("textbox", { name: /^Translation of segment/ });
const saved = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved$/ });
const states = async (api: Api, id: string): Promise<string[]> =>
  (await api("GET", `/projects/${id}/segments?language=es&limit=100`)).segments.map(
    (segment: any) => segment.translation.state,
  );

test("a reviewer reviews 40 segments without the mouse", async ({ signedIn, api }) => {
  const texts = Array.from({ length: 40 }, (_, i) => ({
    key: `k${i}`,
    source: `Sentence number ${i}.`,
    target: `Frase número ${i}.`,
  }));
  const id = await projectOf(api, texts);
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(signedIn.getByRole("textbox", { name: "Translation of segment 1", exact: true })).toBeFocused();
  // Each key acts on the next segment, even before it is visible.
  for (let number = 1; number <= 12; number++) await signedIn.keyboard.press("Control+Enter");
  for (let number = 13; number <= 40; number++) {
    const active = signedIn.getByRole("textbox", { name: `Translation of segment ${number}`, exact: true });
    await expect(active).toBeFocused();
    await signedIn.keyboard.press("Control+Enter");
    if (number < 40) await expect(active).toHaveCount(0);
  }
  await expect.poll(async () => (await api("GET", `/projects/${id}`)).status).toBe("completed");
  expect(new Set(await states(api, id))).toEqual(new Set(["reviewed"]));
});

test("typed text is checked, can be fixed, and survives a reload and a change of segment", async ({
  signedIn,
  guard,
  api,
}) => {
  guard.allow(/409/);
  const id = await projectOf(api, [
    { key: "a", source: "Hello {name}, welcome." },
    { key: "b", source: "See you tomorrow." },
  ]);
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(field(signedIn)).toBeFocused();
  await signedIn.keyboard.type("Hola, bienvenido.");
  await expect(signedIn.getByText("Missing placeholder.")).toBeVisible();
  await signedIn.keyboard.press("Control+Enter");
  await expect(signedIn.getByText("The translation has errors.").first()).toBeVisible();
  await signedIn.keyboard.press("Control+a");
  await signedIn.keyboard.type("Hola {name}, bienvenido.");
  await expect(signedIn.getByText("Missing placeholder.")).toHaveCount(0);
  await expect(saved(signedIn)).toBeVisible();
  await signedIn.keyboard.press("Alt+ArrowDown");
  await expect(signedIn.getByRole("textbox", { name: "Translation of segment 2" })).toBeFocused();
  await signedIn.keyboard.type("Hasta mañ");
  await signedIn.reload();
  await expect(signedIn.getByRole("textbox", { name: "Translation of segment 2" })).toHaveText(/Hasta mañ/);
  await signedIn.keyboard.press("Alt+ArrowUp");
  await expect(field(signedIn)).toHaveText("Hola {name}, bienvenido.");
  await signedIn.keyboard.press("Control+z");
  await expect(signedIn).toHaveURL(/segment=seg_/);
  expect(signedIn.url()).not.toContain("Hola");
});

test("the editor of an empty project links to its documents, and clearing a filter without results keeps the focus in the editor", async ({
  signedIn: page,
  api,
}) => {
  const project = { name: "P", sourceLanguage: "en", targetLanguages: ["es"], workflow: "human" };
  const { id: empty } = await api("POST", "/projects", project);
  await page.goto(`/projects/${empty}/edit/es`);
  await expect(page.getByRole("heading", { name: "No segments yet" })).toBeVisible();
  await page.getByRole("link", { name: "Add documents" }).click();
  await expect(page).toHaveURL(/\/files$/);

  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await page.goto(`/projects/${id}/edit/es?state=reviewed`);
  await expect(page.getByRole("heading", { name: "No matching segments" })).toBeVisible();
  await page.getByRole("button", { name: "Show all segments" }).last().press("Enter");
  await expect(field(page)).toBeVisible();
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("an editor address with unknown filters shows all segments, and an address with several values of a filter selects each value", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "See you tomorrow.", target: "Hasta mañana." },
  ]);
  await page.setViewportSize({ width: 1700, height: 900 });
  await page.goto(`/projects/${id}/edit/es?state=rejected&documentId=doc_1&sort=fastest#label=a,,b`);
  await expect(page.getByText("See you tomorrow.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Show all segments" })).toHaveCount(0);

  await page.goto(`/projects/${id}/edit/es?state=untranslated,translated&origin=import,human&qa=error&comments=open`);
  const panel = page.getByRole("complementary", { name: "Filters" });
  const chosen = (name: string) => panel.getByRole("combobox", { name }).locator("option:checked");
  await expect(chosen("State")).toHaveText("Not started, Needs review");
  await expect(chosen("Origin")).toHaveText("Import, Human");
  await expect(chosen("Findings")).toHaveText("With errors, With open issues");
  await panel.getByRole("combobox", { name: "State" }).selectOption("Not started");
  await expect(page).toHaveURL(/state=untranslated(&|$)/);
});

test("the editor's layout doesn't shift between typing and saving on a narrow screen", async ({ signedIn, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "See you tomorrow." }]);
  await signedIn.setViewportSize({ width: 375, height: 800 });
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(field(signedIn)).toBeFocused();
  await expect(saved(signedIn)).toBeVisible();
  const top = async () => (await field(signedIn).boundingBox())?.y;
  const before = await top();
  const saving = gate();
  await signedIn.route("**/translations/es", (route) => saving.opened.then(() => route.continue()));
  await signedIn.keyboard.type("Hasta mañ");
  await expect(saved(signedIn)).toHaveCount(0);
  expect(await top()).toBe(before);
  saving.open();
  await expect(saved(signedIn)).toBeVisible();
  expect(await top()).toBe(before);
});

test("no bar covers the list of segments on a phone in landscape after scrolling", async ({ open, person, api }) => {
  const texts = Array.from({ length: 20 }, (_, i) => ({ key: `k${i}`, source: `Text ${i}.` }));
  const id = await projectOf(api, texts);
  // The size of a window of 1,280 × 720 at 200 % zoom.
  const page = await open(person, { viewport: { width: 640, height: 360 } });
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page)).toBeFocused();
  const list = page.getByRole("region", { name: "Segments" });
  const uncovered = await list.evaluate((element) => {
    element.scrollIntoView({ block: "start" });
    const { top, bottom } = element.getBoundingClientRect();
    const isSeen = (y: number) => element.contains(document.elementFromPoint(innerWidth / 2, y));
    return { first: isSeen(top + 4), last: isSeen(Math.min(bottom, innerHeight) - 4) };
  });
  expect(uncovered).toEqual({ first: true, last: true });
});

test("restoring a text from the history keeps text that is typed afterwards", async ({
  signedIn: page,
  guard,
  api,
}) => {
  guard.allow(/412/);
  const id = await projectOf(api, [{ key: "a", source: "The house is big.", target: "La casa es grande." }]);
  const text = async () => (await api("GET", `/projects/${id}/segments?language=es`)).segments[0].translation.text;
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("La casa es enorme.");
  await page.keyboard.press("Control+Enter");
  await expect(saved(page)).toBeVisible();
  await page.getByRole("tab", { name: "History" }).click();
  const revisions = page.getByRole("tabpanel").getByRole("listitem");
  await expect(revisions).toHaveCount(2);
  // The current text has no button to restore it.
  const restore = page.getByRole("button", { name: "Restore" });
  await expect(restore).toHaveCount(1);
  expect(await axeFindings(page)).toEqual([]);
  await restore.click();
  await expect(field(page)).toHaveText("La casa es grande.");
  await expect(revisions).toHaveCount(3);
  expect(await text()).toBe("La casa es grande.");

  await field(page).press("Control+End");
  await page.keyboard.type(" Y alta.");
  await restore.first().click();
  await expect(revisions).toHaveCount(4);
  expect(await text()).toBe("La casa es enorme.");
  await expect(field(page)).toHaveText("La casa es grande. Y alta.");
  await field(page).press("Control+Enter");
  await expect(page.getByText("This translation has changed since you opened it")).toBeVisible();
  await expect(page.getByRole("region", { name: "Segment 1", exact: true }).locator("del")).toContainText("enorme");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await field(page).press("Control+Enter");
  await expect.poll(text).toBe("La casa es grande. Y alta.");
});

test("an unsent comment is kept while the person visits another segment", async ({ signedIn: page, api }) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "See you tomorrow." },
  ]);
  await page.goto(`/projects/${id}/edit/es`);
  await expect(field(page)).toBeFocused();
  await page.getByRole("tab", { name: "Comments" }).click();
  const comment = page.getByRole("textbox", { name: "New comment" });
  await comment.fill("Which house?");
  await page.getByText("See you tomorrow.").click();
  await expect(page.getByRole("textbox", { name: "Translation of segment 2" })).toBeFocused();
  await expect(comment).toHaveValue("");
  await page.getByText("The house is big.").click();
  await expect(comment).toHaveValue("Which house?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Which house?" })).toBeVisible();
  await expect(comment).toHaveValue("");
  await expect(comment).toBeFocused();
});

test("a tag is deleted, copied and inserted as a whole", { tag: "@long" }, async ({ signedIn, api }) => {
  const { id } = await api("POST", "/projects", {
    name: "P",
    sourceLanguage: "en",
    targetLanguages: ["es"],
    workflow: "human",
  });
  await api("POST", `/projects/${id}/documents`, {
    name: "page.html",
    content: "<p>Click <a href='/x'>here</a> now.</p>",
  });
  await expect.poll(async () => (await api("GET", `/projects/${id}/segments?language=es`)).segments.length).toBe(1);
  await signedIn.goto(`/projects/${id}/edit/es`);
  await expect(field(signedIn)).toBeFocused();
  const chips = field(signedIn).locator("[data-code]");
  await signedIn.keyboard.press("Alt+c");
  await expect(chips).toHaveCount(2);
  await signedIn.keyboard.press("Control+a");
  await signedIn.keyboard.press("Delete");
  await expect(chips).toHaveCount(0);
  await signedIn.keyboard.type("Haga clic ");
  await expect(signedIn.getByText("Missing tag.").first()).toBeVisible();
  await signedIn.keyboard.press("Alt+Shift+t");
  await expect(chips).toHaveCount(2);
  await signedIn.keyboard.press("Backspace");
  await expect.poll(() => chips.count()).toBeLessThan(2);
  await signedIn.keyboard.press("Control+z");
  await expect(chips).toHaveCount(2);
  await expect(saved(signedIn)).toBeVisible();
  const [segment] = (await api("GET", `/projects/${id}/segments?language=es`)).segments;
  expect(segment.translation.text).toMatch(/<g\d+><\/g\d+>/);
});

test("a viewer sees everything in list and grid, and cannot change anything", async ({ person, open, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big.", target: "La casa es grande." }]);
  await api("POST", `/projects/${id}/languages`, { language: "ca" });
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto(`/projects/${id}/edit/es`);
  await expect(field(viewer)).toHaveText("La casa es grande.");
  await expect(viewer.getByText("Read-only")).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Approve|Confirm|Save draft/ })).toHaveCount(0);
  await viewer.getByRole("radio", { name: "Grid" }).check();
  await viewer.getByRole("gridcell", { name: "Segment 1, Spanish" }).click();
  const cell = viewer.getByRole("textbox", { name: "Segment 1, Spanish" });
  await expect(cell).toHaveAttribute("aria-readonly", "true");
  await expect(viewer.getByRole("button", { name: /Approve|Confirm|Save draft/ })).toHaveCount(0);
});

test("shortcuts focus the search and comment fields even if these are hidden, and Tab skips the list", async ({
  signedIn,
  api,
}) => {
  const texts = Array.from({ length: 30 }, (_, i) => ({ key: `k${i}`, source: `Sentence number ${i}.` }));
  const id = await projectOf(api, texts);
  await signedIn.goto(`/projects/${id}/edit/es?state=untranslated`);
  await expect(field(signedIn)).toBeFocused();
  const panel = signedIn.getByRole("complementary", { name: "Segment details" });
  // The panel appears after the field.
  await expect(panel.getByRole("tab").first()).toBeVisible();
  const inPanel = panel.locator(":focus");
  for (let presses = 0; presses < 8 && (await inPanel.count()) === 0; presses++) await signedIn.keyboard.press("Tab");
  await expect(inPanel).toHaveCount(1);

  await signedIn.keyboard.press("/");
  await expect(signedIn.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await signedIn.keyboard.press("Escape");
  await signedIn.setViewportSize({ width: 1100, height: 800 });
  await signedIn.keyboard.press("Control+Shift+c");
  await expect(signedIn.getByRole("dialog").getByRole("textbox", { name: "New comment" })).toBeFocused();
  await signedIn.keyboard.press("Escape");

  await signedIn.getByRole("button", { name: "Show all segments" }).click();
  await expect(signedIn).not.toHaveURL(/state=/);
});

test("the editor has no accessibility violations in both themes, wide and narrow", async ({ signedIn, api }) => {
  const id = await projectOf(api, [
    { key: "a", source: "Hello {name}.", target: "Hola." },
    { key: "b", source: "The house is big." },
  ]);
  for (const width of [1440, 375]) {
    await signedIn.setViewportSize({ width, height: 800 });
    await signedIn.goto(`/projects/${id}/edit/es`);
    await expect(field(signedIn)).toBeFocused();
    expect(await axeFindings(signedIn)).toEqual([]);
  }
});

test("search and filters are above the list on a wide screen, show live counts, survive a reload and can be removed", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big.", target: "La casa es grande." },
    { key: "b", source: "It costs 5 euros.", target: "Cuesta mucho." },
    { key: "c", source: "The tree is green." },
  ]);
  await page.goto(`/projects/${id}/edit/es`);
  const bar = page.getByRole("search", { name: "Filters" });
  const toggle = (name: RegExp) => bar.getByRole("button", { name });
  await expect(toggle(/^Not started 1$/)).toBeEnabled();
  await expect(toggle(/^Draft/), "a filter that would show nothing is left out").toHaveCount(0);
  await toggle(/^With warnings 1$/).click();
  await expect(toggle(/^With warnings 1$/)).toHaveAttribute("aria-pressed", "true");
  await expect(toggle(/^With warnings 1$/), "the focus stays for the next filter").toBeFocused();
  await expect(bar.getByRole("status")).toHaveText("1 segment");
  await expect(page.getByText("It costs 5 euros.").first()).toBeVisible();

  await toggle(/^With warnings 1$/).click();
  const search = bar.getByRole("searchbox", { name: "Search" });
  await search.pressSequentially("The");
  await expect(bar.getByRole("status")).toHaveText("2 segments");
  await expect(toggle(/^Needs review 1$/), "counts are of what the search finds").toBeEnabled();
  await expect(toggle(/^With warnings/)).toHaveCount(0);
  await expect(search).toBeFocused();
  await expect(page).toHaveURL(/#q=The$/);
  await page.reload();
  await expect(bar.getByRole("status")).toHaveText("2 segments");
  await expect(search).toHaveValue("The");
  expect(await axeFindings(page)).toEqual([]);
  await bar.getByRole("button", { name: /“The”/ }).click();
  await expect(search).toHaveValue("");
  await expect(page).not.toHaveURL(/#/);

  await toggle(/^Needs review 2$/).click();
  await page.getByRole("button", { name: "Bulk edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Bulk edit · Spanish" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("status")).toContainText("1 of them has warnings.");
  await expect(dialog.getByRole("button", { name: "Approve 2 segments" })).toBeEnabled();
});

test("rows are selected with click, Shift and Ctrl, and a bulk action shows how many segments it changes", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big.", target: "La casa es grande." },
    { key: "b", source: "It costs 5 euros.", target: "Cuesta mucho." },
    { key: "c", source: "The tree is green.", target: "El árbol es verde." },
    { key: "d", source: "The bread.", target: "El pan." },
  ]);
  const states = async () =>
    (await api("GET", `/projects/${id}/segments?language=es`)).segments.map((one: any) => one.translation.state);
  await page.goto(`/projects/${id}/edit/es`);
  const bar = page.getByRole("region", { name: "Selection" });
  await page.getByRole("checkbox", { name: "Select segment 2" }).check();
  await expect(bar.getByRole("status")).toHaveText("1 selected");
  await page.getByText("The bread.").click({ modifiers: ["Shift"] });
  await expect(bar.getByRole("status")).toHaveText("3 selected");
  await page.getByText("The tree is green.").click({ modifiers: ["ControlOrMeta"] });
  await expect(bar.getByRole("status")).toHaveText("2 selected");
  expect(await axeFindings(page)).toEqual([]);
  await bar.getByRole("button", { name: "Approve 2 segments" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toContainText("1 of them has warnings.");
  await dialog.getByRole("button", { name: "Approve 2 segments" }).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(states).toEqual(["translated", "reviewed", "translated", "reviewed"]);

  await page.getByRole("checkbox", { name: "Select segment 1" }).check();
  await bar.getByRole("button", { name: "Select all 4 segments" }).click();
  await expect(bar.getByRole("status")).toHaveText("4 selected");
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar).toHaveCount(0);
});

test("a segment keeps its number under every filter, and each document has a heading", async ({
  signedIn: page,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big.", target: "La casa es grande." },
    { key: "b", source: "See you tomorrow." },
    { key: "c", source: "The bread." },
  ]);
  await page.goto(`/projects/${id}/edit/es?state=untranslated`);
  await expect(page.getByRole("textbox", { name: "Translation of segment 2", exact: true })).toBeVisible();
  const list = page.getByRole("region", { name: "Segments" });
  await expect(list.getByText("texts.json"), "no heading for the only document").toHaveCount(0);
  await page.getByText("The bread.").click();
  await expect(page.getByRole("textbox", { name: "Translation of segment 3", exact: true })).toBeFocused();

  await api("POST", `/projects/${id}/documents`, { name: "more.json", segments: [{ key: "x", source: "The sea." }] });
  await expect
    .poll(async () => (await api("GET", `/projects/${id}/documents`)).documents.map((one: any) => one.status))
    .toEqual(["ready", "ready"]);
  await page.goto(`/projects/${id}/edit/es`);
  await expect(list.getByText("texts.json")).toBeVisible();
  await expect(list.getByText("more.json")).toBeVisible();
  await list.getByText("The sea.").click();
  await expect(page.getByRole("textbox", { name: "Translation of segment 1", exact: true })).toBeFocused();
});

test("other people's texts, states and comments appear immediately, and each segment shows who is editing it", async ({
  signedIn,
  person,
  open,
  guard,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The tree is green." },
  ]);
  const ana = await newPerson({ accountId: person.accountId, role: "reviewer", personName: "Ana Bo" });
  const other = await open(ana);
  const path = `/projects/${id}/edit/es`;
  const streaming = (page: Page) => page.waitForResponse((response) => response.url().includes("/account/stream"));
  await Promise.all([streaming(signedIn), signedIn.goto(path)]);
  await Promise.all([streaming(other), other.goto(path)]);
  await expect(signedIn.getByRole("list", { name: "Others in this project" }).getByRole("img")).toHaveAccessibleName(
    "Ana Bo",
  );
  const notice = signedIn.getByText("Ana Bo is editing this segment");
  await expect(notice).toHaveCount(0);
  await field(other).fill("La casa es grande.");
  await expect(notice).toBeVisible();
  // This person has typed nothing, so the other person's text appears, even in the open segment.
  await expect(field(signedIn)).toHaveText("La casa es grande.");
  expect(await axeFindings(signedIn)).toEqual([]);
  await other.keyboard.press("Control+Enter");
  await expect(other.getByRole("textbox", { name: "Translation of segment 2" })).toBeFocused();
  await expect(signedIn.getByRole("region", { name: "Segment 1" }).getByText("Reviewed")).toBeVisible();
  await expect(signedIn.getByRole("img", { name: "Ana Bo is here" })).toBeVisible();

  // Both tabs of a browser share one stream.
  const second = await signedIn.context().newPage();
  await second.goto(path);
  await expect(second.getByRole("list", { name: "Others in this project" })).toBeVisible();
  await field(other).fill("El árbol es verde.");
  for (const page of [signedIn, second]) await expect(page.getByText("El árbol es verde.")).toBeVisible();
  expect(guard.urls.filter((url) => url.includes("/account/stream"))).toHaveLength(2);

  // This person has typed something, so the other person's text appears next to it.
  await field(signedIn).fill("La casa es enorme.");
  const [first] = (await api("GET", `/projects/${id}/segments?language=es`)).segments;
  const ifMatch = { "If-Match": `"${first.translation.revision}"` };
  await api("PATCH", `/segments/${first.id}/translations/es`, { text: "La casa es bonita." }, ifMatch);
  await expect(signedIn.getByText("This translation has changed since you opened it")).toBeVisible();
  await expect(signedIn.getByRole("region", { name: "Segment 1" })).toContainText("bonita");
  await expect(field(signedIn)).toHaveText("La casa es enorme.");

  // The tab with the stream is closed, and the other tab opens one.
  await signedIn.close();
  await other.goto("/projects");
  await expect(second.getByRole("list", { name: "Others in this project" })).toHaveCount(0);
});

test("find and replace previews the changed texts and their number", async ({ signedIn: page, guard, api }) => {
  guard.allow(/400/);
  const id = await projectOf(api, [
    { key: "a", source: "My colour.", target: "Mi Color." },
    { key: "b", source: "Colours.", target: "Los colores." },
    { key: "c", source: "The bread.", target: "El pan." },
    { key: "d", source: "See you tomorrow." },
    { key: "e", source: "Hello {name}.", target: "Hola." },
  ]);
  const texts = async () =>
    (await api("GET", `/projects/${id}/segments?language=es`)).segments.map((one: any) => one.translation.text);
  const before = ["Mi Color.", "Los colores.", "El pan.", null, "Hola."];
  await page.goto(`/projects/${id}/edit/es`);
  await page.getByRole("button", { name: "Bulk edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("status")).toContainText("1 with errors isn’t changed.");
  await expect(dialog.getByRole("button", { name: "Approve 3 segments" })).toBeEnabled();

  await dialog.getByLabel("Action").selectOption({ label: "Find and replace" });
  await dialog.getByLabel("Find", { exact: true }).fill("color");
  await dialog.getByLabel("Replace with").fill("tono");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("button", { name: "Change 2 segments" })).toBeEnabled();
  const samples = dialog.getByRole("list", { name: "First changes" });
  await expect(samples.getByRole("listitem")).toHaveCount(2);
  await expect(samples).toContainText("tonoes");
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "Find whole words only" }).check();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Change 1 segment" }).click();
  await expect(page.getByText("1 changed", { exact: true })).toBeVisible();
  expect(await texts()).toEqual(["Mi tono.", ...before.slice(1)]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(texts).toEqual(before);

  await page.getByRole("button", { name: "Bulk edit" }).click();
  await dialog.getByLabel("Action").selectOption({ label: "Find and replace" });
  await dialog.getByRole("checkbox", { name: "Regular expression" }).check();
  await dialog.getByLabel("Find", { exact: true }).fill("col(or");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByLabel("Find", { exact: true })).toHaveAccessibleDescription(/pattern/i);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("bulk actions fix, machine-translate and clear texts and ignore issues in a filtered list, and can be undone", async ({
  person,
  open,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big." },
    { key: "b", source: "The door is open.", target: "La puerta está abierta" },
  ]);
  const segments = async () => (await api("GET", `/projects/${id}/segments?language=es`)).segments;
  const states = async () => (await segments()).map((one: any) => one.translation.state);
  const page = await open(person);
  await page.goto(`/projects/${id}/edit/es`);
  const bulk = async (action: string, starts: RegExp) => {
    await page.getByRole("button", { name: "Bulk edit" }).click();
    const dialog = page.getByRole("dialog", { name: /^Bulk edit/ });
    await dialog.getByLabel("Action").selectOption(action);
    await dialog.getByRole("button", { name: "Preview" }).click();
    await dialog.getByRole("button", { name: starts }).click();
    await expect(dialog).toHaveCount(0);
  };
  const texts = async () => (await segments()).map((one: any) => one.translation.text);
  await bulk("fix", /^Change 1 segment$/);
  await expect.poll(texts).toEqual([null, "La puerta está abierta."]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(texts).toEqual([null, "La puerta está abierta"]);
  await bulk("pretranslate", /^Translate 1 segment$/);
  await expect.poll(states).toEqual(["draft", "translated"]);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect.poll(states).toEqual(["untranslated", "translated"]);

  const [check] = (await segments())[1].translation.issues;
  await page.goto(`/projects/${id}/edit/es?check=${check.check}`);
  await bulk("ignoreCheck", /^Ignore in 1 segment$/);
  await expect.poll(async () => (await segments())[1].translation.issues[0].status).toBe("ignored");
  await page.goto(`/projects/${id}/edit/es`);
  await bulk("clear", /^Clear 1 translation$/);
  await expect.poll(states).toEqual(["untranslated", "untranslated"]);
});
