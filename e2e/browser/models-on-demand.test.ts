import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { newPerson, type TestPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { expect, test } from "./test";
import { chooseLanguage, picker, source, translation } from "./translator-page";

const GERMAN = "Guten Morgen, wie geht es dir heute?";

const mozilla = new ModelServer();
mozilla.pairs = [
  ["de", "en"],
  ["en", "de"],
  ["en", "pl"],
];
let server: Awaited<ReturnType<typeof startTestServer>>;
let offline: Awaited<ReturnType<typeof startTestServer>>;
let person: TestPerson;
let admin: TestPerson;

const start = (settings: string, bucket: string) =>
  startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: { DRAGOMAN_MODELS: "auto", MODELS_SOURCE: settings, MODELS_BUCKET: bucket, MODELS_OFFLINE: "false" },
  });

test.beforeAll(async () => {
  await mozilla.start();
  server = await start(mozilla.settings, mozilla.bucket);
  // No server listens at these addresses.
  offline = await start("http://127.0.0.1:9/v1", "http://127.0.0.1:9/models.json");
  person = await newPerson();
  admin = await newPerson({ isAdmin: true });
});
test.afterAll(async () => {
  await Promise.all([server.stop(), offline.stop(), mozilla.stop()]);
});

test("typing German text starts the model's download, shows its progress, and shows the translation without a reload", async ({
  open,
  guard,
}) => {
  guard.allow(/503.*\/translate/);
  const page = await open(person, { baseURL: server.url });
  await page.goto("/");
  await chooseLanguage(page, "Target language", "English");
  await picker(page, "Source language").click();
  await page.getByPlaceholder("Search languages").fill("German");
  await expect(page.getByRole("option", { name: /German.*installs on first use/ })).toBeVisible();
  await page.keyboard.press("Escape");

  mozilla.fault = { kind: "stall", times: 1 };
  await source(page).fill(GERMAN);
  await expect(translation(page)).toContainText("Installing German → English");
  await expect(page.getByRole("progressbar", { name: "Installing German → English" })).toBeVisible();
  const waiting = await open(admin, { baseURL: server.url });
  await waiting.goto("/admin/models");
  const queue = waiting.getByRole("region", { name: "Installing" });
  await expect(queue).toContainText("German → English");
  await expect(queue).toContainText("1 in progress");
  mozilla.closeStalled();
  await expect(page.getByRole("button", { name: "Engine: Bergamot" })).toBeVisible({ timeout: 60_000 });
});

test("people and administrators see why a model cannot be installed, and see a translation once it is installed", async ({
  open,
  guard,
}) => {
  guard.allow(/503.*\/translate/);
  mozilla.faults.set("en-pl", "wrong bytes");
  mozilla.bucketIsDown = true;
  const page = await open(person, { baseURL: server.url });
  await page.goto("/");
  await chooseLanguage(page, "Source language", "English");
  await chooseLanguage(page, "Target language", "Polish");
  await source(page).fill("The house is big.");
  const reason = "The language model for this pair can’t be installed right now: its files were damaged.";
  await expect(translation(page)).toContainText(reason, { timeout: 20_000 });
  await expect(translation(page)).not.toContainText("Translation failed");
  const administration = await open(admin, { baseURL: server.url });
  await administration.goto("/admin/models");
  const failed = administration.getByRole("listitem").filter({ hasText: reason });
  await expect(failed).toContainText("English → Polish");

  mozilla.faults.clear();
  mozilla.bucketIsDown = false;
  await expect(translation(page)).toContainText("La casa es grande.", { timeout: 60_000 });
});

test("a server without internet connection explains the missing model, and shows administrators how to add the model", async ({
  open,
  guard,
}) => {
  guard.allow(/400.*\/translate/);
  const page = await open(person, { baseURL: offline.url });
  await page.goto("/");
  await chooseLanguage(page, "Target language", "English");
  await source(page).fill(GERMAN);
  const title = "This is German, which isn’t available on this server yet";
  const cause = "It needs a language model, and the server it comes from can’t be reached.";
  await expect(translation(page)).toContainText(title + cause);
  await expect(translation(page)).not.toContainText("npm run models");

  const steps = await open(admin, { baseURL: offline.url });
  await steps.goto("/");
  await chooseLanguage(steps, "Target language", "English");
  await source(steps).fill(GERMAN);
  await expect(translation(steps)).toContainText(title + cause);
  await expect(translation(steps)).toContainText("npm run models -- install de-en");
});

test("an administrator removes a model and disables automatic installation", async ({ open, guard }) => {
  guard.allow(/400.*\/translate/);
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/admin/models");
  await page.getByRole("button", { name: "Remove German → English" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("button", { name: "Install German → English" })).toBeVisible();
  const allowed = page.getByRole("switch", { name: "Install models on first use" });
  await allowed.click();
  await expect(allowed).not.toBeChecked();

  const other = await open(person, { baseURL: server.url });
  await other.goto("/");
  await chooseLanguage(other, "Target language", "English");
  await source(other).fill(GERMAN);
  await expect(translation(other)).toContainText("It needs a language model, which an administrator has to install.");
  await allowed.click();
  await expect(allowed).toBeChecked();
});
