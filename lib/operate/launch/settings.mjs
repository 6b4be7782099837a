import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { loadLauncher } from "./bundle.mjs";
import { root } from "./run.mjs";
import { Failure } from "./step.mjs";

/**
 * The settings of `lib/base/env.ts`, with DATA_DIR made absolute and created. Needs the packages to be installed.
 * @returns {Promise<import("../../base/env.ts").Env>}
 */
export async function readSettings() {
  const { readEnv, misspeltSettings } = await loadLauncher();
  for (const { name, meant } of misspeltSettings(Object.keys(process.env)))
    console.error(`  Warning: ${name} is not a setting${meant ? `; did you mean ${meant}?` : " of this version."}`);
  let settings;
  try {
    settings = readEnv(process.env);
  } catch (error) {
    if (error.name !== "EnvError") throw error;
    const faults = error.message.split("\n").map((fault) => `  ${fault}`);
    throw new Failure(`These settings are invalid. Correct them in the environment or in .env:\n${faults.join("\n")}`);
  }
  const dataDir = path.resolve(root, settings.DATA_DIR);
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    fs.accessSync(dataDir, fs.constants.W_OK);
  } catch (error) {
    throw new Failure(
      `The data cannot be kept in ${dataDir} (${error.code}). Make it a folder to which you can write, or set DATA_DIR to another one.`,
    );
  }
  return { ...settings, DATA_DIR: dataDir };
}

/** Next reads .env too; reading it here first applies it to the launcher too. Existing variables take precedence. */
export function loadEnvFile() {
  const file = path.join(root, ".env");
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/**
 * The environment of the server and of operators' commands.
 * @param {import("../../base/env.ts").Env} settings
 * @param {string} databaseUrl
 * @returns {NodeJS.ProcessEnv}
 */
export function environment(settings, databaseUrl) {
  const secret = settings.DRAGOMAN_SECRET ?? generatedSecret(settings.DATA_DIR);
  return {
    ...process.env,
    DATA_DIR: settings.DATA_DIR,
    DATABASE_URL: databaseUrl,
    DRAGOMAN_SECRET: secret,
    DRAIN_DELAY: String(settings.DRAIN_DELAY),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || secret,
    // Without a public address the Host header is used, which is safe for local use only.
    ...(settings.PUBLIC_URL ? { NEXTAUTH_URL: settings.PUBLIC_URL } : { AUTH_TRUST_HOST: "1" }),
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

function generatedSecret(dataDir) {
  const file = path.join(dataDir, "secret");
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
  return fs.readFileSync(file, "utf8").trim();
}
