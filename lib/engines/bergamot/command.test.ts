import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ModelServer } from "@/e2e/doubles/bergamot/model-server";
import { TOY } from "@/e2e/doubles/bergamot/toy-models";
import { zip } from "@/lib/client/zip";
import { bundlePrograms, bundleWorkers, programFile } from "@/lib/operate/launch/bundle.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const server = new ModelServer();
let folder: string;

beforeAll(async () => {
  await Promise.all([bundlePrograms(["models"]), bundleWorkers()]);
  await server.start();
  folder = await mkdtemp(path.join(tmpdir(), "dragoman-command-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function models(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: folder, MODELS_SOURCE: server.settings, MODELS_BUCKET: server.bucket };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [programFile("models"), ...args],
      { cwd: root, env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    );
  });
}

test("the models command lists, installs, updates, removes and imports models, and prints errors", async () => {
  expect((await models("list")).stdout).toMatch(/^en-es\ttiny\t3\.0\t0\.2 MB\tavailable\n$/);
  const installed = await models("install", "en-es");
  expect(installed).toMatchObject({ code: 0, stdout: "en-es tiny 3.0 is installed.\n" });
  expect(installed.stderr).toContain("en-es: 100 %\n");
  expect((await models("list")).stdout).toMatch(/\tinstalled\n$/);
  server.version = "3.1";
  expect((await models("list")).stdout).toMatch(/\tinstalled, 3\.1 is there\n$/);
  expect((await models("update")).stdout).toBe("en-es is updated.\n");
  expect((await models("remove", "en-es")).stdout).toBe("en-es is removed.\n");
  expect((await models("import", TOY.folder)).stdout).toBe("en-es is installed.\n");
  const exported = path.join(folder, "exported");
  expect((await models("export", exported, "en-es")).stdout).toBe("en-es is copied.\n");
  expect(await models("export", exported, "en-de")).toMatchObject({ code: 1, stderr: "en-de is not installed.\n" });
  await models("remove", "en-es");
  expect((await models("import", exported)).stdout).toBe("en-es is installed.\n");
  await models("remove", "en-es");
  const names = await readdir(path.join(exported, "en-es"));
  const members = names.map(async (name) => ({
    name: `a folder/en-es/${name}`,
    bytes: new Uint8Array(await readFile(path.join(exported, "en-es", name))),
  }));
  const archive = path.join(folder, "models.zip");
  await writeFile(archive, Buffer.from(await (await zip(await Promise.all(members))).arrayBuffer()));
  expect((await models("import", archive)).stdout).toBe("en-es is installed.\n");
  await writeFile(archive, "no archive");
  expect(await models("import", archive)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no model"),
  });
  expect(await models("install", "en-tlh")).toMatchObject({ code: 1, stderr: "There is no model for en-tlh.\n" });
  expect(await models("remove", "en-tlh")).toMatchObject({ code: 1, stderr: "en-tlh is not installed.\n" });
  expect(await models()).toMatchObject({ code: 1, stderr: expect.stringContaining("install PAIR") });
});
