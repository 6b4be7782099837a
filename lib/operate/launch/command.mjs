import "./node-version.mjs";
import { spawn } from "node:child_process";
import { bundleWorkers } from "./bundle.mjs";
import { checkSecret, migrateDatabase, openDatabase } from "./database.mjs";
import { isImage } from "./image.mjs";
import { installDependencies } from "./install.mjs";
import { root, typescript } from "./run.mjs";
import { environment, loadEnvFile, readSettings } from "./settings.mjs";
import { Failure, report } from "./step.mjs";
import { onStopRequest } from "./stop.mjs";

/**
 * `npm run account|worker|backup|restore|doctor|files|models|secret|quality -- …`: an operator's command with the server's settings
 * and database. Uses the embedded database of a running server, or starts it for the duration of the command. Only the
 * command itself writes to stdout.
 */
const COMMANDS = {
  account: { file: "lib/identity/accounts/command.ts", migrate: true },
  worker: { file: "lib/operate/worker.ts", migrate: true },
  // Backups are also made before an upgrade, and a restore brings its own tables.
  backup: { file: "db/backup-command.ts", migrate: false },
  restore: { file: "db/restore-command.ts", migrate: false },
  // A new model is tested in its thread.
  models: { file: "lib/engines/bergamot/command.ts", migrate: false, bundle: true },
  doctor: { file: "lib/operate/doctor/command.ts", migrate: false },
  files: { file: "db/files-command.ts", migrate: true },
  secret: { file: "db/secret-command.ts", migrate: true },
  quality: { file: "lib/engines/admin/quality/command.ts", migrate: true, bundle: true },
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
    if (chosen.bundle) await bundleWorkers();
  }
  const settings = await readSettings();
  // Verifying a backup must not start a database.
  if (name === "backup" && args[0] === "verify") return run(chosen.file, environment(settings, ""));
  const database = await openDatabase(settings, { share: true });
  try {
    if (chosen.migrate) await migrateDatabase(database.directUrl);
    const env = environment(settings, database.url);
    if (chosen.migrate && name !== "secret") await checkSecret(database.directUrl, env.DRAGOMAN_SECRET);
    return await run(chosen.file, env);
  } finally {
    await database.stop();
  }
}

function run(file, env) {
  child = spawn(process.execPath, [...typescript, file, ...args], { cwd: root, env, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal ? 130 : 1)));
  });
}
