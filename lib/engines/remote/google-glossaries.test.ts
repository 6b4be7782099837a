import { beforeEach, describe, expect, test } from "vitest";
import { enEs, interactive, remoteEngine, startFakeVendor } from "@/e2e/doubles/fake-vendor";
import { GOOGLE_BUCKET, GoogleStandIn, refusedByGoogle } from "@/e2e/doubles/vendors/google";
import { plainSegment } from "@/lib/text/segment";
import { google } from "./google";

let server: GoogleStandIn;
const fakeVendor = startFakeVendor((asked) => server.answer(asked));
beforeEach(() => {
  server = new GoogleStandIn(() => fakeVendor.url);
});

const engineWith = (change: Partial<Parameters<typeof google>[0]> = {}) =>
  remoteEngine(
    google({
      account: () => server.account,
      url: fakeVendor.url,
      storageUrl: fakeVendor.url,
      bucket: GOOGLE_BUCKET,
      backoffMs: 1,
      pollMs: { first: 1, longest: 5 },
      ...change,
    }),
  );

type Terms = readonly { readonly source: string; readonly target: string }[];
const glossary = (...terms: Terms) => ({ key: "0a1b2c", terms });
const ship = { source: "ship", target: "buque" };

async function translate(
  engine: ReturnType<typeof engineWith>,
  given: ReturnType<typeof glossary>,
  direction: { readonly source: string; readonly target: string } = enEs,
) {
  const options = { ...interactive, terms: given.terms.slice(0, 1), glossary: given };
  const [answer] = await engine.translate([plainSegment("The ship is big. Ship")], direction, options);
  return answer?.text;
}

const asked = (part: string) =>
  fakeVendor.asked.filter(({ url }) => url.includes(part)).map(({ method, url }) => `${method} ${url.split("?")[0]}`);

describe("glossaries at Google", () => {
  test("a glossary is created at Google once, from a file in the bucket, and used in the configured location", async () => {
    const engine = engineWith();
    const first = glossary(ship, { source: "a\tb\n", target: "c" }, ship, { source: "x", target: " " });
    expect(await Promise.all([translate(engine, first), translate(engine, first)])).toEqual([
      "La buque es grande. Buque",
      "La buque es grande. Buque",
    ]);
    expect(await translate(engine, first)).toBe("La buque es grande. Buque");
    expect([...server.objects.values()]).toEqual(["Ship\tBuque\nA b\tC\nship\tbuque\na b\tc"]);
    const [name = ""] = server.glossaries.keys();
    expect(name).toMatch(/^projects\/words-1\/locations\/us-central1\/glossaries\/dragoman-[\da-f]{16}-[\da-f]{16}$/);
    expect(asked("/glossaries").filter((one) => one.startsWith("POST"))).toHaveLength(1);
    expect(asked("/upload/")).toHaveLength(1);
    const last = fakeVendor.asked.findLast(({ url }) => url.endsWith(":translateText"));
    expect(last?.url).toBe("/v3/projects/words-1/locations/us-central1:translateText");
    expect(JSON.parse(last!.body).glossaryConfig).toEqual({ glossary: name });
    expect(asked("supportedLanguages")).toEqual(["GET /v3/projects/words-1/locations/global/supportedLanguages"]);
  });

  test("a new version of a glossary replaces the previous version and its file at Google", async () => {
    const engine = engineWith();
    await translate(engine, glossary(ship));
    const others = [...server.glossaries.values()][0]!;
    const theirs = "projects/words-1/locations/us-central1/glossaries/marketing";
    server.glossaries.set(theirs, { ...others, name: theirs });
    expect(await translate(engine, glossary({ source: "ship", target: "navío" }))).toBe("La navío es grande. Navío");
    expect([...server.glossaries.keys()].filter((name) => name !== theirs)).toHaveLength(1);
    expect(server.glossaries.has(theirs)).toBe(true);
    expect([...server.objects.values()]).toEqual(["Ship\tNavío\nship\tnavío"]);
  });

  test("a Google glossary that an earlier process created is used again, and each language pair has its own glossary", async () => {
    await translate(engineWith(), glossary(ship));
    fakeVendor.forget();
    const engine = engineWith();
    expect(await translate(engine, glossary(ship))).toBe("La buque es grande. Buque");
    expect(asked("/upload/")).toEqual([]);
    await translate(engine, glossary(ship), { source: "he", target: "nb" });
    expect([...server.glossaries.values()].map(({ languagePair }) => languagePair)).toEqual([
      { sourceLanguageCode: "en", targetLanguageCode: "es" },
      { sourceLanguageCode: "iw", targetLanguageCode: "no" },
    ]);
  });

  test("a translation doesn't wait long while Google creates its glossary", async () => {
    server.operationLooks = Number.POSITIVE_INFINITY;
    const engine = engineWith();
    expect(await translate(engine, glossary(ship))).toBe("La ship es grande. Ship");
    server.operationLooks = 1;
    expect(asked("/operations/").length).toBeGreaterThan(0);
    expect(fakeVendor.asked.findLast(({ url }) => url.endsWith(":translateText"))?.url).toContain("/global:");
  });

  test("a process waits for a Google glossary that another process is creating", async () => {
    const engine = engineWith();
    await engine.directions();
    await translate(engineWith(), glossary(ship));
    const [made] = server.glossaries.values();
    server.glossaries.clear();
    fakeVendor.forget();
    // Requests: a check with an old token, a new token, a check, the upload, and the creation.
    fakeVendor.next.push(null, null, null, null, refusedByGoogle(409, "ALREADY_EXISTS"));
    setTimeout(() => server.glossaries.set(made!.name, made!), 50);
    expect(await translate(engine, glossary(ship))).toBe("La buque es grande. Buque");
  });

  test("a translation succeeds if its Google glossary is lost or can't be stored, and operators see the reason", async () => {
    const engine = engineWith();
    const kept = glossary(ship);
    await translate(engine, kept);
    server.glossaries.clear();
    expect(await translate(engine, kept)).toBe("La ship es grande. Ship");
    expect(await translate(engine, kept)).toBe("La buque es grande. Buque");
    const poor = engineWith({ bucket: "another" });
    expect(await translate(poor, glossary({ source: "ship", target: "nave" }))).toBe("La ship es grande. Ship");
    expect(poor.state().detail).toContain("Glossaries are not kept at Google: google returned status 404.");
    fakeVendor.forget();
    expect(await translate(poor, glossary({ source: "ship", target: "nave" }))).toBe("La ship es grande. Ship");
    expect(asked("/upload/")).toEqual([]);
  });

  test("a service without a bucket creates no Google glossaries and requests no storage access", async () => {
    const engine = engineWith({ bucket: undefined });
    expect(await translate(engine, glossary(ship))).toBe("La ship es grande. Ship");
    expect(asked("glossaries")).toEqual([]);
    const claims = new URLSearchParams(fakeVendor.askedFor("/token")[0]!.body).get("assertion")!.split(".")[1]!;
    expect(Buffer.from(claims, "base64url").toString()).not.toContain("devstorage");
  });

  test("all requests for Google's glossaries and translations use the configured region", async () => {
    const engine = engineWith({ region: "us-central1" });
    await engine.translate([plainSegment("The house")], enEs, interactive);
    await translate(engine, glossary(ship));
    expect(asked("/locations/").some((one) => one.includes("/global"))).toBe(false);
  });
});
