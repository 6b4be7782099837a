import { generateKeyPairSync, verify } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineContract } from "@/lib/engines/contract";
import { plainSegment } from "@/lib/text/segment";
import {
  enEs,
  expectNoSecret,
  interactive,
  type ReceivedRequest,
  type Reply,
  remoteEngine,
  SAMPLES,
  startFakeVendor,
  wordByWord,
} from "./fake-vendor";
import { google } from "./google";
import { readServiceAccount, type ServiceAccount } from "./google-token";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const PRIVATE_KEY = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const PARENT = "/v3/projects/words-1/locations/global";

let tokens = 0;
let validToken = "";

/** As documented by Google: tokens for signed assertions; errors are `{"error": {code, message, status}}`. */
function answer({ url, method, headers, body }: ReceivedRequest): Reply {
  const { pathname } = new URL(url, "http://localhost");
  if (method === "POST" && pathname === "/token") {
    if (!isSigned(new URLSearchParams(body))) return { status: 400, json: { error: "invalid_grant" } };
    validToken = `ya29.token-${++tokens}`;
    return { json: { access_token: validToken, expires_in: 3_599, token_type: "Bearer" } };
  }
  if (headers.authorization !== `Bearer ${validToken}`) return refused(401, "UNAUTHENTICATED");
  if (method === "GET" && pathname === `${PARENT}/supportedLanguages`)
    return {
      json: {
        languages: ["en", "es", "iw", "no", "zh-CN", "zh-TW", "fr"].map((languageCode) => ({
          languageCode,
          supportSource: true,
          ...(languageCode === "fr" ? {} : { supportTarget: true }),
        })),
      },
    };
  if (method !== "POST" || pathname !== `${PARENT}:translateText`) return refused(404, "NOT_FOUND");
  const { contents, mimeType } = JSON.parse(body) as { contents: string[]; mimeType: string };
  const size = contents.reduce((sum, text) => sum + [...text].length, 0);
  if (contents.length > 1024 || size > 30_720 || mimeType !== "text/html") return refused(400, "INVALID_ARGUMENT");
  return {
    json: {
      translations: contents.map((text) => ({
        translatedText: wordByWord(text)
          .replaceAll("'", "&#39;")
          .replaceAll('"', (quote, at, whole) =>
            whole.lastIndexOf("<", at) > whole.lastIndexOf(">", at) ? quote : "&quot;",
          ),
      })),
    },
  };
}

function refused(code: number, status: string): Reply {
  return { status: code, json: { error: { code, message: "Refused.", status } } };
}

function isSigned(form: URLSearchParams): boolean {
  const [header = "", claims = "", signature = ""] = (form.get("assertion") ?? "").split(".");
  const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  return (
    form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer" &&
    iss === "robot@words-1.iam.gserviceaccount.com" &&
    scope === "https://www.googleapis.com/auth/cloud-translation" &&
    aud === `${fakeVendor.url}/token` &&
    exp - iat <= 3_600 &&
    verify("RSA-SHA256", Buffer.from(`${header}.${claims}`), publicKey, Buffer.from(signature, "base64url"))
  );
}

const fakeVendor = startFakeVendor(answer);
let account: ServiceAccount;
beforeAll(() => {
  account = {
    type: "service_account",
    project_id: "words-1",
    private_key_id: "k1",
    private_key: PRIVATE_KEY,
    client_email: "robot@words-1.iam.gserviceaccount.com",
    token_uri: `${fakeVendor.url}/token`,
  };
});

const makeVendor = () => google({ account: () => account, url: fakeVendor.url, backoffMs: 1 });

engineContract("Google", (queueLimit) => remoteEngine(makeVendor(), { queueLimit }), SAMPLES);

describe("Google", () => {
  test("asks for one token and uses it until it is refused", async () => {
    const engine = remoteEngine(makeVendor());
    await engine.directions();
    const house = [plainSegment("The house")];
    await Promise.all([engine.translate(house, enEs, interactive), engine.translate(house, enEs, interactive)]);
    expect(fakeVendor.askedFor("/token")).toHaveLength(1);
    validToken = "revoked";
    expect(await engine.translate(house, enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(fakeVendor.askedFor("/token")).toHaveLength(2);
  });

  test("names languages as BCP 47 does", async () => {
    const engine = remoteEngine(makeVendor());
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(expect.arrayContaining(["en>he", "nb>en", "en>zh-Hans", "fr>zh-Hant"]));
    expect(pairs).not.toContain("en>fr");
    await engine.translate([plainSegment("x y")], { source: "he", target: "nb" }, interactive);
    expect(JSON.parse(fakeVendor.askedFor(`${PARENT}:translateText`)[0]!.body)).toMatchObject({
      sourceLanguageCode: "iw",
      targetLanguageCode: "no",
    });
  });

  test("sends codes as spans, and reads the entities that Google writes", async () => {
    const text = `Click <g1>here</g1> "it's" <x2/> &lt;b>`;
    const codes = [
      { id: 1, kind: "pair" as const },
      { id: 2, kind: "placeholder" as const, equiv: "%s" },
    ];
    const [translated] = await remoteEngine(makeVendor()).translate([{ text, codes }], enEs, interactive);
    expect(translated?.text).toBe(`Pulse <g1>aquí</g1> "it's" <x2/> &lt;b>`);
    expect(JSON.parse(fakeVendor.askedFor(`${PARENT}:translateText`)[0]!.body).contents).toEqual([
      `Click <span id="g1">here</span> "it's" <span id="x2" translate="no" class="notranslate">%s</span> &lt;b&gt;`,
    ]);
  });

  test.each([
    ["no rights", refused(403, "PERMISSION_DENIED"), "unavailable"],
    ["a fault of the request", refused(400, "INVALID_ARGUMENT"), "unavailable"],
    ["a used-up quota", { ...refused(429, "RESOURCE_EXHAUSTED"), headers: { "retry-after": "60" } }, "overloaded"],
  ] as const)("tells of %s without secrets", async (_, reply, code) => {
    const engine = remoteEngine(makeVendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, validToken, PRIVATE_KEY.slice(40, 80), account.client_email, "The house");
  });

  test("is unavailable with a key that Google does not know, or that is none", async () => {
    const { privateKey: other } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const keys = [other.export({ type: "pkcs8", format: "pem" }).toString(), "-----BEGIN PRIVATE KEY-----\nAAAA\n"];
    for (const private_key of keys) {
      const vendor = google({ account: () => ({ ...account, private_key }), url: fakeVendor.url, backoffMs: 1 });
      const engine = remoteEngine(vendor);
      expect(await engine.directions()).toEqual([]);
      expect(engine.state().state).toBe("unavailable");
      expect(engine.state().detail).not.toContain(private_key.slice(30, 60));
    }
  });
});

describe("a key file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "key-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is read as Google gives it out", () => {
    const file = path.join(folder, "good.json");
    writeFileSync(file, JSON.stringify({ ...account, token_uri: undefined, universe_domain: "googleapis.com" }));
    expect(readServiceAccount(file)).toMatchObject({
      project_id: "words-1",
      token_uri: "https://oauth2.googleapis.com/token",
    });
  });

  test("that is none is refused by its name, without its content", () => {
    const file = path.join(folder, "bad.json");
    writeFileSync(file, `{"type": "authorized_user", "private_key": "hush"}`);
    expect(() => readServiceAccount(file)).toThrow(file);
    expect(() => readServiceAccount(file)).not.toThrow("hush");
    expect(() => readServiceAccount(path.join(folder, "missing.json"))).toThrow("missing.json");
  });

  test("that is none leaves the service without directions, and operators with the reason", async () => {
    const missing = path.join(folder, "missing.json");
    const engine = remoteEngine(google({ account: () => readServiceAccount(missing), url: fakeVendor.url }));
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({ state: "unavailable", detail: expect.stringContaining("missing.json") });
  });
});
