import "./node-version.mjs";
import { spawn } from "node:child_process";
import { bundlePrograms, bundleWorkers, programFile } from "./bundle.mjs";
import { checkSecret, migrateDatabase, openDatabase } from "./database.mjs";
import { isImage } from "./image.mjs";
import { installDependencies } from "./install.mjs";
import { root } from "./run.mjs";
import { environment, loadEnvFile, readSettings } from "./settings.mjs";
import { Failure, report } from "./step.mjs";
import { onStopRequest } from "./stop.mjs";

/**
 * `npm run account|worker|backup|restore|doctor|files|models|secret|quality -- …`: an operator's command with the server's settings
 * and database. Uses the embedded database of a running server, or starts it for the duration of the command. Only the
 * command itself writes to stdout.
 */
const COMMANDS = {
  account: { migrate: true },
  worker: { migrate: true },
  // Backups are also made before an upgrade, and a restore creates the tables of the backup.
  backup: { migrate: false },
  restore: { migrate: false },
  // A new model is tested in an engine thread.
  models: { migrate: false, threads: true },
  doctor: { migrate: false },
  files: { migrate: true },
  secret: { migrate: true },
  quality: { migrate: true, threads: true },
};

const [name, ...args] = process.argv.slice(2);
/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
onStopRequest({ first: () => child?.kill("SIGTERM") ?? process.exit(130), again: () => child?.kill("SIGKILL") });

try {
  process.exitCode = await command();
} catch (error) {
  report(error);
  process.exitCode = 1;
}
process.exit();

async function command() {
  const chosen = COMMANDS[name];
  if (!chosen) throw new Failure(`Unknown command ${name}. Commands: ${Object.keys(COMMANDS).join(", ")}.`);
  loadEnvFile();
  if (!isImage()) {
    await installDependencies();
    await bundlePrograms(["launcher", name]);
    if (chosen.threads) await bundleWorkers();
  }
  const settings = await readSettings();
  // Verifying a backup needs no database and must not start one.
  if (name === "backup" && args[0] === "verify") return run(environment(settings, ""));
  const database = await openDatabase(settings, { share: true });
  try {
    if (chosen.migrate) await migrateDatabase(database.directUrl);
    const env = environment(settings, database.url);
    if (chosen.migrate && name !== "secret") await checkSecret(database.directUrl, env.DRAGOMAN_SECRET);
    return await run(env);
  } finally {
    await database.stop();
  }
}

function run(env) {
  child = spawn(process.execPath, [programFile(name), ...args], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal ? 130 : 1)));
  });
}
