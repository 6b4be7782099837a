import { readFile } from "node:fs/promises";
import { newPerson } from "@/e2e/people";
import { axeFindings } from "./axe";
import { projectOf } from "./project-data";
import { expect, type Page, test } from "./test";

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
const status = (page: Page) => page.locator("main").getByRole("status").filter({ hasText: /\w/ }).first();

test("a file becomes a project in one step, is drafted, approved and exported", async ({ signedIn, api }) => {
  await signedIn.goto("/projects/new");
  await signedIn.getByLabel("Name").fill("Letter");
  await signedIn.getByRole("button", { name: "Source language" }).click();
  await signedIn
    .getByRole("option", { name: /^English/ })
    .first()
    .click();
  await signedIn.getByRole("button", { name: "Target languages" }).click();
  await signedIn
    .getByRole("option", { name: /^Spanish/ })
    .first()
    .click();
  await signedIn.keyboard.press("Escape");
  await signedIn.setInputFiles("input[type=file]", [file("letter.txt", "The house is big.\n\nThe tree is green.\n")]);
  await signedIn.getByRole("button", { name: "Create project" }).click();
  await expect(signedIn).toHaveURL(/\/projects\/prj_/);
  const id = /prj_\w+/.exec(signedIn.url())![0];

  await expect(status(signedIn)).toContainText("In review", { timeout: 60_000 });
  await expect(signedIn.getByText("To do: 2 segments to review.")).toBeVisible();
  await signedIn.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Files" }).click();
  await expect(signedIn.getByRole("cell", { name: /^letter\.txt/ }).first()).toBeVisible();
  await signedIn.getByRole("link", { name: "Overview" }).click();
  await signedIn.getByRole("link", { name: "Review 2 segments" }).click();
  await expect(signedIn).toHaveURL(/\/edit\/es\?state=/);
  for (const number of [1, 2]) {
    const field = signedIn.getByRole("textbox", { name: `Translation of segment ${number}`, exact: true });
    await expect(field).toBeFocused();
    await expect(field).not.toHaveText("");
    await signedIn.keyboard.press("Control+Enter");
    if (number === 1) await expect(field).toHaveCount(0);
  }
  await expect.poll(async () => (await api("GET", `/projects/${id}`)).status).toBe("completed");

  await signedIn.goto(`/projects/${id}`);
  await expect(status(signedIn)).toContainText("Completed");
  await signedIn.getByRole("link", { name: "Exports" }).click();
  await signedIn.getByRole("button", { name: "Export", exact: true }).click();
  const link = signedIn.getByRole("link", { name: /^Download/ });
  await expect(link).toBeVisible({ timeout: 60_000 });
  // All exports of a project have the same name.
  await expect(signedIn.getByRole("list", { name: "Exports" }).getByRole("listitem")).toContainText(
    /Documents\s*Spanish\s*1 file\s*2 segments: 2 reviewed/,
  );
  const [download] = await Promise.all([signedIn.waitForEvent("download"), link.click()]);
  expect(await readFile(await download.path(), "utf8")).toBe("La casa es grande.\n\nEl árbol es verde.\n");
});

test("the issues of a project are counted on its page and link to their segments", async ({ signedIn, api }) => {
  const id = await projectOf(api, [
    { key: "a", source: "It costs 5 euros.", target: "Cuesta mucho." },
    { key: "b", source: "The house is big.", target: "La casa es grande." },
  ]);
  await api("PATCH", `/projects/${id}/languages/es`, { dueAt: "2020-01-01T00:00:00Z" });
  await signedIn.goto(`/projects/${id}`);
  await expect(signedIn.getByText("Overdue")).toBeVisible();
  await signedIn.getByRole("link", { name: /Missing number.*in 1 segment/ }).click();
  await expect(signedIn).toHaveURL(/\/edit\/es\?check=number\.missing/);
  await expect(signedIn.getByText("It costs 5 euros.").first()).toBeVisible();
  await expect(signedIn.getByText("The house is big.")).toHaveCount(0);
});

test("each tab of a project has its own address, and its content is in the server-rendered page", {
  tag: "@long",
}, async ({ open, guard, person, api }) => {
  guard.allow(/^request failed: GET .*\.js: csp$/); // The browser reports that it runs no scripts.
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }], "mt_review");
  await expect(async () => {
    const { jobs } = await api("GET", `/projects/${id}/jobs?type=pretranslate`);
    expect(jobs[0]?.status).toBe("succeeded");
  }).toPass();
  const page = await open(person, { javaScriptEnabled: false });
  await page.goto(`/projects/${id}`);
  await expect(page.getByText("To do: 1 segment to review.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Jobs" }), "finished jobs are no news").toHaveCount(0);
  await page.goto(`/projects/${id}/files`);
  await expect(page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Files" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("row", { name: "texts.json Texts with keys 4 words version 1" })).toBeVisible();
  await page.goto(`/projects/${id}/activity`);
  await expect(page.getByRole("listitem").filter({ hasText: "Machine drafts" })).toContainText("Spanish");
  await expect(page.getByText("1 text drafted: Spanish")).toBeVisible();
  const created = page.getByRole("listitem").filter({ hasText: "The API key “Test” created the project" });
  await expect(created).toBeVisible();
  await page.goto(`/projects/${id}/exports`);
  await expect(page.getByText("No exports yet.")).toBeVisible();
});

test("an export warns about unreviewed texts in advance, and includes them with one click", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }], "mt_review");
  await signedIn.goto(`/projects/${id}/exports`);
  await expect(signedIn.getByRole("list", { name: "Contents of the export" })).toHaveText("Spanish: 1 not reviewed");
  await expect(signedIn.getByText("1 translated text isn’t reviewed")).toBeVisible();
  await signedIn.getByRole("button", { name: "Export them too" }).click();
  await expect(signedIn.getByLabel("Content", { exact: true })).toHaveValue("current");
  await expect(signedIn.getByText("isn’t reviewed")).toBeHidden();
});

test("the options of selection lists are not clipped, even if language names have long words", {
  tag: "@long",
}, async ({ open, person, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  for (const locale of ["de", "es", "pl"]) {
    const page = await open(person, { locale });
    for (const [path, widths] of [
      ["/projects", [375, 640, 1280]],
      [`/projects/${id}/exports`, [1280]],
      [`/projects/${id}/analysis`, [1280]],
      [`/projects/${id}/settings`, [375, 640]],
    ] as const) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await page.locator("main select").evaluateAll((all) =>
          all.flatMap((select) => {
            const copy = select.cloneNode(true) as HTMLElement;
            copy.style.width = "auto";
            select.parentElement!.append(copy);
            const isCut = copy.offsetWidth > (select as HTMLElement).offsetWidth;
            copy.remove();
            return isCut ? [select.textContent] : [];
          }),
        );
        expect(cut, `${locale} ${path} ${width}`).toEqual([]);
      }
    }
  }
});

test("machine drafts are not offered without an engine, and a pretranslation that drafted nothing shows the reason", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }], "mt_review");
  await api("PUT", `/projects/${id}/memories`, { memories: [] });
  await api("POST", `/projects/${id}/languages`, { language: "ja" });
  await api("POST", `/projects/${id}/pretranslate`, { languages: ["ja"] });
  await expect(async () => {
    const { jobs } = await api("GET", `/projects/${id}/jobs?type=pretranslate`);
    expect(jobs.map(({ status }: { status: string }) => status)).not.toContain("running");
    expect(jobs.map(({ status }: { status: string }) => status)).not.toContain("queued");
  }).toPass();
  await signedIn.goto(`/projects/${id}`);
  await expect(signedIn.getByRole("list", { name: "Jobs" })).toContainText(
    /Nothing was drafted\. English to Japanese isn’t available on this server yet\. An administrator can add/,
  );
  await expect(signedIn.getByRole("list", { name: "Jobs" }).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(signedIn.getByText(/^English to Japanese isn’t available on this server yet/)).toBeVisible();
  await expect(signedIn.getByRole("button", { name: "Ask the administrator" })).toBeVisible();
  await expect(signedIn.getByRole("button", { name: "Create machine drafts" })).toHaveCount(0);
  await signedIn.getByRole("button", { name: "Actions for Japanese" }).click();
  await expect(signedIn.getByRole("menuitem", { name: "Assign and set due date" })).toBeVisible();
  await expect(signedIn.getByRole("menuitem", { name: /draft/i })).toHaveCount(0);
});

test("a damaged document is listed as failed with the reason and without a retry button", async ({ signedIn, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await api("POST", `/projects/${id}/documents`, { name: "broken.json", content: '{"a": ' });
  await expect
    .poll(async () => (await api("GET", `/projects/${id}/jobs`)).jobs.map(({ status }: any) => status))
    .toContain("failed");
  await signedIn.goto(`/projects/${id}`);
  const job = signedIn.getByRole("list", { name: "Jobs" }).getByRole("listitem").filter({ hasText: "broken.json" });
  await expect(job).toContainText("This is not valid JSON");
  await expect(job.getByRole("button")).toHaveCount(0);
  // A person's damaged file is not a server error, so its name is yellow everywhere.
  await expect(signedIn.getByRole("status").getByText("Import failed", { exact: true })).toHaveClass(/bg-warning-soft/);
  await signedIn.goto(`/projects/${id}/files`);
  const badge = signedIn.getByRole("row", { name: /^broken\.json/ }).getByText("Import failed", { exact: true });
  const [width, room] = await badge.evaluate((element) => [
    element.getBoundingClientRect().width,
    element.closest("td")!.getBoundingClientRect().width,
  ]);
  expect(width!, "a badge is as wide as its words").toBeLessThan(room! / 2);
  await expect(badge).toHaveClass(/bg-warning-soft/);
});

test("the list of documents shows five languages on a laptop without scrolling, and one whole language on a phone", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big.", target: "La casa es grande." }]);
  await api("POST", `/projects/${id}/documents`, {
    name: `docs/${"a-long-name-of-a-file-".repeat(4)}.md`,
    content: "A.",
  });
  for (const language of ["ca", "fr", "de", "ar"]) await api("POST", `/projects/${id}/languages`, { language });
  await signedIn.setViewportSize({ width: 1440, height: 900 });
  await signedIn.goto(`/projects/${id}/files`);
  const table = signedIn.getByRole("region", { name: "Progress by document and language" });
  await expect(table).toBeVisible();
  expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await signedIn.setViewportSize({ width: 375, height: 812 });
  const row = table.getByRole("row", { name: /^texts\.json/ });
  const box = async (cell: number) => (await row.getByRole("cell").nth(cell).boundingBox())!;
  const [spanish, actions] = [await box(1), await box(6)];
  expect(spanish.x + spanish.width).toBeLessThanOrEqual(actions.x + 1);
});

test("texts that wait for review are shown as work, not as an error, and zero progress is shown as an empty bar", async ({
  signedIn,
  api,
}) => {
  const id = await projectOf(api, [
    { key: "a", source: "The house is big.", target: "La casa es grande." },
    { key: "b", source: "The garden is small." },
  ]);
  await api("POST", `/projects/${id}/languages`, { language: "ca" });
  await signedIn.goto(`/projects/${id}`);
  const main = signedIn.getByRole("main");
  await expect(main.getByRole("list", { name: "Languages" }).getByRole("listitem")).toHaveCount(2);
  await expect(main.getByRole("alert")).toHaveCount(0);
  await expect(main.locator(".text-warning, .bg-warning-soft")).toHaveCount(0);
  const empty = main.getByRole("listitem").filter({ hasText: "Catalan" }).getByRole("img").locator("rect");
  for (const width of await empty.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width)))
    expect(width).toBe(0);
});

test("several projects are archived together", async ({ signedIn, api }) => {
  for (const name of ["Spring", "Summer", "Autumn"])
    await api("POST", "/projects", { name, sourceLanguage: "en", targetLanguages: ["es"] });
  // This project is in progress, so it is not archived.
  await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await signedIn.goto("/projects", { waitUntil: "networkidle" });
  for (const name of ["Spring", "Autumn", "Help centre"])
    await signedIn.getByRole("checkbox", { name: `Select ${name}` }).check();
  await expect(signedIn.getByText("3 projects selected")).toBeVisible();
  await expect(signedIn.getByText("1 can’t be archived in its current status.")).toBeVisible();
  await signedIn.getByRole("button", { name: "Archive" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expect(signedIn.getByText("2 projects archived")).toBeVisible();
  await expect(signedIn.getByRole("link", { name: "Spring" })).toHaveCount(0);
  for (const name of ["Summer", "Help centre"]) await expect(signedIn.getByRole("link", { name })).toBeVisible();
  await signedIn.getByLabel("Status", { exact: true }).selectOption("Archived");
  await expect(signedIn.getByRole("link", { name: "Autumn" })).toBeVisible();
});

test("a project is archived and restored, and its language and settings are changed", async ({ signedIn, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await signedIn.goto(`/projects/${id}`);
  await signedIn.getByRole("button", { name: "Add language" }).click();
  const dialog = signedIn.getByRole("dialog");
  await dialog.getByRole("button", { name: "Language", exact: true }).click();
  await signedIn
    .getByRole("option", { name: /^Catalan/ })
    .first()
    .click();
  await dialog.getByLabel("Reviewer").selectOption({ label: "Ada Test" });
  await dialog.getByRole("button", { name: "Add language" }).click();
  await expect(signedIn.getByText("reviewer: Ada Test")).toBeVisible();

  await signedIn.getByRole("button", { name: "Cancel project" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Cancel project" }).click();
  await expect(status(signedIn)).toContainText("Cancelled");
  await signedIn.getByRole("button", { name: "Reopen" }).click();
  await signedIn.getByRole("dialog").getByRole("button", { name: "Reopen" }).click();
  await expect(status(signedIn)).toContainText("In progress");

  await signedIn.getByRole("link", { name: "Settings", exact: true }).last().click();
  await signedIn.getByLabel("Name", { exact: true }).fill("Renamed");
  await signedIn.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await api("GET", `/projects/${id}`)).name).toBe("Renamed");
});

test("a viewer sees a project and can change nothing", async ({ person, open, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto(`/projects/${id}`);
  await expect(viewer.getByRole("heading", { name: "Help centre" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Add|Cancel project|Create machine drafts/ })).toHaveCount(0);
  await viewer.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Files" }).click();
  await expect(viewer.getByRole("cell", { name: /^texts\.json/ }).first()).toBeVisible();
  await expect(viewer.getByRole("button", { name: /Add/ })).toHaveCount(0);
  await expect(viewer.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Settings" })).toHaveCount(
    0,
  );
});

test("names of exported files and language codes are set with a preview, and an invalid pattern is refused at its field", async ({
  signedIn,
  guard,
  api,
}) => {
  guard.allow(/400/);
  const id = await projectOf(api, [{ key: "a", source: "The house is big." }]);
  await signedIn.goto(`/projects/${id}/settings`);
  const pattern = signedIn.getByLabel("Names of exported files");
  await expect(pattern).toHaveValue("{language}/{path}");
  await expect(signedIn.getByText("es/docs/guide.md")).toBeVisible();
  await pattern.fill("{language}.json");
  await signedIn.getByRole("button", { name: "Save" }).click();
  await expect(pattern).toHaveAttribute("aria-invalid", "true");
  await pattern.fill("locales/");
  for (const placeholder of ["{language_underscore}", "{name}"])
    await signedIn.getByRole("button", { name: `Insert ${placeholder}` }).click();
  await expect(pattern).toHaveValue("locales/{language_underscore}{name}");
  await pattern.fill("locales/{language_underscore}/{name}");
  await signedIn.getByLabel("Code of Spanish in files").fill("es-ES");
  await expect(signedIn.getByText("locales/es_ES/guide.md")).toBeVisible();
  await signedIn.getByLabel("Keep them in exported files").check();
  await signedIn.getByLabel("Keep their status").check();
  await signedIn.getByLabel("Last translator of PO files").fill("Ada <ada@example.org>");
  await signedIn.getByLabel("Mark machine translations in PO files as fuzzy").check();
  await signedIn.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await api("GET", `/projects/${id}`)).settings)
    .toMatchObject({
      fileNames: "locales/{language_underscore}/{name}",
      languageCodes: { es: "es-ES" },
      removedKeys: "keep",
      sourceChanges: "keep",
      lastTranslator: "Ada <ada@example.org>",
      fuzzyDrafts: true,
    });
  await signedIn.getByLabel("Code of Spanish in files").fill("");
  await signedIn.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => (await api("GET", `/projects/${id}`)).settings.languageCodes).toEqual({});
});

test("the list of a project's documents can be searched, limited to unfinished documents, and collapsed by folder", async ({
  signedIn,
  api,
}) => {
  const paths = ["readme.txt", "app/menu.txt", "app/help.txt", "web/home.txt", "web/item 9.txt", "web/item 10.txt"];
  const id = await projectOf(api, [{ key: "title", source: "The house is big." }]);
  for (const name of paths)
    await api("POST", `/projects/${id}/documents`, { name, segments: [{ key: "a", source: "The tree is green." }] });
  await signedIn.goto(`/projects/${id}/files`);
  const rows = signedIn.getByRole("table").getByRole("row");
  const listed = () => rows.locator("bdi[title], button bdi").allTextContents();
  await expect
    .poll(listed)
    .toEqual([
      ...["readme.txt", "texts.json", "app/", "help.txt", "menu.txt", "web/", "home.txt", "item 9.txt", "item 10.txt"],
    ]);
  await signedIn.getByRole("button", { name: /^app\// }).click();
  await expect
    .poll(listed)
    .toEqual(["readme.txt", "texts.json", "app/", "web/", "home.txt", "item 9.txt", "item 10.txt"]);
  await signedIn.getByRole("searchbox", { name: "Search" }).fill("ITEM");
  await expect.poll(listed).toEqual(["web/", "item 9.txt", "item 10.txt"]);
  await signedIn.getByRole("searchbox", { name: "Search" }).fill("no such");
  await expect(signedIn.getByText("No matching documents")).toBeVisible();
  await signedIn.getByRole("searchbox", { name: "Search" }).fill("");
  await signedIn.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Least finished" });
  await expect(signedIn.getByText("web/home.txt", { exact: true })).toBeVisible();

  for (const path of ["app/help.txt", "app/menu.txt"])
    await signedIn.getByRole("checkbox", { name: `Select ${path}` }).check();
  const selection = signedIn.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Export" }).click();
  const exporting = signedIn.getByRole("dialog", { name: "Export 2 documents" });
  await expect(exporting.getByRole("list", { name: "Contents of the export" })).toContainText("Spanish: 2");
  expect(await axeFindings(signedIn)).toEqual([]);
  await signedIn.keyboard.press("Escape");
  await selection.getByRole("button", { name: "Delete" }).click();
  await signedIn.getByRole("dialog", { name: "Delete 2 documents" }).getByRole("button", { name: "Delete" }).click();
  await expect.poll(async () => (await api("GET", `/projects/${id}/documents`)).documents).toHaveLength(5);
  await expect(selection).toHaveCount(0);
});
