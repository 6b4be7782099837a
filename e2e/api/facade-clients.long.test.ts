import { execFile, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { installVendorClients } from "@/e2e/clients/install";
import { baseUrl, newAccount } from "./client";

// The clients are installed separately from the application, so their types are unknown here.
let load: (name: string) => any;
let key: string;
beforeAll(async () => {
  ({ key } = await newAccount({ tier: "pro" }));
  load = createRequire(path.join(await installVendorClients(), "package.json"));
});

describe("third-party clients of other translation APIs", () => {
  test("the unmodified npm client libretranslate can translate", async () => {
    const { translate } = load("libretranslate");
    const apiurl = `${baseUrl()}/libretranslate`;
    const wanted = { query: "The house is big.", source: "en", target: "es", apiurl, apiKey: key };
    expect(await translate(wanted)).toBe("La casa es grande.");
    expect(await translate({ ...wanted, query: "<b>The house</b>", format: "html" })).toBe("<b>La casa</b>");
    expect(await translate({ ...wanted, query: "The house is big and the garden is small.", source: "auto" })).toMatch(
      /casa/,
    );
    expect(await translate({ ...wanted, apiKey: "wrong" })).toBeUndefined();
  });

  test("the unmodified clients @google-cloud/translate v2 and v3 can translate", async () => {
    process.env.GOOGLE_CLOUD_TRANSLATE_ENDPOINT = `${baseUrl()}/language/translate/v2`;
    const { v2, v3 } = load("@google-cloud/translate");
    const basic = new v2.Translate({ key });
    const texts = ["The house is big.", "12"];
    expect((await basic.translate(texts, "es"))[0]).toEqual(["La casa es grande.", "12"]);
    expect((await basic.translate("<b>The house</b>", { from: "en", to: "es" }))[0]).toBe("<b>La casa</b>");
    expect((await basic.detect("Bonjour tout le monde"))[0]).toMatchObject({ language: "fr" });
    expect((await basic.getLanguages("fr"))[0]).toContainEqual({ code: "es", name: "espagnol" });
    await expect(basic.translate("a", "xx")).rejects.toMatchObject({ code: 400, message: "Invalid Value" });
    const stranger = new v2.Translate({ key: "wrong" });
    await expect(stranger.translate("a", "es")).rejects.toMatchObject({
      code: 400,
      message: expect.stringMatching(/API key not valid/),
    });
    const { key: small } = await newAccount({ limits: { requestsPerHour: 1 } });
    const limited = new v2.Translate({ key: small, autoRetry: false });
    await limited.translate("Good morning", "es");
    await expect(limited.translate("Good morning", "es")).rejects.toMatchObject({ code: 429 });

    const { OAuth2Client } = load("google-auth-library");
    const authClient = new OAuth2Client();
    authClient.setCredentials({ access_token: key, expiry_date: Date.now() + 3_000_000 });
    const { hostname, port } = new URL(baseUrl());
    const address = { apiEndpoint: hostname, port: Number(port), protocol: "http" };
    const advanced = new v3.TranslationServiceClient({ authClient, fallback: true, ...address });
    const parent = "projects/any/locations/global";
    const asked = { parent, contents: texts, mimeType: "text/plain", targetLanguageCode: "es" };
    const [{ translations }] = await advanced.translateText(asked);
    expect(translations.map((one: { translatedText: string }) => one.translatedText)).toEqual([
      "La casa es grande.",
      "12",
    ]);
    const [{ languages }] = await advanced.detectLanguage({ parent, content: "Bonjour tout le monde" });
    expect(languages[0]).toMatchObject({ languageCode: "fr" });
    const [listed] = await advanced.getSupportedLanguages({ parent, displayLanguageCode: "en" });
    expect(listed.languages).toContainEqual(expect.objectContaining({ languageCode: "es", displayName: "Spanish" }));
    const unknown = advanced.translateText({ ...asked, targetLanguageCode: "xx" });
    await expect(unknown).rejects.toMatchObject({ code: 400 });
    await advanced.close();
  });

  const AZURE = [
    {
      name: "@azure-rest/ai-translation-text",
      version: "1.x",
      body: (targets: readonly string[]) => ({
        body: [{ text: "The house is big." }],
        queryParameters: { to: targets.join(","), textType: "html" },
      }),
      translationsOf: (body: any) => body[0].translations.map((one: any) => [one.to, one.text]),
      unknown: 400_036 as number | string,
    },
    {
      name: "azure-translation-2",
      version: "2.x",
      body: (targets: readonly string[]) => ({
        body: { inputs: [{ text: "The house is big.", targets: targets.map((language) => ({ language })) }] },
      }),
      translationsOf: (body: any) => body.value[0].translations.map((one: any) => [one.language, one.text]),
      unknown: "400036",
    },
  ];
  test.each(AZURE)(
    "the unmodified client @azure-rest/ai-translation-text $version can translate",
    async ({ name, body, translationsOf, unknown }) => {
      const { default: connect } = load(name);
      const clientOf = (secret: string) =>
        connect(
          `${baseUrl()}/microsoft`,
          { key: secret, region: "westeurope" },
          { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } },
        );
      const client = clientOf(key);
      const listed = await client.path("/languages").get({ headers: { "Accept-Language": "fr" } });
      expect(listed.body.translation.es).toMatchObject({ name: "espagnol", dir: "ltr" });
      const done = await client.path("/translate").post(body(["es", "ca"]));
      expect(translationsOf(done.body)).toEqual([
        ["es", "La casa es grande."],
        ["ca", expect.stringMatching(/casa/)],
      ]);
      expect(done.headers["x-metered-usage"]).toBe("34");
      const failed = await client.path("/translate").post(body(["xx"]));
      expect([failed.status, failed.body.error]).toEqual(["400", { code: unknown, message: expect.any(String) }]);
      expect(
        (
          await clientOf("wrong")
            .path("/translate")
            .post(body(["es"]))
        ).status,
      ).toBe("401");
      const small = clientOf((await newAccount({ limits: { requestsPerHour: 1 } })).key);
      await small.path("/translate").post(body(["es"]));
      expect((await small.path("/translate").post(body(["es"]))).status).toBe("429");
    },
  );

  const python = pythonPath();
  const name = "the Python client libretranslatepy translates and detects languages without changes";
  test.skipIf(python === null)(
    python === null ? `${name} (skipped: it cannot be installed by pip)` : name,
    async () => {
      const script = `
import json, os
from libretranslatepy import LibreTranslateAPI
lt = LibreTranslateAPI(os.environ["ADDRESS"], os.environ["KEY"])
codes = [one["code"] for one in lt.languages()]
print(json.dumps([lt.translate("The house is big.", "en", "es"), lt.detect("Bonjour tout le monde, comment allez-vous ?")[0]["language"], "es" in codes]))`;
      const env = { ...process.env, ...python, ADDRESS: `${baseUrl()}/libretranslate`, KEY: key };
      const { stdout } = await promisify(execFile)("python3", ["-c", script], { env });
      expect(JSON.parse(stdout)).toEqual(["La casa es grande.", "fr", true]);
    },
  );
});

/** An environment in which Python finds libretranslatepy, which pip installs if needed; null if that fails. */
function pythonPath(): Record<string, string> | null {
  const folder = path.join(path.resolve(import.meta.dirname, "../.."), ".build/python");
  const searched = [folder, process.env.PYTHONPATH].filter(Boolean).join(path.delimiter);
  const env = { ...process.env, PYTHONPATH: searched };
  const has = () => spawnSync("python3", ["-c", "import libretranslatepy"], { env }).status === 0;
  if (has()) return { PYTHONPATH: searched };
  const options = ["--quiet", "--retries", "0", "--timeout", "10", "--target", folder];
  spawnSync("python3", ["-m", "pip", "install", ...options, "libretranslatepy==2.1.4"], { timeout: 60_000 });
  return has() ? { PYTHONPATH: searched } : null;
}
