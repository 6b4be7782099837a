import { execFile } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/db/client";
import { useOwnDatabase } from "@/e2e/own-database";
import { S3_KEYS, startS3 } from "@/e2e/s3";
import { readEnv } from "@/lib/base/env";
import { bundlePrograms, programFile } from "@/lib/operate/launch/bundle.mjs";
import { databaseChecks } from "./database";
import { examine, type Finding } from "./finding";

const SECRET = "a secret of the tests that is long enough";
let server: Awaited<ReturnType<typeof startS3>>;
let folder: string;

beforeAll(async () => {
  await bundlePrograms(["doctor"]);
  await useOwnDatabase();
  server = await startS3();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-doctor-"));
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true });
});

describe("checking a deployment with the doctor command", () => {
  test("the doctor reports no errors for a working deployment, as JSON with exit code 0", async () => {
    const { code, output } = await doctor({ FILES_URL: server.url, ...awsKeys() });
    const { ok, findings } = JSON.parse(output) as { ok: boolean; findings: Finding[] };
    expect(findings.filter(({ level }) => level === "error")).toEqual([]);
    expect({ ok, code }).toEqual({ ok: true, code: 0 });
    const levels = Object.fromEntries(findings.map(({ check, level }) => [check, level]));
    expect(levels).toMatchObject({ database: "ok", migrations: "ok", clock: "ok", disk: "ok", mail: "warning" });
    expect(levels["object storage"]).toBe("ok");
  });

  test("the doctor reports each error with its remedy and without passwords, with exit code 1", async () => {
    const mail = await listenOnce();
    const { code, output } = await doctor({
      FILES_URL: "s3://files?endpoint=http://127.0.0.1:9",
      ...awsKeys(),
      SMTP_URL: `smtp://somebody:a-password@127.0.0.1:${mail.port}`,
      PUBLIC_URL: "http://127.0.0.1:9",
    });
    mail.close();
    expect(code).toBe(1);
    const { findings } = JSON.parse(output) as { findings: Finding[] };
    expect(findings.filter(({ level }) => level === "error").map(({ check }) => check)).toEqual([
      "object storage",
      "mail",
    ]);
    expect(findings.filter(({ check }) => check === "public address").map(({ level }) => level)).toEqual([
      "warning",
      "warning",
    ]);
    for (const { message } of findings) expect(message).toMatch(/[.:)]$/);
    expect(output).not.toContain("a-password");
    expect(output).not.toContain(S3_KEYS.secretAccessKey + S3_KEYS.secretAccessKey);
  });

  test("the doctor reports an unreachable database without its password, and rejects unknown options", async () => {
    const away = await examine(
      databaseChecks(readEnv({ DATABASE_URL: "postgres://u:hidden@127.0.0.1:9/x" }), SECRET).slice(0, 1),
    );
    expect(away).toMatchObject([{ check: "database", level: "error" }]);
    expect(away[0]?.message).toContain("DATABASE_URL");
    expect(away[0]?.message).not.toContain("hidden");
    expect((await doctor({}, ["--jsn"])).code).toBe(2);
  });

  test("the doctor reports a changed secret, missing migrations, and a database created by a newer version", async () => {
    const settings = readEnv({ DATABASE_URL: process.env.DATABASE_URL });
    const run = async (secret: string) =>
      Object.fromEntries((await examine(databaseChecks(settings, secret))).map(({ check, level }) => [check, level]));
    const tables = sql()`drizzle.__drizzle_migrations`;
    await sql()`insert into server_settings (name, value) values ('secret_fingerprint', '"another"') on conflict (name) do nothing`;
    expect(await run(SECRET)).toMatchObject({ secret: "error", migrations: "ok" });
    await sql()`delete from server_settings where name = 'secret_fingerprint' and value = '"another"'`;
    await sql()`insert into ${tables} (hash, created_at) values ('newer', 9999999999999)`;
    expect(await run(SECRET)).toMatchObject({ secret: "ok", migrations: "error" });
    await sql()`delete from ${tables} where hash = 'newer'`;
  });
});

function awsKeys() {
  return { AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey };
}

/** Runs the command as `npm run doctor` does. */
function doctor(env: Record<string, string>, args: readonly string[] = ["--json"]) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const given = { ...process.env, DATA_DIR: folder, PORT: "9", ...env };
    execFile(
      process.execPath,
      [programFile("doctor"), ...args],
      { env: given, maxBuffer: 1e7 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout || stderr }),
    );
  });
}

/** A port that closes each connection at once. */
async function listenOnce(): Promise<{ port: number; close: () => void }> {
  const listener = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return { port: (listener.address() as net.AddressInfo).port, close: () => listener.close() };
}
