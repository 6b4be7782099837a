import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processStamp } from "@/db/embedded-process.mjs";
import { claim } from "./claim.mjs";

describe("claiming a data directory for one server process", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-claim-"));
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const written = (facts: unknown) => fs.writeFileSync(path.join(dataDir, "server.json"), JSON.stringify(facts));

  test("a second start fails while a server is running, and doesn't stop that server", async () => {
    const other = spawn("sleep", ["60"]);
    written({ launcher: processStamp(other.pid ?? 0) });
    await expect(claim(dataDir)).rejects.toThrow(`process ${other.pid}`);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test("a start stops the server process left behind by a killed start", async () => {
    const leftover = spawn("sleep", ["60"]);
    written({ launcher: { pid: 2 ** 22, started: "1" }, server: processStamp(leftover.pid ?? 0) });
    const [place, [, signal]] = await Promise.all([claim(dataDir), once(leftover, "exit")]);
    expect([place.recovered, signal]).toEqual([true, "SIGTERM"]);
  });

  test("a start never signals an unrelated program that has the process id of a stopped server", async () => {
    const stranger = spawn("sleep", ["60"]);
    written({ launcher: { pid: 2 ** 22, started: "1" }, server: { pid: stranger.pid, started: "1" } });
    expect((await claim(dataDir)).recovered).toBe(false);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  test("a start ignores a truncated process record, and a regular stop deletes the record", async () => {
    fs.writeFileSync(path.join(dataDir, "server.json"), '{"laun');
    (await claim(dataDir)).release();
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });
});
