import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { DEEPL_LANGUAGES, deeplLanguages, FakeVendor, wordByWord } from "@/e2e/doubles/fake-vendor";
import { GOOGLE_BUCKET, GoogleStandIn } from "@/e2e/doubles/vendors/google";
import { TranslatingModel } from "@/e2e/doubles/vendors/translating-model";
import { newPerson, type TestPerson } from "@/e2e/people";
import { startTestServer } from "@/e2e/server.mjs";
import { expect, test } from "./test";
import { chooseLanguage, source, translation } from "./translator-page";

const KEY = "a-key-of-this-test:fx";
const mozilla = new ModelServer();
let deepl: FakeVendor;
let google: FakeVendor;
const googleAnswers: GoogleStandIn = new GoogleStandIn(() => google.url);
let server: Awaited<ReturnType<typeof startTestServer>>;
let admin: TestPerson;

/** A separate server, because models installed there would also translate in other tests. */
test.beforeAll(async () => {
  await mozilla.start();
  deepl = await FakeVendor.start(({ url, headers, body }) => {
    if (headers.authorization !== `DeepL-Auth-Key ${KEY}`) return { status: 403, text: "" };
    if (url === DEEPL_LANGUAGES) return deeplLanguages("en", "lv");
    return { json: { translations: JSON.parse(body).text.map((text: string) => ({ text: wordByWord(text) })) } };
  });
  google = await FakeVendor.start(googleAnswers.answer);
  server = await startTestServer({
    databaseUrl: process.env.DATABASE_URL!,
    secret: process.env.DRAGOMAN_SECRET!,
    env: { MODELS_SOURCE: mozilla.settings, MODELS_BUCKET: mozilla.bucket },
  });
  admin = await newPerson({ isAdmin: true });
});
test.afterAll(async () => {
  await Promise.all([server.stop(), mozilla.stop(), deepl.close(), google.close()]);
});

test("an administrator installs a suggested better model with one click, and the model translates", async ({
  open,
}) => {
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/");
  await source(page).fill("Hello world.");
  await expect(page.getByRole("button", { name: "Engine: Apertium" })).toBeVisible();
  const offer = page.getByRole("region", { name: "Better engine available" });
  await expect(offer).toContainText("English → Spanish");
  await offer.getByRole("button", { name: /^Install/ }).click();
  await expect(page.getByRole("button", { name: "Engine: Bergamot" })).toBeVisible();
  await expect(translation(page)).toContainText("Hola mundo.");
  await expect(offer).toHaveCount(0);

  await page.getByRole("button", { name: "Engine: Bergamot" }).click();
  await page.getByRole("menuitemradio", { name: "Apertium" }).click();
  await expect(page.getByRole("button", { name: "Engine: Apertium" })).toBeVisible();

  await page.goto("/admin/models");
  await page.getByRole("button", { name: "Remove English → Spanish" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("button", { name: "Install English → Spanish" })).toBeVisible();
});

test("a model download shows its progress and can be stopped", async ({ open }) => {
  const page = await open(admin, { baseURL: server.url });
  mozilla.fault = { kind: "stall", times: 100 };
  await page.goto("/admin/models");
  await page.getByRole("button", { name: "Install English → Spanish" }).click();
  await expect(page.getByRole("progressbar", { name: "Installing English → Spanish" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel installation of English → Spanish" }).click();
  await expect(page.getByRole("button", { name: "Install English → Spanish" })).toBeVisible();
  mozilla.fault = null;
});

test("a service is added with its key, tested with a real request and disabled, and its key is not shown again", async ({
  open,
  guard,
}) => {
  // The test of the service fails.
  guard.allow(/422.*\/admin\/engines\/services/);
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: "Add service" }).click();
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText("Required.")).toBeVisible();
  await expect(page.getByLabel("Key")).toBeFocused();
  await page.getByLabel("URL").fill(deepl.url);
  await page.getByLabel("Key").fill("wrong");
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText("DeepL refused this key (403)")).toBeVisible();
  await expect(page.getByText("Free keys end in :fx.")).toBeVisible();
  // A changed field invalidates the test.
  await page.getByLabel("Key").fill("wrong, too");
  await expect(page.getByRole("button", { name: "Save anyway" })).toHaveCount(0);
  await page.getByRole("button", { name: "Test and save" }).click();
  await page.getByRole("button", { name: "Save anyway" }).click();
  // The same text appears on the engine's card and in the service's row.
  await expect(page.getByText("Unavailable", { exact: true })).toHaveCount(2);
  await expect(page.getByText("In use")).toHaveCount(0);
  // The engine's card and the service's row show the state on every visit.
  await page.reload();
  await expect(page.getByText("DeepL refused this key (403)")).toHaveCount(2);
  await expect(page.getByText("Free keys end in :fx.")).toHaveCount(2);

  await page.getByRole("button", { name: "Edit DeepL" }).click();
  await page.getByLabel("Key").fill(KEY);
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText(/^Works: /)).toBeVisible();
  await expect(page.getByText("…t:fx")).toBeVisible();
  await expect(page.getByText("In use")).toBeVisible();
  expect(await page.content()).not.toContain(KEY.slice(0, 8));

  await page.getByRole("switch", { name: "Use DeepL" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await expect(page.getByRole("switch", { name: "Use DeepL" })).toBeFocused();
  await page.getByRole("button", { name: "Remove DeepL" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No services yet")).toBeVisible();
});

test("Google is added as a service with a bucket for glossaries, and the bucket is kept when the service is disabled", async ({
  open,
}) => {
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: "Add service" }).click();
  await page.getByLabel("Service", { exact: true }).selectOption("google");
  await page.getByLabel("Service account key file").fill(JSON.stringify(googleAnswers.account));
  await page.getByLabel("URL").fill(google.url);
  await page.getByLabel("Cloud Storage bucket").fill(`gs://${GOOGLE_BUCKET}/`);
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText(/^Works: /)).toBeVisible();
  await page.getByRole("switch", { name: "Use Google Cloud Translation" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Edit Google Cloud Translation" }).click();
  await expect(page.getByLabel("Cloud Storage bucket")).toHaveValue(GOOGLE_BUCKET);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove Google Cloud Translation" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No services yet")).toBeVisible();
});

test("a service at this server's own address cannot be saved, and a chat server shows its prompt format", async ({
  open,
  guard,
}) => {
  guard.allow(/422.*\/admin\/engines\/services/);
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: "Add service" }).click();
  await page.getByLabel("Service", { exact: true }).selectOption("openai");
  await page.getByLabel("URL").fill(`${server.url}/v1`);
  await page.getByLabel("Model").fill("translategemma-4b-it");
  await expect(page.getByLabel("Prompt")).toHaveValue("auto");
  await page.getByLabel("Prompt").selectOption("TranslateGemma");
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText(/at this URL is this server itself/)).toBeVisible();
  await expect(page.getByText(/leads back to this Dragoman/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save anyway" })).toHaveCount(0);
});

test("a TranslateGemma server translates after its URL and model are entered, and the test shows its quality", async ({
  open,
}) => {
  const model = Object.assign(new TranslatingModel(), { takes: "entry", model: "google/translategemma-4b-it" });
  const chat = await FakeVendor.start(model.answer);
  const page = await open(admin, { baseURL: server.url });
  const project = { name: "Site", sourceLanguage: "en", targetLanguages: ["pl", "es"] };
  const made = await page.request.post("/v1/projects", { data: project, headers: { Origin: server.url } });
  expect(made.status()).toBe(201);
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: "Add service" }).click();
  await page.getByLabel("Service", { exact: true }).selectOption("openai");
  await page.getByLabel("URL").fill(`${chat.url}/v1`);
  await page.getByLabel("Model").fill(model.model);
  await page.getByRole("button", { name: "Test and save" }).click();
  await expect(page.getByText(/^Works: /)).toBeVisible();
  const pairs = page.getByRole("listitem").filter({ hasText: /^English → (?:Polish|Spanish)/ });
  await expect(pairs.first()).toContainText("English → Polish");
  await expect(pairs.nth(1)).toContainText("English → Spanish");
  await expect(pairs.nth(1)).toContainText(/\d ms/);
  expect(model.asked[0]?.content).toMatchObject([{ source_lang_code: "en" }]);

  await page.goto("/");
  await chooseLanguage(page, "Target language", "Polish");
  await source(page).fill("The house is big.");
  await expect(translation(page)).toContainText("La casa es grande.");
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No services yet")).toBeVisible();
  await chat.close();
});

test("an administrator measures the quality of an engine with one click, and sets the quality for a language pair", async ({
  open,
}) => {
  const page = await open(admin, { baseURL: server.url });
  await page.goto("/admin/engines");
  await page.getByRole("button", { name: "Measure" }).click();
  await page.getByRole("menuitem", { name: "apertium" }).click();
  const row = page.getByRole("row", { name: /English → Spanish.*apertium/ });
  await expect(row).toContainText("estimate", { timeout: 60_000 });
  await row.getByRole("button", { name: "Quality of English → Spanish, apertium" }).click();
  await page.getByLabel("Used to choose engines").fill("71.5");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("71.5 set here");
  await row.getByRole("button", { name: "Quality of English → Spanish, apertium" }).click();
  await page.getByLabel("Used to choose engines").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("estimate");
});
