import { type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { newPerson, type TestPerson } from "@/e2e/people";
import { TIER_SHARES } from "@/lib/work/jobs/fairness";
import { axeFindings } from "./axe";
import { gate } from "./gate";
import { projectOf } from "./project-data";
import { test as base, expect, type Locator, type Page } from "./test";
import { tmxOf } from "./workspace";

const test = base.extend<{
  /**
   * Locks rows, so that jobs which change them wait in the middle of their work. Returns a function that unlocks them.
   */
  readonly lock: (rows: SQL) => Promise<() => Promise<void>>;
  /** Keeps the person's jobs queued. Returns a function that lets them run. */
  readonly holdQueue: () => Promise<() => Promise<void>>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which fixtures are wanted
  lock: async ({}, use) => {
    const releases: (() => Promise<void>)[] = [];
    await use(async (rows) => {
      const [locked, released] = [gate(), gate()];
      const transaction = db().transaction(async (tx) => {
        await tx.execute(rows);
        locked.open();
        await released.opened;
      });
      await Promise.race([locked.opened, transaction]);
      const release = async () => {
        released.open();
        await transaction;
      };
      releases.push(release);
      return release;
    });
    for (const release of releases) await release();
  },
  holdQueue: async ({ person: { accountId } }, use) => {
    const release = async () => {
      await db().execute(sql`delete from jobs where account_id = ${accountId} and type = 'held'`);
    };
    await use(async () => {
      await db().execute(sql`
        insert into jobs (id, account_id, type, payload, state, cost, worker, lease_until)
        select ${accountId} || n, ${accountId}, 'held', '{}', 'running', 1000000, 'test', now() + interval '1 hour'
          from generate_series(1, ${TIER_SHARES.pro.maxLongJobs}::int) n`);
      return release;
    });
    await release();
  },
});

/** Waits until the person's job of this type is in this state. */
async function awaitJob({ accountId }: TestPerson, type: string, state: string): Promise<void> {
  const current = async () => {
    const [job] = await db().execute<{ state: string; cancel_requested: boolean }>(
      sql`select state, cancel_requested from jobs where account_id = ${accountId} and type = ${type}`,
    );
    return `${job?.state}${job?.cancel_requested ? ", cancelled soon" : ""}`;
  };
  await expect.poll(current).toBe(state);
}

/**
 * Cancels an import in its dialog while the import's rows are locked, unlocks them once `isRequested`, and expects a
 * message.
 */
async function cancelRunning(
  dialog: Locator,
  release: () => Promise<void>,
  isRequested: () => Promise<void>,
  message: string,
): Promise<void> {
  const cancel = dialog.getByRole("button", { name: "Cancel import" });
  expect(await axeFindings(dialog.page())).toEqual([]);
  await cancel.click();
  await expect(cancel).toHaveAttribute("aria-busy", "true");
  await isRequested();
  await release();
  await expect(dialog.getByRole("status").filter({ hasText: message })).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(cancel).toHaveCount(0);
  expect(await dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
}

const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

async function sendTmx(page: Page, units: readonly (readonly [string, string])[]): Promise<Locator> {
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import TMX file" });
  await dialog.locator("input[type=file]").setInputFiles(file("units.tmx", tmxOf(units)));
  await dialog.getByRole("button", { name: "Import" }).click();
  return dialog;
}

test("cancelling a running memory import keeps the units imported so far and changes no other units", {
  tag: "@long",
}, async ({ signedIn: page, person, lock, api }) => {
  const { id } = await api("POST", "/translation-memories", { name: "Manuals", sourceLanguage: "en" });
  const units = Array.from({ length: 4_000 }, (_, i) => [`Text ${i}`, `Texto ${i}`] as const);
  await api("POST", `/translation-memories/${id}/units`, {
    language: "es",
    source: "Text 3999",
    target: "Escrito a mano",
  });
  await page.goto(`/memories/${id}`);
  const release = await lock(sql`select from memories where id = ${id} for no key update`);
  const dialog = await sendTmx(page, units);
  await awaitJob(person, "memory.import", "running");
  await expect(dialog.getByText("Importing units: 0 of 4,000")).toBeVisible();
  await cancelRunning(
    dialog,
    release,
    () => awaitJob(person, "memory.import", "running, cancelled soon"),
    "Import cancelled. Units imported so far are kept.",
  );
  const memory = await api("GET", `/translation-memories/${id}`);
  expect(memory.units).toBeLessThan(4_000);
  await expect(dialog.getByText(/^Added/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(`${memory.units.toLocaleString("en")} units`)).toBeVisible();
  await expect(page.getByText("Import cancelled.")).toHaveCount(0);
  const found = await api("GET", `/translation-memories/${id}/units?q=3999`);
  expect(found.units.map(({ target }: { target: string }) => target)).toEqual(["Escrito a mano"]);
  const left = await db().execute(sql`select from memory_import_batches where memory_id = ${id}`);
  expect(left.length).toBe(0);
});

test("an import that continues in the background can be cancelled on the memory's page", async ({
  signedIn: page,
  holdQueue,
  api,
}) => {
  const { id } = await api("POST", "/translation-memories", { name: "Manuals", sourceLanguage: "en" });
  await page.goto(`/memories/${id}`);
  const release = await holdQueue();
  const dialog = await sendTmx(page, [["The house is big.", "La casa es grande."]]);
  await expect(dialog.getByText("The import continues when you close this.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Importing units: 0 of 1")).toBeVisible();
  await page.getByRole("button", { name: "Cancel import" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Import cancelled." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel import" })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  await release();
  expect((await api("GET", `/translation-memories/${id}`)).units).toBe(0);
  const again = await sendTmx(page, [["The house is big.", "La casa es grande."]]);
  await expect(again.getByRole("status")).toHaveText("Added1Updated0Skipped0");
});

async function sendTarget(
  page: Page,
  project: string,
  segments: readonly { key: string; target: string }[],
): Promise<Locator> {
  await page.goto(`/projects/${project}/files`);
  await page.getByRole("button", { name: "Actions for texts.json" }).click();
  await page.getByRole("menuitem", { name: "Upload translations" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload translations" });
  await dialog.getByLabel("File").setInputFiles(file("texts.es.json", JSON.stringify({ segments })));
  await dialog.getByRole("button", { name: "Import" }).click();
  return dialog;
}

test("cancelling a running import of translations keeps translations imported so far and those that people wrote", async ({
  signedIn: page,
  person,
  lock,
  api,
}) => {
  const keys = Array.from({ length: 4_000 }, (_, i) => `k${String(i).padStart(4, "0")}`);
  const id = await projectOf(
    api,
    keys.map((key) => ({
      key,
      source: `Text ${key}`,
      ...(key === "k0000" || key === "k3999" ? { target: "Escrito a mano" } : {}),
    })),
  );
  const [reviewed] = (await api("GET", `/projects/${id}/segments?language=es&q=k0000`)).segments;
  const ifMatch = { "If-Match": `"${reviewed.translation.revision}"` };
  await api("PATCH", `/segments/${reviewed.id}/translations/es`, { state: "reviewed" }, ifMatch);
  const release = await lock(sql`select from translations where project_id = ${id} for update`);
  const dialog = await sendTarget(
    page,
    id,
    keys.map((key) => ({ key, target: `Texto ${key}` })),
  );
  await awaitJob(person, "target_import", "running");
  await cancelRunning(
    dialog,
    release,
    () => awaitJob(person, "target_import", "running, cancelled soon"),
    "Import cancelled. Translations imported so far are kept.",
  );
  const { segments } = (await api("GET", `/projects/${id}`)).languages[0].progress;
  expect(segments.reviewed).toBe(1);
  expect(segments.translated).toBeLessThan(3_000);
  const { segments: found } = await api("GET", `/projects/${id}/segments?language=es&q=Escrito`);
  expect(found.map(({ key }: { key: string }) => key)).toEqual(["k0000", "k3999"]);
});

test("cancelling a queued import of translations changes nothing", async ({ signedIn: page, holdQueue, api }) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big.", target: "Una casa grande." }]);
  const before = await api("GET", `/projects/${id}/segments?language=es`);
  const release = await holdQueue();
  const dialog = await sendTarget(page, id, [{ key: "a", target: "La casa es grande." }]);
  await dialog.getByRole("button", { name: "Cancel import" }).click();
  await expect(dialog.getByRole("status")).toContainText("Import cancelled.");
  await release();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect(await api("GET", `/projects/${id}/segments?language=es`)).toEqual(before);
});

test("a cancelled export is not shown as failed, and the next export succeeds", { tag: "@long" }, async ({
  signedIn: page,
  person,
  open,
  holdQueue,
  api,
}) => {
  const id = await projectOf(api, [{ key: "a", source: "The house is big.", target: "La casa es grande." }]);
  await page.goto(`/projects/${id}/exports`);
  const release = await holdQueue();
  const create = page.getByRole("button", { name: "Export", exact: true });
  await create.click();
  const rows = page.getByRole("list", { name: "Exports" }).getByRole("listitem");
  await expect(rows).toContainText("Queued");
  const viewer = await open(await newPerson({ accountId: person.accountId, role: "viewer" }));
  await viewer.goto(`/projects/${id}/exports`);
  await expect(viewer.getByText("Queued")).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Stop" })).toHaveCount(0);
  await rows.getByRole("button", { name: "Stop" }).click();
  await expect(rows).toContainText("Stopped");
  await expect(rows.getByRole("button", { name: "Stop" })).toHaveCount(0);
  expect(await rows.getByText(/Failed|Cancelled/).count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await release();
  await create.click();
  await expect(rows.first()).toContainText("Ready");
  await expect(rows).toHaveCount(2);
});
