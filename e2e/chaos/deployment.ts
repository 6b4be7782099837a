import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { freePort, startThrowAwayDatabase } from "@/db/embedded.mjs";
import { diesWithParent } from "@/db/embedded-process.mjs";
import { hasPgBouncer, startPgBouncer } from "@/e2e/pgbouncer";
import { S3_KEYS, startS3 } from "@/e2e/s3";
import { startTestServer } from "@/e2e/server.mjs";
import { root, typescript } from "@/lib/operate/launch/run.mjs";
import { Cable } from "./cable";

const NAMES = ["server A", "server B", "worker"] as const;
export type MemberName = (typeof NAMES)[number];
/** The server that gets a low limit of open files. */
const FEW_DESCRIPTORS: MemberName = "server B";
const DESCRIPTORS = 256;
const DISK_MB = 512;
const READY_MS = 180_000;

/** A process that is killed and restarted. */
type Running = { readonly url: string; readonly pid: number; readonly kill: () => Promise<void> };

type Member = {
  readonly name: MemberName;
  /** Null while it is killed or starting. */
  running: Running | null;
  /** Time of its first response, `performance.now()`. */
  since: number;
};

/** Two servers, one worker, PgBouncer, PostgreSQL and an S3 server on this machine, and methods to disturb them. */
export class Deployment {
  readonly members: readonly Member[] = NAMES.map((name) => ({ name, running: null, since: 0 }));
  readonly secret = randomBytes(32).toString("hex");
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), "dragoman-chaos-"));
  readonly #disk = path.join(this.#folder, "disk");
  readonly #clocks = faketimeLibrary();
  #hasDisk = false;
  #stopping = false;
  #database!: Awaited<ReturnType<typeof startThrowAwayDatabase>>;
  /** Null if PgBouncer is not installed: servers then connect directly. */
  #bouncer: Awaited<ReturnType<typeof startPgBouncer>> | null = null;
  #storage!: Awaited<ReturnType<typeof startS3>>;
  #cable!: Cable;
  #filesUrl = "";

  /** As root, mounts a small disk for the database. Then starts everything except servers and worker. */
  async startParts(migrate: (url: string) => Promise<void>): Promise<void> {
    fs.mkdirSync(this.#disk);
    this.#hasDisk = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", this.#disk]).status === 0;
    if (this.#hasDisk) fs.chmodSync(this.#disk, 0o755);
    fs.chmodSync(this.#folder, 0o755);
    const { TMPDIR } = process.env;
    process.env.TMPDIR = this.#disk;
    this.#database = await this.#onClock("database", () =>
      startThrowAwayDatabase({ durable: true, settings: { max_wal_size: "96MB", min_wal_size: "64MB" } }),
    );
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    await migrate(this.#database.url);
    if (hasPgBouncer) this.#bouncer = await startPgBouncer(this.#database.url, { poolSize: 20 });
    this.#storage = await startS3();
    const port = /endpoint=http:\/\/127\.0\.0\.1:(\d+)/.exec(this.#storage.url)?.[1];
    this.#cable = new Cable(Number(port));
    this.#filesUrl = this.#storage.url.replace(`:${port}`, `:${await this.#cable.open()}`);
  }

  /** The database's address without the pooler. */
  get databaseUrl(): string {
    return this.#database.url;
  }

  get filesUrl(): string {
    return this.#filesUrl;
  }

  get hasPooler(): boolean {
    return this.#bouncer !== null;
  }

  get hasClocks(): boolean {
    return this.#clocks !== null;
  }

  get hasDisk(): boolean {
    return this.#hasDisk;
  }

  /** Starts a server or the worker. Repeats this until it answers or the deployment is stopped. */
  async start(member: Member): Promise<void> {
    while (!this.#stopping && !member.running) {
      try {
        const running = await (member.name === "worker" ? this.#startWorker() : this.#startServer(member.name));
        if (this.#stopping) return await running.kill();
        member.running = running;
        member.since = performance.now();
      } catch (error) {
        console.log(`  ${member.name} did not start: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
      }
    }
  }

  /** Kills it with SIGKILL. Its child processes must notice this by themselves. */
  async kill(member: Member): Promise<void> {
    const { running } = member;
    member.running = null;
    await running?.kill();
  }

  /** Sets a clock to this many seconds from the true time. */
  setClock(of: MemberName | "database", seconds: number): void {
    fs.writeFileSync(this.#clockFile(of), seconds < 0 ? `${seconds}` : `+${seconds}`);
  }

  stopDatabase(): Promise<void> {
    return this.#database.shutDown();
  }

  crashDatabase(): Promise<void> {
    return this.#database.crash();
  }

  async databaseAnswers(): Promise<boolean> {
    const sql = postgres(this.#database.url, { max: 1, connect_timeout: 5 });
    const answer = sql`select 1`.then(
      () => true,
      () => false,
    );
    return answer.finally(() => sql.end({ timeout: 0 }).catch(() => {}));
  }

  restartDatabase(): Promise<void> {
    return this.#onClock("database", () => this.#database.restart());
  }

  async killBouncer(): Promise<void> {
    await this.#bouncer?.stop();
  }

  async restartBouncer(): Promise<void> {
    if (this.#bouncer)
      this.#bouncer = await startPgBouncer(this.#database.url, { port: this.#bouncer.port, poolSize: 20 });
  }

  freezeBouncer(): void {
    if (this.#bouncer) process.kill(this.#bouncer.pid, "SIGSTOP");
  }

  thawBouncer(): void {
    if (this.#bouncer) process.kill(this.#bouncer.pid, "SIGCONT");
  }

  forgetBrokenUploads(): void {
    this.#storage.forgetBroken();
  }

  get storage(): Pick<Cable, "cut" | "hold" | "mend"> {
    return this.#cable;
  }

  /** Fills the rest of the database's disk. */
  fillDisk(): void {
    const file = fs.openSync(path.join(this.#disk, "ballast"), "w");
    try {
      for (let size = 1 << 20; size >= 1 << 12; ) {
        try {
          fs.writeSync(file, Buffer.alloc(size));
        } catch {
          size /= 2;
        }
      }
    } finally {
      fs.closeSync(file);
    }
  }

  emptyDisk(): void {
    fs.rmSync(path.join(this.#disk, "ballast"), { force: true });
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.members.map((member) => this.kill(member)));
    await this.#bouncer?.stop();
    await this.#database?.stop();
    this.#cable?.close();
    await this.#storage?.stop();
    if (this.#hasDisk) spawnSync("umount", ["-l", this.#disk]);
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  get #poolUrl(): string {
    return this.#bouncer?.url ?? this.#database.url;
  }

  async #startServer(name: MemberName): Promise<Running> {
    const server = await startTestServer({
      databaseUrl: this.#poolUrl,
      secret: this.secret,
      env: this.#environment(name),
    });
    if (name === FEW_DESCRIPTORS)
      spawnSync("prlimit", ["--pid", String(server.pid), `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`]);
    const kill = async () => {
      await server.kill();
      // `stop` removes the server's data folder.
      await server.stop();
    };
    return { url: server.url, pid: server.pid, kill };
  }

  async #startWorker(): Promise<Running> {
    const port = await freePort();
    const log = fs.openSync(path.join(root, `test-results/worker-${port}.log`), "w");
    const [command = "", ...args] = [
      ...diesWithParent("TERM"),
      process.execPath,
      ...typescript,
      "lib/operate/worker.ts",
    ];
    const child = spawn(command, args, {
      cwd: root,
      env: {
        ...process.env,
        ...this.#environment("worker"),
        NODE_ENV: "production",
        DATABASE_URL: this.#poolUrl,
        DRAGOMAN_SECRET: this.secret,
        DRAGOMAN_MODELS: "off",
        DATA_DIR: path.join(this.#folder, "worker"),
        HOST: "127.0.0.1",
        WORKER_PORT: String(port),
      },
      stdio: ["ignore", log, log],
    });
    fs.closeSync(log);
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const kill = async () => {
      child.kill("SIGKILL");
      await ended;
    };
    const url = `http://127.0.0.1:${port}`;
    for (const end = performance.now() + READY_MS; performance.now() < end && child.exitCode === null; ) {
      const signal = AbortSignal.timeout(10_000);
      if ((await fetch(`${url}/v1/health`, { signal }).catch(() => null))?.ok)
        return { url, pid: child.pid ?? 0, kill };
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await kill();
    throw new Error("the worker does not answer");
  }

  #environment(name: MemberName): Record<string, string> {
    return {
      ...(this.#bouncer ? { DATABASE_DIRECT_URL: this.#database.url } : {}),
      FILES_URL: this.#filesUrl,
      AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
      WEBHOOK_ALLOW_PRIVATE: "true",
      LOG_LEVEL: "warn",
      // High, so that the machine's speed does not affect the result.
      ENGINE_TIMEOUT_MS: "120000",
      DOCUMENT_TIMEOUT_MS: "120000",
      ...this.#clockOf(name),
    };
  }

  #clockFile(name: MemberName | "database"): string {
    return path.join(this.#folder, `clock-${name.replace(" ", "-")}`);
  }

  /** Environment of a process whose clock {@link setClock} can set. */
  #clockOf(name: MemberName | "database"): Record<string, string> {
    if (!this.#clocks) return {};
    if (!fs.existsSync(this.#clockFile(name))) this.setClock(name, 0);
    return {
      LD_PRELOAD: this.#clocks,
      FAKETIME_TIMESTAMP_FILE: this.#clockFile(name),
      FAKETIME_CACHE_DURATION: "1",
      // Only the time of day jumps, as when an administrator or NTP sets it.
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    };
  }

  /** Starts a program that inherits this process's environment, with that clock. */
  async #onClock<T>(name: MemberName | "database", start: () => Promise<T>): Promise<T> {
    const clock = this.#clockOf(name);
    const before = Object.fromEntries(Object.keys(clock).map((key) => [key, process.env[key]]));
    Object.assign(process.env, clock);
    try {
      return await start();
    } finally {
      for (const [key, value] of Object.entries(before))
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
    }
  }
}

/** Debian's libfaketime; null if it is not installed. */
function faketimeLibrary(): string | null {
  const folder = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime`;
  const library = path.join(folder, "libfaketimeMT.so.1");
  return fs.existsSync(library) ? library : null;
}
