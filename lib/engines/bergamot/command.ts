import path from "node:path";
import { modelStore } from "./installation";
import { filesOf } from "./models/manifest";
import { ModelError } from "./models/model-error";
import type { ModelStatus, ModelStore, Progress } from "./models/store";

/**
 * `npm run models -- <command>`: manages the neural models of this installation. A running server notices each change
 * automatically.
 */
const HELP = `npm run models -- <command>

  list                    installed models, and those that can be installed
  install PAIR…           install or renew models; PAIR: source-target, such as en-de. Other pairs go through English.
                          --experimental: also models that are not released
  update                  install newer versions of what is installed
  remove PAIR…            remove models
  export FOLDER [PAIR…]   copy what is installed for a server without a connection
  import FOLDER|ZIP       install the models in a folder or a ZIP archive, without a connection

The models are Mozilla's, under MPL-2.0.`;

/** A mistake in the operator's command; only its message is printed, without a stack trace. */
class UsageError extends Error {}

type Command = (store: ModelStore, args: readonly string[]) => Promise<readonly string[]>;

const COMMANDS: Readonly<Record<string, Command>> = {
  list,
  install,
  update,
  remove,
  export: exportTo,
  import: importFolder,
};

async function list(store: ModelStore): Promise<string[]> {
  const { models, offline } = await store.list();
  const lines = models.map(line);
  if (offline) lines.push("No source of models can be reached: only installed models are listed.");
  else if (models.length === 0) lines.push("There are no models.");
  return lines;
}

function line({ pair, installed, offered, hasUpdate }: ModelStatus): string {
  const shown = installed ?? offered;
  const bytes = installed
    ? filesOf(installed.set).reduce((sum, { size }) => sum + size, 0)
    : (offered?.downloadBytes ?? 0);
  const state = installed ? (hasUpdate ? `installed, ${offered?.version} is there` : "installed") : "available";
  const status = shown?.status ?? "released";
  return [
    pair,
    shown?.architecture,
    shown?.version,
    `${(bytes / 1e6).toFixed(1)} MB`,
    status === "released" ? state : `${state}, ${status}`,
  ].join("\t");
}

async function install(store: ModelStore, args: readonly string[]): Promise<string[]> {
  const pairs = args.filter((arg) => arg !== "--experimental");
  const experimental = pairs.length < args.length;
  if (pairs.length === 0) throw new UsageError("Give a language pair, such as en-de.");
  const lines: string[] = [];
  for (const pair of pairs) {
    const { version, architecture } = await store.install(pair, printProgress(), { experimental }).catch(addHint);
    lines.push(`${pair} ${architecture} ${version} is installed.`);
  }
  return lines;
}

function addHint(error: unknown): never {
  if (error instanceof ModelError && error.code === "not_offered" && error.message.includes("not released"))
    throw new UsageError(`${error.message} Add --experimental to install it.`);
  throw error;
}

async function update(store: ModelStore): Promise<string[]> {
  const changed = await store.update(printProgress());
  return changed.length > 0 ? changed.map((pair) => `${pair} is updated.`) : ["Everything is up to date."];
}

async function remove(store: ModelStore, pairs: readonly string[]): Promise<string[]> {
  if (pairs.length === 0) throw new UsageError("Give a language pair, such as en-de.");
  const lines: string[] = [];
  for (const pair of pairs) {
    if (!(await store.remove(pair))) throw new UsageError(`${pair} is not installed.`);
    lines.push(`${pair} is removed.`);
  }
  return lines;
}

async function exportTo(store: ModelStore, [folder, ...pairs]: readonly string[]): Promise<string[]> {
  if (!folder) throw new UsageError("Name the folder for the models.");
  const exported = await store.exportTo(path.resolve(folder), pairs);
  if (exported.length === 0) throw new UsageError("No models are installed.");
  return exported.map((pair) => `${pair} is copied.`);
}

async function importFolder(store: ModelStore, [folder]: readonly string[]): Promise<string[]> {
  if (!folder) throw new UsageError("Name the folder or ZIP archive with the models.");
  const { pairs, incomplete } = await store.importFolder(path.resolve(folder));
  const missing = incomplete.map((file) => `${file} was skipped: its vocabulary is missing.`);
  return [...pairs.map((pair) => `${pair} is installed.`), ...missing];
}

/** Progress, printed to stderr in steps of ten percent if that is a terminal. */
function printProgress(): (progress: Progress) => void {
  let printed = "";
  return ({ pair, phase, done, total }) => {
    const share = total > 0 ? `${Math.floor((done / total) * 10) * 10} %` : `${Math.floor(done / 1e7) * 10} MB`;
    const text = phase === "trial" ? `${pair}: trying it` : `${pair}: ${share}`;
    if (text !== printed) console.error(text);
    printed = text;
  };
}

async function main([name = "", ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(HELP);
  for (const text of await command(modelStore(), args)) console.log(text);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError || error instanceof ModelError) console.error(error.message);
  else console.error(error);
  process.exitCode = 1;
});
