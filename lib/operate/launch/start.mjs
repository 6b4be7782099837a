import "./node-version.mjs";
import fs from "node:fs";
import path from "node:path";
import { freePort } from "../../../db/embedded.mjs";
import { installApertium } from "./apertium.mjs";
import { buildApplication, buildPackages } from "./build.mjs";
import { bundlePrograms, bundleServer, bundleWorkers, programFile, SERVER_BUNDLE } from "./bundle.mjs";
import { claim } from "./claim.mjs";
import { checkSecret, migrateDatabase, openDatabase } from "./database.mjs";
import { isImage } from "./image.mjs";
import { installDependencies } from "./install.mjs";
import { missingReaders } from "./optional-programs.mjs";
import { endRunning, root, run } from "./run.mjs";
import { checkPort, startServer } from "./server.mjs";
import { environment, loadEnvFile, readSettings } from "./settings.mjs";
import { report, step } from "./step.mjs";
import { onStopRequest } from "./stop.mjs";

/**
 * `npm start`, and `npm run dev` with `--dev`: from a fresh clone to a running server. Stops in reverse order: the
 * server drains first, the database stops last.
 */
const dev = process.argv.includes("--dev");
/** Milliseconds after which the start announces that a build is running. */
const NOTICE_MS = 2_000;
/** @type {(() => void | Promise<void>)[]} */
const started = [];
let stopping = false;

onStopRequest({
  first: () => stop(0),
  again: () => {
    console.log("Stopping now.");
    process.exit(130); // The server and the database notice that this process has ended, or the next start stops them.
  },
});

try {
  await start();
} catch (error) {
  if (!stopping) report(error);
  await stop(1);
}

async function start() {
  console.log(`Dragoman ${packageVersion()}`);
  loadEnvFile();
  if (!isImage()) await step("Packages", () => installDependencies({ development: dev }));
  const settings = await readSettings();
  const host = settings.HOST;
  const port = settings.PORT || (await freePort());

  const lease = await claim(settings.DATA_DIR);
  started.push(lease.release);
  if (lease.recovered) console.log("  Stopped the server of an earlier start that was killed.");
  await checkPort(host, port);

  const application = isImage() ? null : build();
  // The error is reported below, after the other steps: apt must not be interrupted.
  application?.catch(() => {});
  const database = await step("Database", () => prepareDatabase(settings), { concurrent: true });
  if (!isImage()) await step("Engine", () => installApertium(settings.APERTIUM_PACKAGES), { concurrent: true });
  await application;

  const env = environment(settings, database.url);
  const server = await startServer({ host, port, env, dev, onSpawn: lease.serverStarted });
  started.push(server.stop);
  server.exited.then((code) => fail(new Error(`The server ended unexpectedly with code ${code}.`)));
  await welcome(server, settings.PUBLIC_URL ?? server.url, env);
}

async function build() {
  if (dev) return Promise.all([bundleWorkers(), bundleServer(SERVER_BUNDLE.development), buildPackages()]);
  const notice = setTimeout(() => console.log("  Building the application …"), NOTICE_MS);
  try {
    return await step("Application", buildApplication, { concurrent: true });
  } finally {
    clearTimeout(notice);
  }
}

async function prepareDatabase(settings) {
  const value = await openDatabase(settings, { onLost: fail });
  started.push(value.stop);
  await migrateDatabase(value.directUrl);
  await checkSecret(value.directUrl, environment(settings, value.url).DRAGOMAN_SECRET);
  return { outcome: `${value.description}, tables up to date`, value };
}

/** Explains how this server gets neural models. */
function modelHint({ DRAGOMAN_MODELS: models, MODELS_OFFLINE: offline }) {
  const fetched = models !== "off" && !["1", "true"].includes(offline ?? "");
  const begin = fetched
    ? "Neural models are fetched on demand; without a network"
    : "Neural models are not fetched; to add some";
  return `${begin}: npm run models -- import FOLDER`;
}

async function welcome({ health }, url, env) {
  const engines = health.engines ?? [];
  const translating = engines
    .filter(({ languages }) => languages > 0)
    .map(({ id, languages }) => `${id} (${languages} languages)`);
  const hasModels = engines.some(({ id, languages }) => id === "bergamot" && languages > 0);
  const link = await firstAdministrator(url, env);
  const lines = [
    "",
    `Dragoman runs at ${url}`,
    `  Engine: ${translating.join(", ") || "no language yet"}`,
    ...(hasModels ? [] : [`  ${modelHint(env)}`]),
    ...missingReaders(process.env.PATH ?? "").map((sentence) => `  ${sentence}`),
    `  API reference: ${url}/docs`,
    ...(link ? ["", "No administrator yet. Open this link once to create one:", `  ${link}`] : []),
    "",
    "Translate from the command line:",
    "  ACCOUNT=$(npm run -s account -- create --name Me)",
    "  KEY=$(npm run -s account -- create-key $ACCOUNT)",
    `  curl ${url}/v1/translate -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\`,
    `    -d '{"text": "The house is big.", "source": "en", "target": "es"}'`,
    "",
    "Press Ctrl-C to stop.",
  ];
  console.log(lines.join("\n"));
}

async function firstAdministrator(url, env) {
  await bundlePrograms(["admin-link"]);
  const { code, output } = await run(process.execPath, [programFile("admin-link"), url], { env });
  return code === 0 ? output.trim() : null;
}

function packageVersion() {
  return JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).version;
}

function fail(error) {
  if (stopping) return;
  console.error(`\n${error.message}`);
  void stop(1);
}

async function stop(code) {
  if (stopping) return;
  stopping = true;
  endRunning();
  if (code === 0) console.log("\nStopping after running requests. Press Ctrl-C again to stop now.");
  for (const end of started.reverse()) {
    await Promise.resolve(end()).catch((error) => {
      code = 1;
      report(error);
    });
  }
  process.exit(code);
}
