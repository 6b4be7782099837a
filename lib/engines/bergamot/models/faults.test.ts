import { existsSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { ClientRequest } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Fault, ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { TOY, toyFile } from "@/e2e/doubles/bergamot/toy-models";
import { sample } from "@/e2e/long";
import type { OpenTarget } from "./download";
import { filesOf } from "./manifest";
import { MODEL_FAULTS, type ModelErrorCode, type ModelFault } from "./model-error";
import { ModelStore } from "./store";

let models: string;
let server: ModelServer;

beforeEach(async () => {
  models = await mkdtemp(path.join(tmpdir(), "dragoman-faults-"));
  server = new ModelServer();
  await server.start();
});
afterEach(async () => {
  await server.stop();
  await rm(models, { recursive: true });
});

const FILES = [TOY.model, TOY.lex, TOY.vocab];

/** The error that an installation reports, or null. Uses a new store without cached data. */
async function install(openTarget?: OpenTarget): Promise<ModelFault | null> {
  const sources = { server: server.settings, bucket: server.bucket, architecture: "tiny" as const };
  const store = new ModelStore({ models, sources, trial: async () => {}, ...(openTarget ? { openTarget } : {}) });
  const failed = await store.install("en-es").then(
    () => null,
    (error: { code: ModelErrorCode }) => MODEL_FAULTS[error.code] ?? String(error),
  );
  const listed = (await store.list()).models.find(({ pair }) => pair === "en-es");
  if (failed) expect(listed?.installed ?? null, "nothing is installed").toBeNull();
  else await expectToy();
  return failed;
}

/** True if the installed files are the model's and the folder contains no others. */
async function expectToy(): Promise<void> {
  const folder = path.join(models, "en-es");
  const expected = await Promise.all(FILES.map(async (name) => (await toyFile(name)).sha256));
  expect((await readdir(folder)).toSorted()).toEqual([...expected, "manifest.json"].toSorted());
  for (const [at, name] of FILES.entries())
    expect(await readFile(path.join(folder, expected[at]!))).toEqual(await readFile(path.join(TOY.folder, name)));
}

/** Makes waiting for silent sources a hundred times shorter. */
function hurry(): void {
  const socket = ClientRequest.prototype.setTimeout;
  vi.spyOn(ClientRequest.prototype, "setTimeout").mockImplementation(function (this: ClientRequest, ms, ended) {
    return socket.call(this, ms / 100, ended);
  });
  const timeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms / 20));
  onTestFinished(() => void vi.restoreAllMocks());
}

type Row = readonly [kind: Fault["kind"], after: number | undefined, told: readonly (ModelFault | null)[]];

/** `size`: bytes of the file. A download cut near its end is resumed within the attempts of one installation. */
const faultsOf = (size: number): readonly Row[] => [
  ...[0, Math.floor(size / 2), size - 1].map((at): Row => ["wrong bytes", at, ["damaged"]]),
  ...[0, 1, Math.floor(size / 2)].map((at): Row => ["too short", at, ["unreachable", "damaged"]]),
  ...[0, Math.floor(size / 4)].map((at): Row => ["cut", at, ["unreachable"]]),
  ["cut", size - 1, [null, "unreachable"]],
  ["stall", Math.floor(size / 4), ["unreachable"]],
  ["too long", undefined, ["damaged"]],
  ["gone", undefined, ["unreachable"]],
  ["error", undefined, ["unreachable"]],
];

describe.each(FILES)("downloading %s from the records' source", (name) => {
  test.each(sample(faultsOf(statSync(path.join(TOY.folder, name)).size)))(
    "a model download with the fault %s at byte %s is reported, and no wrong file is installed",
    async (...row) => {
      const [kind, after, told] = row;
      if (kind === "stall") hurry();
      server.bucketIsDown = true;
      server.fault = { kind, times: 100, file: `${name}.zst`, ...(after === undefined ? {} : { after }) };
      expect(told).toContain(await install());
      server.fault = null;
      expect(await install(), "recovers").toBeNull();
    },
  );
});

describe.each(FILES)("downloading %s from the bucket", (name) => {
  const size = gzipSync(readFileSync(path.join(TOY.folder, name))).length;
  test.each(sample(faultsOf(size)))(
    "a bucket model download with the fault %s at byte %s is reported, and no wrong file is installed",
    async (...row) => {
      const [kind, after, told] = row;
      if (kind === "stall") hurry();
      server.settingsAreDown = true;
      server.fault = { kind, times: 100, file: `${name}.gz`, ...(after === undefined ? {} : { after }) };
      // Bytes after the end of a gzip file are not part of its content.
      expect(kind === "too long" ? [...told, null] : told).toContain(await install());
      server.fault = null;
      server.settingsAreDown = false;
      expect(await install(), "recovers").toBeNull();
    },
  );
});

describe.each([
  ["records", "/v1/", () => ({ bucketIsDown: true })],
  ["records", "records", () => ({ bucketIsDown: true })],
  ["list of the bucket", "models.json", () => ({ settingsAreDown: true })],
] as const)("downloading the model list from the %s (%s)", (_, file, others) => {
  test.each([
    ["cut", 0],
    ["cut", 30],
    ["too short", 0],
    ["too short", 30],
    ["stall", 30],
    ["wrong bytes", 0],
    ["gone", undefined],
    ["error", undefined],
  ] as const)(
    "a source is reported as unreachable if its model list has the fault %s at byte %s",
    async (kind, after) => {
      hurry();
      Object.assign(server, others());
      server.fault = { kind, times: 100, file, ...(after === undefined ? {} : { after }) };
      expect(await install()).toBe("unreachable");
      server.fault = null;
      expect(await install(), "recovers").toBeNull();
    },
  );

  test("a model list with any single byte changed never leads to wrong files being installed", async () => {
    Object.assign(server, others());
    const expected = await Promise.all(FILES.map(async (name) => (await toyFile(name)).sha256));
    const sources = { server: server.settings, bucket: server.bucket, architecture: "tiny" as const };
    for (const after of sample(Array.from({ length: 12 }, (_, i) => 7 + 97 * i))) {
      server.fault = { kind: "wrong bytes", times: 100, file, after };
      // A changed file name may hide the kind of a file, so that the model is installed without its shortlist.
      const installed = await new ModelStore({ models, sources, trial: async () => {} })
        .install("en-es")
        .catch(() => null);
      for (const { sha256 } of installed ? filesOf(installed.set) : []) expect(expected).toContain(sha256);
      await rm(path.join(models, "en-es"), { recursive: true, force: true });
    }
  });
});

test.each([0, 1, 3_660, 40_000, 150_400, 184_000, 186_000, 300_000, 369_000])(
  "a full disk after %i bytes of a model download is reported, and no file is left behind",
  async (bytes) => {
    let room = bytes;
    const full: OpenTarget = async (file, flags) => {
      const real = await open(file, flags);
      const write = async (chunk: Uint8Array, offset = 0) => {
        const part = chunk.subarray(offset, offset + room);
        if (part.byteLength === 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        room -= part.byteLength;
        return real.write(part);
      };
      return { write: write as typeof real.write, sync: () => real.sync(), close: () => real.close() };
    };
    expect(await install(full)).toBe("disk");
    const names = await readdir(path.join(models, "en-es"));
    expect(names.filter((name) => /part|draft|manifest/.test(name))).toEqual([]);
    expect(await install(), "recovers").toBeNull();
    expect(existsSync(path.join(models, "en-es/.lock"))).toBe(false);
  },
);
