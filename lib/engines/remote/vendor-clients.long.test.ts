import { createRequire } from "node:module";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { installVendorClients } from "@/e2e/clients/install";
import { remoteEngine, startFakeVendor } from "@/e2e/doubles/fake-vendor";
import { AZURE_KEY, azureStandIn } from "@/e2e/doubles/vendors/azure";
import { CHAT_KEY, ChatStandIn } from "@/e2e/doubles/vendors/chat";
import { GOOGLE_BUCKET, GOOGLE_PARENT, GoogleStandIn } from "@/e2e/doubles/vendors/google";
import { google } from "./google";

// The clients are installed apart from the application, so their types are not known here.
// biome-ignore lint/suspicious/noExplicitAny: see above
let load: { (name: string): any; resolve(name: string): string };
beforeAll(async () => {
  load = createRequire(path.join(await installVendorClients(), "package.json"));
});

describe("Google's official client", () => {
  const server: GoogleStandIn = new GoogleStandIn(() => fakeVendor.url);
  const fakeVendor = startFakeVendor(server.answer);

  test("Google's official client lists languages, translates and reports errors with the fake server", async () => {
    await remoteEngine(google({ account: () => server.account, url: fakeVendor.url })).directions();
    const { OAuth2Client } = load("google-auth-library");
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: server.token, expiry_date: Date.now() + 3_000_000 });
    const { hostname, port } = new URL(fakeVendor.url);
    const { v3 } = load("@google-cloud/translate");
    const client = new v3.TranslationServiceClient({
      authClient,
      fallback: true,
      apiEndpoint: hostname,
      port: Number(port),
      protocol: "http",
    });
    const parent = GOOGLE_PARENT.replace("/v3/", "");
    const [{ languages }] = await client.getSupportedLanguages({ parent });
    expect(languages).toContainEqual(
      expect.objectContaining({ languageCode: "fr", supportSource: true, supportTarget: false }),
    );
    const codes = { sourceLanguageCode: "en", targetLanguageCode: "es" };
    const contents = ["The house", 'Click <span id="g1">here</span>'];
    const [{ translations }] = await client.translateText({ parent, contents, mimeType: "text/html", ...codes });
    expect(translations.map(({ translatedText }: { translatedText: string }) => translatedText)).toEqual([
      "La casa",
      'Pulse <span id="g1">aquí</span>',
    ]);
    const failed = client.translateText({ parent, contents, mimeType: "text/plain", ...codes });
    await expect(failed).rejects.toMatchObject({ code: 400 });
    await client.close();
  });
});

describe("Google's official clients for glossaries and storage", () => {
  const server: GoogleStandIn = new GoogleStandIn(() => fakeVendor.url);
  const fakeVendor = startFakeVendor(server.answer);

  test("Google's official client uploads a file, creates a glossary from it, uses it and deletes both with the fake server", async () => {
    const options = { account: () => server.account, url: fakeVendor.url, bucket: GOOGLE_BUCKET };
    await remoteEngine(google(options)).directions();
    // Each client has its own version of the authentication library.
    const authOf = (name: string) => {
      const { OAuth2Client } = createRequire(load.resolve(name))("google-auth-library");
      const authClient = new OAuth2Client();
      authClient.setCredentials({ access_token: server.token, expiry_date: Date.now() + 3_000_000 });
      return { authClient };
    };
    const { Storage } = load("@google-cloud/storage");
    const storage = new Storage({
      ...authOf("@google-cloud/storage"),
      projectId: "words-1",
      apiEndpoint: fakeVendor.url,
      useAuthWithCustomEndpoint: true,
    });
    const file = storage.bucket(GOOGLE_BUCKET).file("mine/terms.tsv");
    await file.save("ship\tbuque", { resumable: false, validation: false });
    expect(server.objects.get("mine/terms.tsv")).toBe("ship\tbuque");

    const { hostname, port } = new URL(fakeVendor.url);
    const { v3 } = load("@google-cloud/translate");
    const address = { apiEndpoint: hostname, port: Number(port), protocol: "http" };
    const client = new v3.TranslationServiceClient({
      ...authOf("@google-cloud/translate"),
      fallback: true,
      ...address,
    });
    const parent = "projects/words-1/locations/us-central1";
    const name = `${parent}/glossaries/mine`;
    const codes = { sourceLanguageCode: "en", targetLanguageCode: "es" };
    const inputConfig = { gcsSource: { inputUri: `gs://${GOOGLE_BUCKET}/mine/terms.tsv` } };
    const [operation] = await client.createGlossary({ parent, glossary: { name, languagePair: codes, inputConfig } });
    const [made] = await operation.promise();
    expect(made).toMatchObject({ name, entryCount: 1 });
    expect((await client.getGlossary({ name }))[0]).toMatchObject({ name, languagePair: codes });
    expect((await client.listGlossaries({ parent }))[0]).toMatchObject([{ name }]);
    const request = { contents: ["The ship"], mimeType: "text/html", ...codes, glossaryConfig: { glossary: name } };
    const [{ glossaryTranslations }] = await client.translateText({ parent, ...request });
    expect(glossaryTranslations[0].translatedText).toBe("La buque");
    const elsewhere = client.translateText({ parent: parent.replace("us-central1", "global"), ...request });
    await expect(elsewhere).rejects.toMatchObject({ code: 400 });
    await client.deleteGlossary({ name });
    await expect(client.getGlossary({ name })).rejects.toMatchObject({ code: 404 });
    await file.delete();
    expect(server.objects.size).toBe(0);
    await client.close();
  });
});

describe("Azure's official client", () => {
  const fakeVendor = startFakeVendor(azureStandIn);

  test("Azure's official client lists languages, translates and reports errors with the fake server", async () => {
    const { default: createClient, isUnexpected } = load("@azure-rest/ai-translation-text");
    const options = { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } };
    const client = createClient(fakeVendor.url, { key: AZURE_KEY, region: "westeurope" }, options);
    const listed = await client.path("/languages").get();
    expect(isUnexpected(listed)).toBe(false);
    expect(listed.body.translation["pt-pt"]).toMatchObject({ dir: "ltr" });
    const translate = (to: string) =>
      client.path("/translate").post({
        body: [{ text: "The house" }, { text: 'Click <span id="g1">here</span>' }],
        queryParameters: { from: "en", to, textType: "html" },
      });
    const done = await translate("es");
    expect(isUnexpected(done)).toBe(false);
    expect(done.body.map((one: { translations: { text: string }[] }) => one.translations[0]?.text)).toEqual([
      "La casa",
      'Pulse <span id="g1">aquí</span>',
    ]);
    const term = 'See <mstrans:dictionary translation="Casa Nube">Cloud House</mstrans:dictionary> here';
    const named = await client.path("/translate").post({
      body: [{ text: term }],
      queryParameters: { from: "en", to: "es", textType: "html" },
    });
    expect(named.body[0].translations[0].text).toBe("See Casa Nube aquí");
    const failed = await translate("tlh-x");
    expect(isUnexpected(failed)).toBe(true);
    expect(failed.body.error).toMatchObject({ code: 400036, message: expect.any(String) });
    const stranger = createClient(fakeVendor.url, { key: "wrong", region: "westeurope" }, options);
    expect(
      (await stranger.path("/translate").post({ body: [{ text: "x" }], queryParameters: { to: "es" } })).status,
    ).toBe("401");
  });
});

describe("OpenAI's official client", () => {
  const server = new ChatStandIn();
  const fakeVendor = startFakeVendor(server.answer);

  test("OpenAI's official client lists models, completes chats and reports errors with the fake server", async () => {
    const { OpenAI, AuthenticationError, BadRequestError } = load("openai");
    const client = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${fakeVendor.url}/v1`, maxRetries: 0 });
    const models = [];
    for await (const model of client(CHAT_KEY).models.list()) models.push(model.id);
    expect(models).toEqual(["toy"]);
    const texts = JSON.stringify({ texts: [{ id: 1, text: "The house" }] });
    const request = { model: "toy", messages: [{ role: "user" as const, content: texts }] };
    const { choices, usage } = await client(CHAT_KEY).chat.completions.create(request);
    expect(JSON.parse(choices[0].message.content)).toEqual({ translations: [{ id: 1, text: "La casa" }] });
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    await expect(client("wrong").models.list()).rejects.toBeInstanceOf(AuthenticationError);
    server.takes = { schema: true, object: true, temperature: false };
    const refused = client(CHAT_KEY).chat.completions.create({ ...request, temperature: 0 });
    await expect(refused).rejects.toBeInstanceOf(BadRequestError);
    await expect(refused).rejects.toMatchObject({ param: "temperature" });
  });
});
