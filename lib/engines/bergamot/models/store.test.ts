import { existsSync } from "node:fs";
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import http from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { CUT_AFTER, type Fault, ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { TOY, toyFile } from "@/e2e/doubles/bergamot/toy-models";
import { MemoryBudget } from "@/lib/base/pool/memory-budget";
import { BergamotEngine } from "@/lib/engines/bergamot/engine";
import { bundleWorkers } from "@/lib/operate/launch/bundle.mjs";
import { plainSegment } from "@/lib/text/segment";
import type { OpenTarget } from "./download";
import { ModelStore, type Progress, type StoreOptions } from "./store";

let folder: string;
let models: string;
let server: ModelServer;
let engine: BergamotEngine;

beforeAll(() => bundleWorkers());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "dragoman-store-"));
  models = path.join(folder, "models");
  server = new ModelServer();
  await server.start();
  engine = new BergamotEngine({ models, budget: new MemoryBudget(500), queueLimit: 100, timeoutMs: 20_000 });
});
afterEach(async () => {
  await engine.close();
  await server.stop();
  await rm(folder, { recursive: true });
});

function makeStore(options: Partial<StoreOptions> = {}, proxy?: string): ModelStore {
  const sources = { server: server.settings, bucket: server.bucket, architecture: "base-memory" as const, proxy };
  return new ModelStore({ models, sources, ...options });
}

async function translate(text: string): Promise<string | undefined> {
  const direction = { source: "en", target: "es" };
  const [answer] = await engine.translate([plainSegment(text)], direction, { priority: "interactive" });
  return answer?.text;
}

async function leftovers(): Promise<string[]> {
  const names = await readdir(path.join(models, "en-es"));
  return names.filter((name) => name !== "manifest.json" && !/^[0-9a-f]{64}$/.test(name));
}

describe("installing a model", () => {
  test("a model can be listed, installed with progress, used, updated and removed", async () => {
    const store = makeStore();
    expect(await store.list()).toEqual({
      offline: false,
      models: [
        {
          pair: "en-es",
          source: "en",
          target: "es",
          installed: null,
          offered: { version: "3.0", architecture: "tiny", status: "released", downloadBytes: expect.any(Number) },
          hasUpdate: false,
        },
      ],
    });
    const seen: Progress[] = [];
    await store.install("en-es", (progress) => seen.push(progress));
    expect(seen.at(-1)).toMatchObject({ phase: "trial", done: seen[0]?.total, total: seen[0]?.total });
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
    expect(await translate("The red house is big.")).toBe("La casa roja es grande.");

    server.version = "3.1";
    const later = makeStore();
    expect((await later.list()).models).toMatchObject([{ hasUpdate: true, installed: { version: "3.0" } }]);
    expect(await later.update()).toEqual(["en-es"]);
    expect((await later.list()).models).toMatchObject([{ hasUpdate: false, installed: { version: "3.1" } }]);
    expect(await later.update()).toEqual([]);
    expect(await translate("The red house is big.")).toBe("La casa roja es grande.");
    expect(await leftovers()).toEqual([]);

    expect(await later.remove("en-es")).toBe(true);
    expect(await later.remove("en-es")).toBe(false);
    expect(existsSync(path.join(models, "en-es"))).toBe(false);
  });

  test("a model requested twice concurrently is downloaded once", async () => {
    const store = makeStore();
    await Promise.all([store.install("en-es"), store.install("en-es")]);
    expect(server.asked).toHaveLength(3);
  });

  test("a model is not installed while another running process is installing that model", async () => {
    await makeStore().install("en-es");
    const lock = path.join(models, "en-es", ".lock");
    await writeFile(lock, String(process.ppid));
    await expect(makeStore().install("en-es")).rejects.toMatchObject({ code: "busy" });
    await writeFile(lock, "4194999");
    await makeStore().install("en-es");
    expect(existsSync(lock)).toBe(false);
  });

  test("a model that fails its trial translation is refused, and the previous model stays in use", async () => {
    await makeStore().install("en-es");
    const trial = () => Promise.reject(new Error("no words"));
    await expect(makeStore({ trial }).install("en-es")).rejects.toMatchObject({ code: "unusable" });
    expect(await translate("Hello world.")).toBe("Hola mundo.");
  });

  test("an unreleased model is listed, but installed only if an administrator requests it", async () => {
    server.settingsAreDown = true;
    server.releaseStatus = null;
    const store = makeStore();
    expect((await store.list()).models).toMatchObject([{ offered: { status: "experimental" } }]);
    await expect(store.install("en-es")).rejects.toMatchObject({ code: "not_offered" });
    expect(await store.install("en-es", undefined, { experimental: true })).toMatchObject({
      ...{ status: "experimental", pinned: true },
    });
    expect(await store.install("en-es", undefined, { experimental: true, onDemand: true })).toMatchObject({
      pinned: false,
    });
  });

  test("models with an unknown language or an invalid pair name are not offered", async () => {
    await expect(makeStore().install("en-tlh")).rejects.toMatchObject({ code: "not_offered" });
    await expect(makeStore().install("../../etc")).rejects.toMatchObject({ code: "not_offered" });
  });
});

describe("downloading a model", () => {
  const break_ = (kind: Fault["kind"], times: number): void => {
    server.fault = { kind, times };
  };

  test("an interrupted model download resumes at the byte where it stopped", async () => {
    break_("cut", 2);
    await makeStore().install("en-es");
    const asked = server.asked.filter(({ path: url }) => url.includes(TOY.model));
    const from = asked.map(({ range }) => Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0));
    expect(from, "nothing that was sent is asked for again").toEqual([0, CUT_AFTER, 2 * CUT_AFTER]);
    expect(await translate("Hello world.")).toBe("Hola mundo.");
  });

  test("a model download interrupted several times resumes when the operator starts it again", async () => {
    server.bucketIsDown = true;
    break_("cut", 3);
    await expect(makeStore().install("en-es")).rejects.toMatchObject({ code: "interrupted" });
    expect(await engine.directions()).toEqual([]);
    const [part = ""] = await leftovers();
    const { size } = await stat(path.join(models, "en-es", part));
    expect(size).toBeGreaterThan(0);
    await makeStore().install("en-es");
    expect(server.asked.findLast(({ path: url }) => url.includes(TOY.model))?.range).toBe(`bytes=${size}-`);
  });

  test.each([
    ["too long", "damaged"],
    ["too short", "interrupted"],
    ["wrong bytes", "damaged"],
    ["unpacks to more", "damaged"],
    ["gone", "unreachable"],
  ] as const)("a model download with the fault %s is refused, and nothing is installed", async (kind, code) => {
    server.bucketIsDown = true;
    break_(kind, 10);
    await expect(makeStore().install("en-es")).rejects.toMatchObject({ code });
    expect(existsSync(path.join(models, "en-es/manifest.json"))).toBe(false);
    server.fault = null;
    await makeStore().install("en-es");
    expect(await translate("Hello world.")).toBe("Hola mundo.");
    expect(await leftovers()).toEqual([]);
  });

  test("a model download uses the public bucket if the first source sends damaged bytes or doesn't respond", async () => {
    break_("wrong bytes", 10);
    expect(await makeStore().install("en-es")).toMatchObject({ origin: server.bucket });
    await makeStore().remove("en-es");
    server.settingsAreDown = true;
    expect(await makeStore().install("en-es")).toMatchObject({ origin: server.bucket });
    expect(await translate("Hello world.")).toBe("Hola mundo.");
  });

  test("a model download that fills the disk leaves no files behind and keeps installed models", async () => {
    await makeStore().install("en-es");
    for (const file of [TOY.model, TOY.lex]) await rm(path.join(models, "en-es", (await toyFile(file)).sha256));
    const full: OpenTarget = async (file, flags) => {
      const real = await open(file, flags);
      let room = 60_000;
      const write = async (chunk: Uint8Array, offset?: number) => {
        room -= chunk.byteLength;
        if (room < 0) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        return real.write(chunk, offset);
      };
      return { write: write as typeof real.write, sync: () => real.sync(), close: () => real.close() };
    };
    await expect(makeStore({ openTarget: full }).install("en-es")).rejects.toMatchObject({ code: "disk_full" });
    expect(await leftovers()).toEqual([]);
    expect(existsSync(path.join(models, "en-es/manifest.json"))).toBe(true);
  });

  test("a model download reports a missing connection, and installed models are still listed", async () => {
    await makeStore().install("en-es");
    server.settingsAreDown = true;
    server.bucketIsDown = true;
    const store = makeStore();
    await expect(store.install("en-es")).rejects.toMatchObject({ code: "unreachable" });
    await expect(store.update()).rejects.toMatchObject({ code: "unreachable" });
    expect(await store.list()).toMatchObject({ offline: true, models: [{ pair: "en-es", offered: null }] });

    server.settingsAreDown = false;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await store.list(), "which is noticed when it is back").toMatchObject({ offline: false });
  });

  test("no request is sent if the settings forbid downloads", async () => {
    const sources = { server: server.settings, bucket: server.bucket, architecture: "tiny", offline: true } as const;
    const store = new ModelStore({ models, sources });
    expect(await store.list()).toEqual({ models: [], offline: true });
    await expect(store.install("en-es")).rejects.toMatchObject({ code: "unreachable" });
    expect(server.requests).toBe(0);
  });

  test.each(["drifted", "older"] as const)("a model is installed from records in the %s format", async (shape) => {
    server.shape = shape;
    server.bucketIsDown = true;
    await makeStore().install("en-es");
    expect(await translate("Hello world.")).toBe("Hola mundo.");
    expect(server.asked).toHaveLength(3);
  });

  test("a model is installed from the public bucket if the records are empty or can't be reached", async () => {
    server.pairs = [];
    server.shape = "older";
    server.settingsAreDown = true;
    await makeStore().install("en-es");
    expect(await translate("Hello world.")).toBe("Hola mundo.");
  });

  test("a model download uses the environment's proxy, except for hosts listed as exceptions", async () => {
    let seen = 0;
    const proxy = http.createServer((request, response) => {
      seen += 1;
      const { hostname, port, pathname } = new URL(request.url!);
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${pathname} HTTP/1.0\r\nhost: ${hostname}\r\n\r\n`);
      });
      socket.pipe(response.socket!);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.closeAllConnections();
      proxy.close();
    });
    for (const name of ["http_proxy", "HTTP_PROXY"])
      vi.stubEnv(name, `http://127.0.0.1:${(proxy.address() as { port: number }).port}`);
    for (const name of ["no_proxy", "NO_PROXY"]) vi.stubEnv(name, "example.org, 127.0.0.1:80");
    await makeStore().install("en-es");
    expect(seen, "127.0.0.1 is excepted").toBe(0);
    for (const name of ["no_proxy", "NO_PROXY"]) vi.stubEnv(name, "example.org");
    await makeStore({ models: path.join(folder, "others") }).install("en-es");
    expect(seen).toBeGreaterThanOrEqual(6);
  });

  test("a model download uses the configured proxy with its password", async () => {
    const seen: (string | undefined)[] = [];
    const proxy = http.createServer((request, response) => {
      seen.push(request.headers["proxy-authorization"]);
      const { hostname, port, pathname } = new URL(request.url!);
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${pathname} HTTP/1.0\r\nhost: ${hostname}\r\n\r\n`);
      });
      socket.pipe(response.socket!);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as { port: number };
    await makeStore({}, `http://user:secret@127.0.0.1:${port}`).install("en-es");
    expect(seen.length).toBeGreaterThanOrEqual(6);
    expect(new Set(seen)).toEqual(new Set([`Basic ${Buffer.from("user:secret").toString("base64")}`]));
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
});

describe("importing a model", () => {
  test("a model import accepts files named by Mozilla and folders copied from another installation", async () => {
    const plain = await mkdtemp(path.join(folder, "plain-"));
    for (const name of [TOY.model, TOY.lex, TOY.vocab])
      await copyFile(path.join(TOY.folder, name), path.join(plain, name));
    expect((await makeStore().importFolder(plain)).pairs).toEqual(["en-es"]);
    expect(await translate("Hello world.")).toBe("Hola mundo.");

    const other = path.join(folder, "other");
    const elsewhere = makeStore({ models: other });
    expect((await elsewhere.importFolder(models)).pairs).toEqual(["en-es"]);
    expect(await readFile(path.join(other, "en-es", (await toyFile(TOY.model)).sha256))).toEqual(
      await readFile(path.join(TOY.folder, TOY.model)),
    );
    expect(server.asked).toEqual([]);
  });

  test("a model import from a flat folder installs every pair whose files are complete", async () => {
    const flat = await mkdtemp(path.join(folder, "flat-"));
    for (const name of [TOY.model, TOY.lex, TOY.vocab])
      for (const pair of ["enes", "esen"])
        await copyFile(path.join(TOY.folder, name), path.join(flat, name.replace("enes", pair)));
    await copyFile(path.join(TOY.folder, TOY.model), path.join(flat, TOY.model.replace("enes", "ennl")));
    const { pairs, incomplete } = await makeStore({ trial: async () => {} }).importFolder(flat);
    expect(pairs.toSorted()).toEqual(["en-es", "es-en"]);
    expect(incomplete).toEqual(["model.ennl.intgemm.alphas.bin"]);
  });

  test("a model import of modified files or of a folder without models is refused", async () => {
    await makeStore().importFolder(TOY.folder);
    const file = path.join(models, "en-es", (await toyFile(TOY.model)).sha256);
    await writeFile(file, (await readFile(file)).fill(1, 500, 600));
    const elsewhere = makeStore({ models: path.join(folder, "other") });
    await expect(elsewhere.importFolder(models)).rejects.toMatchObject({ code: "damaged" });
    for (const missing of ["nothing", "nothing.zip"])
      await expect(elsewhere.importFolder(path.join(folder, missing))).rejects.toMatchObject({ code: "not_offered" });
  });
});
