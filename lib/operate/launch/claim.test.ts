import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { processStamp } from "@/db/embedded-process.mjs";
import { claim } from "./claim.mjs";

describe("a data directory is used by one start at a time", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-claim-"));
  });
  afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const written = (facts: unknown) => fs.writeFileSync(path.join(dataDir, "server.json"), JSON.stringify(facts));

  test("a start refuses while another one is running, and leaves it alone", async () => {
    const other = spawn("sleep", ["60"]);
    written({ launcher: processStamp(other.pid ?? 0) });
    await expect(claim(dataDir)).rejects.toThrow(`process ${other.pid}`);
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  test("a start stops the server that a killed start left behind", async () => {
    const leftover = spawn("sleep", ["60"]);
    written({ launcher: { pid: 2 ** 22, started: "1" }, server: processStamp(leftover.pid ?? 0) });
    const [place, [, signal]] = await Promise.all([claim(dataDir), once(leftover, "exit")]);
    expect([place.recovered, signal]).toEqual([true, "SIGTERM"]);
  });

  test("a start never signals a program that has the process number of a stopped server", async () => {
    const stranger = spawn("sleep", ["60"]);
    written({ launcher: { pid: 2 ** 22, started: "1" }, server: { pid: stranger.pid, started: "1" } });
    expect((await claim(dataDir)).recovered).toBe(false);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  test("a start begins again where the record was cut off by a crash, and after an orderly end", async () => {
    fs.writeFileSync(path.join(dataDir, "server.json"), '{"laun');
    (await claim(dataDir)).release();
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });
});
