import { readFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SNAPSHOT } from "@/lib/engines/models/snapshot";
import { type Catalogue, CatalogueReader } from "./catalogue";
import { isFor } from "./filter-expression";
import { compareVersions, downloadSize } from "./offer";

const DESKTOP = "env.appinfo.OS != 'Android'";
const ANDROID = "env.appinfo.OS == 'Android'";
const NIGHTLY = "env.channel == 'default' || env.channel == 'nightly'";

let records: unknown[] = [];
let models: Record<string, unknown[]> = {};
const server = http.createServer((request, response) => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const body =
    request.url === "/v1/"
      ? { capabilities: { attachments: { base_url: `${origin}/files/` } } }
      : request.url === "/bucket"
        ? { baseUrl: origin, models }
        : { data: records };
  response.end(JSON.stringify(body));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());
beforeEach(() => {
  records = [];
  models = {};
});

/** The records of one model, in the format of translations-models-v2 in October 2025. */
function add(pair: string, version: string, architecture = "base", filter_expression = "", kinds = ["model", "vocab"]) {
  const [sourceLanguage, targetLanguage] = pair.split("-");
  for (const fileType of kinds) {
    const name = fileType === "model" ? `model.${pair}.intgemm.alphas.bin` : `${fileType}.${pair}.spm`;
    const attachment = { hash: "a".repeat(64), size: 9, location: `${architecture}/${version}/${name}` };
    const facts = { sourceLanguage, targetLanguage, architecture, version, filter_expression };
    records.push({ name, fileType, ...facts, attachment });
  }
}

/** The records in a file of e2e/doubles/bergamot/catalogues, which contains only facts about them. */
function recordsOf(catalogue: string): Record<string, unknown>[] {
  const file = path.resolve("e2e/doubles/bergamot/catalogues", `${catalogue}.tsv`);
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .flatMap((line) => {
      const [source = "", target, architecture, version, files = "", filter_expression] = line.split("\t");
      return files.split(" ").map((entry) => {
        const [fileType = "", size] = entry.split("=");
        const name = fileType === "model" ? "model.intgemm.alphas.bin" : `${fileType}.bin`;
        const attachment = { hash: "a".repeat(64), size: Number(size), location: [source, target, name].join("/") };
        const facts = { name, fileType, version, filter_expression, attachment };
        return architecture
          ? { ...facts, architecture, sourceLanguage: source, targetLanguage: target }
          : { ...facts, fromLang: source, toLang: target };
      });
    });
}

function addToBucket(pair: string, releaseStatus: string | null | undefined) {
  const [sourceLanguage, targetLanguage] = pair.split("-");
  const files = { model: { path: `model.${pair}.intgemm.alphas.bin` }, vocab: { path: `vocab.${pair}.spm` } };
  models[pair] = [
    ...(models[pair] ?? []),
    {
      architecture: "base",
      sourceLanguage,
      targetLanguage,
      files,
      ...(releaseStatus === undefined ? {} : { releaseStatus }),
    },
  ];
}

function read(): Promise<Catalogue> {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sources = { server: `${origin}/v1`, bucket: `${origin}/bucket`, architecture: "base-memory" } as const;
  return new CatalogueReader(sources).read();
}

/** The best offer of each pair, such as `3.0 base released`. */
async function best(): Promise<Record<string, string>> {
  const offers = [...(await read())].map(([pair, [offer]]) => [
    pair,
    `${offer?.version} ${offer?.architecture} ${offer?.status}`,
  ]);
  return Object.fromEntries(offers);
}

describe("Mozilla's model records", () => {
  test.each([
    // The number of pairs may only grow, so that no pair which an engine once had is lost.
    ["translations-models.2025-10-22", 93, 85],
    ["translations-models-v2.2025-10-17", 90, 85],
  ])("the catalogue offers every language pair in Mozilla's records of %s", async (catalogue, pairs, released) => {
    records = recordsOf(catalogue);
    const offers = [...(await read()).values()].map(([first]) => first!);
    const held = recordsOf(catalogue).map(
      (one) => `${one.sourceLanguage ?? one.fromLang}-${one.targetLanguage ?? one.toLang}`,
    );
    expect(offers.map(({ source, target }) => `${source}-${target}`).sort()).toEqual([...new Set(held)].sort());
    expect(offers).toHaveLength(pairs);
    expect(offers.filter(({ status }) => status === "released")).toHaveLength(released);
  });

  test("the built-in model list for servers without a connection equals Mozilla's records", async () => {
    records = recordsOf("translations-models-v2.2025-10-17");
    const released = [...(await read()).values()]
      .map(([first]) => first!)
      .filter(({ status }) => status === "released");
    const key = ({ source, target, architecture }: (typeof SNAPSHOT)[number] | (typeof released)[number]) =>
      `${source}-${target} ${architecture}`;
    expect(SNAPSHOT.map(key).sort()).toEqual(released.map(key).sort());
    for (const offer of released) {
      const listed = SNAPSHOT.find((one) => key(one) === key(offer))!;
      expect(Math.abs(listed.downloadBytes - downloadSize(offer)), key(offer)).toBeLessThanOrEqual(50_000);
    }
  });
});

describe("the catalogue of models", () => {
  test.each([
    ["the same", "b".repeat(64), { size: 7, sha256: "c".repeat(64) }],
    ["another", "d".repeat(64), undefined],
  ])(
    "the catalogue adds hashes from the records to the bucket's files only if both have the same model: the bucket has %s model",
    async (_, inBucket, vocab) => {
      add("en-es", "3.0");
      const hashes = { model: "b".repeat(64), vocab: "c".repeat(64) };
      records = (records as { fileType: keyof typeof hashes }[]).map((record) => ({
        ...record,
        decompressedHash: hashes[record.fileType],
        decompressedSize: 7,
      }));
      addToBucket("en-es", "Release");
      const [entry] = models["en-es"] as [{ files: { model: object } }];
      Object.assign(entry.files.model, { uncompressedSize: 7, uncompressedHash: inBucket });
      const offers = (await read()).get("en-es") ?? [];
      const fromBucket = offers.find(({ origin }) => origin.endsWith("/bucket"));
      expect(fromBucket?.files.map(({ kind, unpacked }) => [kind, unpacked])).toEqual([
        ["model", { size: 7, sha256: inBucket }],
        ["vocab", vocab],
      ]);
    },
  );

  test("the catalogue offers pairs that have records for one platform only, preferring desktop to Android", async () => {
    for (const pair of ["ja-en", "ko-en", "zh-en", "en-ko", "en-ru"]) {
      add(pair, "3.0", "base", DESKTOP);
      add(pair, "3.1", "base-memory", ANDROID);
    }
    add("en-fa", "3.1", "base-memory", `${ANDROID} `);
    expect(await best()).toEqual({
      ...{ "ja-en": "3.0 base released", "ko-en": "3.0 base released", "zh-Hans-en": "3.0 base released" },
      ...{ "en-ko": "3.0 base released", "en-ru": "3.0 base released", "en-fa": "3.1 base-memory released" },
    });
  });

  test("the catalogue never combines files for different platforms in one model", async () => {
    add("en-ko", "3.1", "base", DESKTOP, ["model"]);
    add("en-ko", "3.1", "base", ANDROID, ["vocab"]);
    add("en-ru", "3.0", "base", DESKTOP, ["model"]);
    add("en-ru", "3.0", "base-memory", ANDROID);
    add("en-de", "3.0", "base", DESKTOP, ["model"]);
    add("en-de", "3.0", "base", "", ["vocab"]);
    expect(await best()).toEqual({ "en-ru": "3.0 base-memory released", "en-de": "3.0 base released" });
  });

  test("the catalogue lists the newest loadable version of each pair (3.10 is newer than 3.9), and omits pairs without such a version", async () => {
    for (const version of ["3.9", "12.0", "3.10", "4.0", "3.2"]) add("en-de", version);
    add("en-fr", "4.0");
    expect(await best()).toEqual({ "en-de": "3.10 base released" });
    expect(compareVersions("12.0", "3.10")).toBeGreaterThan(0);
  });

  test("the catalogue marks unreleased models, and prefers a released model whichever source lists it", async () => {
    add("en-th", "3.0", "base", NIGHTLY);
    add("en-hu", "3.1", "base", NIGHTLY);
    add("en-hu", "3.0");
    add("en-vi", "3.0", "base", `(env.channel != 'release') && ${DESKTOP}`);
    add("en-nb", "3.0", "base", NIGHTLY);
    add("en-sr", "3.0a1");
    addToBucket("en-eu", null);
    addToBucket("en-ga", undefined);
    addToBucket("en-cy", "Release Candidate");
    addToBucket("en-gl", "Nightly");
    addToBucket("en-mk", "Beta");
    addToBucket("en-mt", "Release Android");
    addToBucket("en-nb", "Release");
    expect(await best()).toEqual({
      ...{ "en-th": "3.0 base nightly", "en-hu": "3.0 base released", "en-vi": "3.0 base beta" },
      ...{ "en-sr": "3.0a1 base nightly", "en-nb": "0 base released" },
      ...{ "en-eu": "0 base experimental", "en-ga": "0 base experimental", "en-cy": "0 base experimental" },
      ...{ "en-gl": "0 base nightly", "en-mk": "0 base beta", "en-mt": "0 base released" },
    });
  });
});

test.each([
  ["", true],
  [" env.appinfo.OS != 'Android' ", true],
  ['env.appinfo.OS == "Android"', false],
  ["env.appinfo.OS != 'Android' || env.channel != 'release'", true],
  ["(env.channel != 'release') && env.appinfo.OS != 'Android'", false],
  ["!(env.channel == 'nightly') && (env.appinfo.OS in ['Linux', 'Darwin'])", true],
  ["env.channel in ['beta', 'nightly']", false],
  ["env.version|versionCompare('150') >= 0", false],
  ["env.locale != 'de'", false],
  ["env.appinfo.OS != 'Android' &&", false],
  ["env.channel", false],
  ["'release'", false],
  [`${"(".repeat(100_000)}true`, false],
])(
  "the filter expression %j in a model record evaluates to %s for a released desktop Firefox",
  (expression, expected) => {
    expect(isFor(expression, { channel: "release", os: "Linux" })).toBe(expected);
  },
);
