import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEnv } from "@/lib/base/env";
import { environment } from "./settings.mjs";

describe("settings of the server process", () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-settings-"));
  afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const of = (set: Record<string, string>) => environment(readEnv({ DATA_DIR: dataDir, ...set }), "postgres://db");

  test("the server's secret is created once, kept across restarts, and readable only by its owner", () => {
    const secret = of({}).DRAGOMAN_SECRET ?? "";
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(of({}).DRAGOMAN_SECRET).toBe(secret);
    expect(fs.statSync(path.join(dataDir, "secret")).mode & 0o077).toBe(0);
  });

  test("the server uses the operator's secret if one is set", () => {
    const secret = "x".repeat(40);
    expect(of({ DRAGOMAN_SECRET: secret })).toMatchObject({ DRAGOMAN_SECRET: secret, NEXTAUTH_SECRET: secret });
  });

  test("the server trusts the Host header only if no public address is configured", () => {
    expect(of({}).AUTH_TRUST_HOST).toBe("1");
    expect(of({ PUBLIC_URL: "https://t.example.org/" })).toMatchObject({ NEXTAUTH_URL: "https://t.example.org" });
    expect(of({ PUBLIC_URL: "https://t.example.org" })).not.toHaveProperty("AUTH_TRUST_HOST");
  });
});

test("a data folder that can't be written stops the start, and the error names the folder", () => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-settings-")), "a-file");
  fs.writeFileSync(file, "");
  const script = `await (await import("./lib/operate/launch/settings.mjs")).readSettings();`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: path.resolve(import.meta.dirname, "../../.."),
    env: { ...process.env, DATA_DIR: path.join(file, "data") },
    encoding: "utf8",
  });
  fs.rmSync(path.dirname(file), { recursive: true });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/Failure: The data cannot be kept in .*a-file\/data \(ENOTDIR\)\. Make it a folder/);
});
