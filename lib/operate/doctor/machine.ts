import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "@/lib/base/env";
import { bucket } from "@/lib/base/storage/bucket";
import { engines } from "@/lib/engines/registry";
import { requireRecognition } from "@/lib/formats/sandbox/recognition";
import { type Check, error, type Finding, ok, reasonOf, warning } from "./finding";

type Found = Omit<Finding, "check">;

const MB = 1_000_000;
const DISK = { warn: 2_000 * MB, fail: 300 * MB };
const PROBE_TIMEOUT_MS = 8_000;

/** Checks of this machine and of the services it uses, besides the database. They leave no changes behind. */
export function machineChecks(settings: Env): Check[] {
  return [
    { name: "disk", run: () => checkDisk(settings) },
    { name: "secret file", run: async () => checkSecretFile(settings) },
    { name: "engines", run: checkEngines },
    { name: "scans", run: async () => checkRecognition() },
    { name: "object storage", run: () => checkStorage(settings) },
    { name: "mail", run: () => checkMail(settings) },
    { name: "server", run: () => checkServer(settings) },
    { name: "public address", run: () => checkPublicAddress(settings) },
  ];
}

async function checkDisk({ DATA_DIR }: Env): Promise<Found[]> {
  const probe = path.join(DATA_DIR, `.doctor-${randomUUID()}`);
  try {
    fs.writeFileSync(probe, "x");
    fs.rmSync(probe);
  } catch (thrown) {
    return [
      error(`${DATA_DIR} cannot be written to (${reasonOf(thrown)}): make the user that runs Dragoman its owner.`),
    ];
  }
  const { bavail, bsize } = await fs.promises.statfs(DATA_DIR);
  const free = bavail * bsize;
  const text = `${(free / 1e9).toFixed(1)} GB are free in DATA_DIR`;
  if (free < DISK.fail) return [error(`${text}: free disk space, or writing fails soon.`)];
  return [free < DISK.warn ? warning(`${text}: neural models and the embedded database need more.`) : ok(`${text}.`)];
}

function checkSecretFile({ DATA_DIR, DRAGOMAN_SECRET }: Env): Found[] {
  const file = path.join(DATA_DIR, "secret");
  if (!fs.existsSync(file)) return [ok("The secret is set by DRAGOMAN_SECRET.")];
  if ((fs.statSync(file).mode & 0o077) !== 0)
    return [warning(`Other users of this machine may read ${file}: chmod 600 ${file}.`)];
  const kept = fs.readFileSync(file, "utf8").trim();
  return [
    DRAGOMAN_SECRET && kept !== DRAGOMAN_SECRET
      ? warning(`${file} has another secret than DRAGOMAN_SECRET, which is used: remove the file to avoid a mix-up.`)
      : ok("The secret is readable only by its owner. Keep a copy of it with the backups."),
  ];
}

/** Text recognition in pictures is optional, so a missing program is no error. */
function checkRecognition(): Found[] {
  try {
    requireRecognition("pdf");
    return [ok("Tesseract reads pictures and scanned PDFs.")];
  } catch {
    return [ok("Pictures and scanned PDFs cannot be read: for that, install tesseract-ocr and poppler-utils.")];
  }
}

async function checkEngines(): Promise<Found[]> {
  const found = await Promise.all(
    engines().map(async (engine) => {
      const directions = await engine.directions().catch(() => []);
      return {
        id: engine.id,
        count: directions.length,
        detail: engine.state().detail,
        isReady: engine.state().state === "ready",
      };
    }),
  );
  const working = found.filter(({ count }) => count > 0);
  const broken = found.filter(({ isReady }) => !isReady);
  const faults = broken.map(({ id, detail }) => warning(`The engine ${id} is not fully ready: ${detail}`));
  if (working.length === 0)
    return [
      ...faults,
      error(
        "No engine offers a language pair: install Apertium's packages (npm start does), models, or add a service.",
      ),
    ];
  return [ok(`${working.map(({ id, count }) => `${id}: ${count} pairs`).join(", ")}.`), ...faults];
}

async function checkStorage({ FILES_URL }: Env): Promise<Found[]> {
  const store = bucket();
  if (!FILES_URL || !store) return [ok("Files are kept in the database.")];
  const key = `doctor/${randomUUID()}`;
  try {
    await store.put(key, [Buffer.from("probe")]);
    const back = await new Response(await store.get(key)).text();
    for await (const _ of store.list()) break;
    await store.delete(key);
    return [
      back === "probe"
        ? ok("Object storage stores, returns, lists and deletes.")
        : error("Object storage returned different bytes than were stored: check FILES_URL."),
    ];
  } catch (thrown) {
    return [
      error(
        `${thrown instanceof Error ? thrown.message : "Object storage fails."} Check FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the key's rights (get, put, delete, list).`,
      ),
    ];
  }
}

async function checkMail({ SMTP_URL }: Env): Promise<Found[]> {
  if (!SMTP_URL)
    return [
      warning(
        "No mail server is set (SMTP_URL): administrators must send links for invitations and new passwords themselves.",
      ),
    ];
  const transport = createTransport(SMTP_URL, {});
  try {
    await transport.verify();
    return [ok("The mail server responds and accepts the sign-in.")];
  } catch (thrown) {
    return [error(`The mail server refuses the connection or does not respond (${reasonOf(thrown)}): check SMTP_URL.`)];
  } finally {
    transport.close();
  }
}

async function checkServer(settings: Env): Promise<Found[]> {
  const host = settings.HOST === "0.0.0.0" || settings.HOST === "::" ? "127.0.0.1" : settings.HOST;
  const answer = await ask(`http://${host.includes(":") ? `[${host}]` : host}:${settings.PORT}/v1/health/ready`);
  if (answer === null)
    return [ok(`No server responds on port ${settings.PORT} of this machine, so it was not checked.`)];
  return [
    answer.status === 200
      ? ok("The server of this machine is ready.")
      : error(`The server of this machine is not ready (${answer.status}): its log and GET /v1/health/ready say why.`),
  ];
}

async function checkPublicAddress({ PUBLIC_URL, TRUSTED_PROXIES, HOST, SECURE_COOKIES }: Env): Promise<Found[]> {
  const isLocal = HOST === "127.0.0.1" || HOST === "localhost" || HOST === "::1";
  if (!PUBLIC_URL)
    return isLocal && TRUSTED_PROXIES.length === 0
      ? [ok("The server accepts only requests from this machine: for others, set PUBLIC_URL and a proxy with TLS.")]
      : [warning("PUBLIC_URL is not set: set it to the address that people use, or links and cookies may be wrong.")];
  const found: Found[] = [];
  const isHttps = PUBLIC_URL.startsWith("https:");
  if (!isHttps)
    found.push(warning("PUBLIC_URL is not https: passwords and keys travel unprotected. Use a proxy with TLS."));
  if (isHttps && SECURE_COOKIES === false)
    found.push(warning("SECURE_COOKIES=false sends session cookies without TLS too: remove it."));
  if (isHttps && TRUSTED_PROXIES.length === 0)
    found.push(
      warning(
        "TRUSTED_PROXIES is empty: all clients seem to have the proxy's address, so one client can use up the sign-in attempts of all. Set the proxy's address.",
      ),
    );
  const answer = await ask(`${PUBLIC_URL}/v1/health`);
  if (answer === null)
    found.push(warning("PUBLIC_URL does not respond from this machine: check DNS, the proxy and its certificate."));
  else if (answer.status !== 200 || !answer.text.includes('"status":"ok"'))
    found.push(error(`PUBLIC_URL does not lead to Dragoman (${answer.status}): the proxy does not pass on /v1.`));
  return found.length > 0 ? found : [ok("PUBLIC_URL reaches Dragoman through the proxy.")];
}

async function ask(url: string): Promise<{ status: number; text: string } | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS), redirect: "manual" });
    return { status: response.status, text: (await response.text()).slice(0, 10_000) };
  } catch {
    return null;
  }
}
