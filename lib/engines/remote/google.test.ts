import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineContract } from "@/e2e/doubles/engine-contract";
import { enEs, expectNoSecret, interactive, remoteEngine, SAMPLES, startFakeVendor } from "@/e2e/doubles/fake-vendor";
import { GOOGLE_PARENT, GoogleStandIn, refusedByGoogle } from "@/e2e/doubles/vendors/google";
import { plainSegment } from "@/lib/text/segment";
import { google } from "./google";
import { readServiceAccount, type ServiceAccount } from "./google-token";

const server: GoogleStandIn = new GoogleStandIn(() => fakeVendor.url);
const fakeVendor = startFakeVendor(server.answer);
let account: ServiceAccount;
beforeAll(() => {
  account = server.account;
});

const makeVendor = () => google({ account: () => account, url: fakeVendor.url, backoffMs: 1 });

engineContract("Google", (queueLimit) => remoteEngine(makeVendor(), { queueLimit }), SAMPLES);

describe("translating with Google", () => {
  test("an access token for Google is requested once and reused until Google rejects it", async () => {
    const engine = remoteEngine(makeVendor());
    await engine.directions();
    const house = [plainSegment("The house")];
    await Promise.all([engine.translate(house, enEs, interactive), engine.translate(house, enEs, interactive)]);
    expect(fakeVendor.askedFor("/token")).toHaveLength(1);
    server.token = "revoked";
    expect(await engine.translate(house, enEs, interactive)).toEqual([{ text: "La casa" }]);
    expect(fakeVendor.askedFor("/token")).toHaveLength(2);
  });

  test("Google's languages are listed as BCP 47 tags", async () => {
    const engine = remoteEngine(makeVendor());
    const pairs = (await engine.directions()).map(({ source, target }) => `${source}>${target}`);
    expect(pairs).toEqual(expect.arrayContaining(["en>he", "nb>en", "en>zh-Hans", "fr>zh-Hant"]));
    expect(pairs).not.toContain("en>fr");
    await engine.translate([plainSegment("x y")], { source: "he", target: "nb" }, interactive);
    expect(JSON.parse(fakeVendor.askedFor(`${GOOGLE_PARENT}:translateText`)[0]!.body)).toMatchObject({
      sourceLanguageCode: "iw",
      targetLanguageCode: "no",
    });
  });

  test("inline codes are sent to Google as spans, and HTML entities in the answer are decoded", async () => {
    const text = `Click <g1>here</g1> "it's" <x2/> &lt;b>`;
    const codes = [
      { id: 1, kind: "pair" as const },
      { id: 2, kind: "placeholder" as const, equiv: "%s" },
    ];
    const [translated] = await remoteEngine(makeVendor()).translate([{ text, codes }], enEs, interactive);
    expect(translated?.text).toBe(`Pulse <g1>aquí</g1> "it's" <x2/> &lt;b>`);
    expect(JSON.parse(fakeVendor.askedFor(`${GOOGLE_PARENT}:translateText`)[0]!.body).contents).toEqual([
      `Click <span id="g1">here</span> "it's" <span id="x2" translate="no" class="notranslate">%s</span> &lt;b&gt;`,
    ]);
  });

  test.each([
    ["no rights", refusedByGoogle(403, "PERMISSION_DENIED"), "unavailable"],
    ["a fault of the request", refusedByGoogle(400, "INVALID_ARGUMENT"), "unavailable"],
    [
      "a used-up quota",
      { ...refusedByGoogle(429, "RESOURCE_EXHAUSTED"), headers: { "retry-after": "60" } },
      "overloaded",
    ],
  ] as const)("a Google error is reported without secrets: %s", async (_, reply, code) => {
    const engine = remoteEngine(makeVendor());
    await engine.directions();
    fakeVendor.next.push(reply);
    const error = await engine.translate([plainSegment("The house")], enEs, interactive).catch((error) => error);
    expect(error).toMatchObject({ name: "EngineError", code });
    expectNoSecret(error, server.token, account.private_key.slice(40, 80), account.client_email, "The house");
  });

  test("Google is unavailable if the key is invalid or unknown to Google", async () => {
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

describe("a Google key file", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "key-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a Google service account key file is accepted", () => {
    const file = path.join(folder, "good.json");
    writeFileSync(file, JSON.stringify({ ...account, token_uri: undefined, universe_domain: "googleapis.com" }));
    expect(readServiceAccount(file)).toMatchObject({
      project_id: "words-1",
      token_uri: "https://oauth2.googleapis.com/token",
    });
  });

  test("an error about an invalid key file contains the file's path but not its content", () => {
    const file = path.join(folder, "bad.json");
    writeFileSync(file, `{"type": "authorized_user", "private_key": "hush"}`);
    expect(() => readServiceAccount(file)).toThrow(file);
    expect(() => readServiceAccount(file)).not.toThrow("hush");
    expect(() => readServiceAccount(path.join(folder, "missing.json"))).toThrow("missing.json");
  });

  test("Google with an invalid key file offers no languages, and operators see the reason", async () => {
    const missing = path.join(folder, "missing.json");
    const engine = remoteEngine(google({ account: () => readServiceAccount(missing), url: fakeVendor.url }));
    expect(await engine.directions()).toEqual([]);
    expect(engine.state()).toMatchObject({ state: "unavailable", detail: expect.stringContaining("missing.json") });
  });
});
